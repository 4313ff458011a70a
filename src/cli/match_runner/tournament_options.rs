//! The options of a match that concern several programs, several games at the same time, and openings.

use std::path::PathBuf;

use clap::Args;
use kaeshi::game::InputError;

use super::engine_spec::{EngineSpec, check_names};
use super::schedule::Format;
use crate::cli::number::whole;

/// Several programs, and several games at the same time.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub(super) struct TournamentOptions {
    /// A program of a tournament, instead of --first and --second; may be given any number of times. FIELDS are
    /// cmd=COMMAND, and optionally name=, proto= (ugi, gtp, nboard, usi, uci), option.NAME=, and one of tc=SECONDS+INCREMENT,
    /// movetime=, depth= and nodes=.
    #[arg(long, value_name = "FIELDS", conflicts_with_all = ["first", "second"])]
    pub(super) engine: Vec<String>,
    /// A TOML file of programs: tables [[engine]] with the same fields, options in a table option.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "second"])]
    pub(super) engines: Option<PathBuf>,
    /// Which programs of a tournament play each other.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(super) format: Format,
    /// The program whose rating is fixed, and its rating [default: the mean of all ratings is 0].
    #[arg(long, value_name = "NAME[=ELO]")]
    pub(super) anchor: Option<String>,
    /// Number of games at the same time, each with processes of its own on processors of its own.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=MAX_CONCURRENCY))]
    concurrency: u16,
    /// With --concurrency: do not tie games to processors.
    #[arg(long)]
    pub(super) no_pin: bool,
    /// Do not count games during which the machine was away for longer than --tolerance.
    #[arg(long)]
    pub(super) exclude_stalled: bool,
    /// Play such games again, three times at most.
    #[arg(long, conflicts_with = "exclude_stalled")]
    pub(super) replay_stalled: bool,
    /// Take the openings in an order that --seed chooses.
    #[arg(long, requires = "openings")]
    pub(super) shuffle: bool,
    /// Number of plies of random openings, and of those from games (.ggf, .pgn, .wtb).
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = whole(0..=1000_u16))]
    opening_plies: u16,
    /// Othello: random openings only that a search of 10 plies sees within N discs of a draw.
    #[arg(long, value_name = "N", value_parser = whole(0..=64_u8), conflicts_with = "openings")]
    pub(super) balance: Option<u8>,
    /// Othello: end a game at N empty squares or fewer, with the result that the referee's solver proves.
    #[arg(long, value_name = "N", value_parser = whole(1..=30_u8))]
    pub(super) adjudicate: Option<u8>,
    /// Write each game to this file (.ggf or .pgn) when it ends; with --record, games from the record come first.
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
}

/// Maximum number of games at the same time.
const MAX_CONCURRENCY: u16 = 1024;

impl TournamentOptions {
    /// Whether programs are given by --engine or --engines.
    pub(super) fn is_tournament(&self) -> bool {
        !self.engine.is_empty() || self.engines.is_some()
    }

    /// All programs: those of the file, then those of the options.
    ///
    /// # Errors
    /// If the file cannot be read, a program is not valid, there are fewer than two, or two have one name.
    pub(super) fn read_engines(&self) -> Result<Vec<EngineSpec>, InputError> {
        let mut engines = match &self.engines {
            Some(path) => EngineSpec::read(path)?,
            None => Vec::new(),
        };
        for text in &self.engine {
            engines.push(EngineSpec::parse(text)?);
        }
        check_names(&engines)?;
        Ok(engines)
    }

    /// The index of the program with a fixed rating, and its rating.
    ///
    /// # Errors
    /// If no program has this name.
    pub(super) fn find_anchor(
        &self,
        engines: &[EngineSpec],
    ) -> Result<Option<(usize, f64)>, InputError> {
        let Some(text) = &self.anchor else {
            return Ok(None);
        };
        let index = |name: &str| engines.iter().position(|engine| engine.name == name);
        let with_rating = text.rsplit_once('=').and_then(|(name, elo)| {
            let elo = elo
                .trim()
                .parse::<f64>()
                .ok()
                .filter(|elo| elo.is_finite())?;
            Some((index(name)?, elo))
        });
        let found = with_rating.or_else(|| Some((index(text)?, 0.0)));
        found.map(Some).ok_or_else(|| {
            InputError::new(format_args!("--anchor {text}: no program has this name"))
        })
    }

    /// Number of games at the same time, 1 or more.
    pub(super) fn concurrency(&self) -> usize {
        self.concurrency.into()
    }

    /// Number of plies of openings that no file gives.
    pub(super) fn opening_plies(&self) -> usize {
        self.opening_plies.into()
    }

    /// Refuses options that do not go with games of cards.
    ///
    /// # Errors
    /// If one of them is given.
    pub(super) fn check_cards(&self) -> Result<(), InputError> {
        let given = [
            (self.is_tournament(), "--engine"),
            (self.concurrency > 1, "--concurrency"),
            (self.balance.is_some(), "--balance"),
            (self.adjudicate.is_some(), "--adjudicate"),
            (self.save.is_some(), "--save"),
            (self.exclude_stalled, "--exclude-stalled"),
            (self.replay_stalled, "--replay-stalled"),
        ];
        match given.iter().find(|(is_given, _)| *is_given) {
            None => Ok(()),
            Some((_, option)) => Err(InputError::new(format_args!(
                "{option}: not for games of cards, which --first and --second play one after the other"
            ))),
        }
    }
}
