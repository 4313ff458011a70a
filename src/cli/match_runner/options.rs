//! The options of a match.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use kaeshi::engine::Engine;
use kaeshi::files::check_outputs;
use kaeshi::game::InputError;
use kaeshi::games;

use super::digest;
use super::driver::{TimeControl, protocol};
use super::engine_spec::EngineSpec;
use super::game::Rules;
use super::openings::Openings;
use super::record::{self, EngineHeader, Header};
use super::sprt::Sprt;
use super::tournament_options::TournamentOptions;
use crate::cli::number::{plies, whole};
use crate::cli::options::GameOption;
use crate::cli::seconds::{positive_seconds, seconds};

/// Let two programs play against each other, with a referee
///
/// Board games are counted as wins, draws and losses, with an Elo difference. Daifugo is counted in points: among N players
/// the first gets N points and the last 1. What is reported is the mean of the first program's points a game and seat, minus
/// that of the second, with its standard error over deals. A program that forfeits a game takes its last places.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Match {
    /// The first program: its command line, with 'gtp:', 'nboard:', 'uci:' or 'usi:' before it if it does not speak UGI; 'nboard@16:'
    /// sets its depth, for programs that ignore the clock.
    #[arg(long, value_name = "COMMAND", required_unless_present_any = ["engine", "engines"])]
    first: Option<String>,
    /// The second program.
    #[arg(long, value_name = "COMMAND", required_unless_present_any = ["engine", "engines"])]
    second: Option<String>,
    /// The name of the first program in reports, instead of its own.
    #[arg(long, value_name = "NAME")]
    pub(super) first_name: Option<String>,
    /// The name of the second program in reports.
    #[arg(long, value_name = "NAME")]
    pub(super) second_name: Option<String>,
    /// Number of games between each two programs, two from every opening, with colours exchanged [default: 20; with --sprt until it is decided].
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000_u32))]
    pub(super) games: Option<u32>,
    /// Daifugo: number of deals. Each is played with each program alone in every seat against the other program in all
    /// other seats: two games a deal with two players, else twice as many as there are players [default: 20].
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000_u64))]
    pub(super) deals: Option<u64>,
    /// Daifugo: tell both programs all hands.
    #[arg(long)]
    pub(super) open: bool,
    /// Stop when a sequential test on pairs of games is decided; 'elo1=5' stands for
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized, and the other model is logistic.
    #[arg(long, value_name = "TEST")]
    pub(super) sprt: Option<Sprt>,
    /// Openings, one a line, such as f5d6c3 ('-' is standard input), or the first --opening-plies of games (.ggf, .pgn,
    /// .wtb), or positions (.obf); without it each pair begins with random plies.
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<String>,
    /// Seconds on each clock.
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    pub(super) time: Duration,
    /// Increment in seconds.
    #[arg(long, default_value = "0.1", value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    pub(super) increment: Duration,
    /// Seconds on the second program's clock, if different.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    pub(super) second_time: Option<Duration>,
    /// Increment of the second program in seconds, if different.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = ["move_time", "depth"])]
    pub(super) second_increment: Option<Duration>,
    /// Seconds for each move, instead of a clock.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "depth")]
    pub(super) move_time: Option<Duration>,
    /// Depth in plies for each move, without a time limit; not sent to programs that speak GTP.
    #[arg(long, value_name = "PLIES", value_parser = plies(1..=1000_u32))]
    pub(super) depth: Option<u32>,
    /// Depth of the second program, if different.
    #[arg(long, value_name = "PLIES", value_parser = plies(1..=1000_u32), requires = "depth")]
    pub(super) second_depth: Option<u32>,
    /// Maximum seconds for a move that only a depth or a number of nodes limits; a program that takes longer loses the game
    /// [default: 600].
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub(super) move_limit: Option<Duration>,
    /// Milliseconds by which a move may exceed its time, for delays on a busy machine.
    #[arg(long, default_value_t = 50, value_name = "MS", value_parser = whole(0..=3_600_000_u64))]
    pub(super) tolerance: u64,
    /// Maximum seconds for a program to start, or to answer a command without a search.
    #[arg(long, default_value = "30", value_name = "SECONDS", value_parser = seconds)]
    pub(super) patience: Duration,
    /// Record every game in this file; resumes the match if the file has games of it. Also records the SHA-256 of the
    /// openings and of all files that the commands name. '-' writes the record to standard output, and all else to
    /// standard error.
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<String>,
    /// Resume a record although these files have changed since; the record says from which game on.
    #[arg(long, requires = "record")]
    pub(super) allow_changed: bool,
    /// Seed of the random openings; in Daifugo of the first deal, those after it have the next numbers.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub(super) seed: u64,
    /// Print one JSON object at the end instead of text.
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) tournament: TournamentOptions,
    #[command(flatten)]
    pub(super) game: GameOption,
}

const EXAMPLES: &str = "\
SIGINT and SIGTERM end a match with the results of the games that are finished; it exits with 130 or 143.

Examples:
  kaeshi match --first ./kaeshi --second ./old/kaeshi --games 200 --time 1 --increment 0.1
  kaeshi match --first ./new --second ./old --sprt elo0=0,elo1=10 --openings xot.txt --record test.jsonl
  kaeshi match --first ./kaeshi --second 'gtp:/usr/games/gtp-rhino -l 3' --openings xot.txt
  kaeshi match --first ./kaeshi --second 'nboard@16:cd ntest && ./ntest x' --time 10
  kaeshi match --first ./kaeshi --second ./kaeshi --time 0.5 --increment 0.05 --second-time 1 --second-increment 0.1
  kaeshi match --engine name=A,cmd=./a --engine name=B,cmd=./b,option.Hash=256 --engine name=R,proto=gtp,cmd=gtp-rhino \\
      --games 100 --concurrency 4 --time 5 --increment 0.05 --record tournament.jsonl
  kaeshi match --engines engines.toml --format gauntlet --openings xot.txt --shuffle --anchor R=1500 --record g.jsonl
  kaeshi match --game gomoku --first ./a --second ./b --move-time 0.5 --record match.jsonl
  kaeshi match --game 'daifugo uecda 5' --first ./a --second ./b --deals 200 --move-time 0.05
  kaeshi match --game 'daifugo uecda 3' --first ./kaeshi --second ./kaeshi --depth 4 --second-depth 1";

impl Match {
    /// The commands of the first program and of the second.
    pub(super) fn commands(&self) -> [&str; 2] {
        [&self.first, &self.second].map(|command| command.as_deref().unwrap_or_default())
    }

    /// All programs, also if there are only two.
    ///
    /// # Errors
    /// As [`TournamentOptions::read_engines`].
    pub(super) fn read_engines(&self) -> Result<Vec<EngineSpec>, InputError> {
        if self.tournament.is_tournament() {
            return self.tournament.read_engines();
        }
        let both = self.commands().into_iter().zip(self.rules().time_controls);
        let engine = |(command, time_control): (&str, _)| EngineSpec {
            name: command.to_owned(),
            command: command.to_owned(),
            options: Vec::new(),
            time_control: Some(time_control),
        };
        Ok(both.map(engine).collect())
    }

    /// The openings, from their file or by chance.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no legal opening.
    pub(super) fn read_openings(&self, engine: &mut dyn Engine) -> Result<Openings, InputError> {
        let (game, options) = (self.game.name.as_str(), &self.tournament);
        let plies = options.opening_plies();
        let Some(file) = &self.openings else {
            let openings = Openings::random(plies, self.seed);
            return match options.balance {
                None => Ok(openings),
                Some(_) if game != games::DEFAULT => {
                    Err(InputError::new("--balance goes with Othello only"))
                }
                Some(discs) => Ok(openings.balanced(100 * i32::from(discs))),
            };
        };
        let ending = Path::new(file)
            .extension()
            .and_then(|ending| ending.to_str());
        let openings = match ending {
            Some("ggf" | "pgn" | "wtb" | "obf") => Openings::read_games(file, plies, game)?,
            _ => Openings::read(file, engine)?,
        };
        Ok(if options.shuffle {
            openings.shuffled(self.seed)
        } else {
            openings
        })
    }

    /// Maximum number of games between two programs.
    pub(super) fn max_games(&self) -> usize {
        match self.games {
            Some(games) => games as usize,
            None if self.ends_by_test() => usize::MAX,
            None => 20,
        }
    }

    /// Whether only the sequential test ends the match.
    pub(super) fn ends_by_test(&self) -> bool {
        self.games.is_none() && self.sprt.is_some()
    }

    /// The names of the programs in reports; with their commands if the names are equal.
    pub(super) fn labels(&self, names: Option<[String; 2]>) -> [String; 2] {
        let commands = self.commands();
        let [first, second] = names.unwrap_or_else(|| commands.map(str::to_owned));
        let first = self.first_name.clone().unwrap_or(first);
        let second = self.second_name.clone().unwrap_or(second);
        if first != second {
            return [first, second];
        }
        if commands[0] != commands[1] {
            return commands.map(|command| format!("{first} ({command})"));
        }
        ["first", "second"].map(|which| format!("{first} ({which})"))
    }

    pub(super) fn rules(&self) -> Rules {
        let time_controls = match (self.move_time, self.depth) {
            (Some(time), _) => [TimeControl::PerMove(time); 2],
            (None, Some(depth)) => {
                [depth, self.second_depth.unwrap_or(depth)].map(TimeControl::Depth)
            }
            (None, None) => {
                let other = TimeControl::Clock(
                    self.second_time.unwrap_or(self.time),
                    self.second_increment.unwrap_or(self.increment),
                );
                [TimeControl::Clock(self.time, self.increment), other]
            }
        };
        Rules {
            time_controls,
            tolerance: Duration::from_millis(self.tolerance),
            move_limit: self.move_limit.unwrap_or(TimeControl::DEFAULT_MOVE_LIMIT),
        }
    }

    /// Refuses a limit for moves that are limited by depth or nodes if there are none.
    ///
    /// # Errors
    /// If the option is given, and all of the `time_controls` are times.
    pub(super) fn check_move_limit(&self, time_controls: &[TimeControl]) -> Result<(), InputError> {
        if self.move_limit.is_none() || !time_controls.iter().all(|control| control.is_timed()) {
            return Ok(());
        }
        let why = "--move-limit: every program plays by time; it goes with --depth, and with depth= and nodes= of a program";
        Err(InputError::new(why))
    }

    /// Number of deals of a match of Daifugo.
    pub(super) fn max_deals(&self) -> usize {
        let deals = self.deals.unwrap_or(20);
        usize::try_from(deals).unwrap_or(usize::MAX)
    }

    /// Where the report goes: to standard error if the record goes to standard output.
    ///
    /// # Errors
    /// If the report has to be on standard output, too.
    pub(super) fn report_output(&self) -> Result<Box<dyn Write>, InputError> {
        if self.record.as_deref() != Some(record::PIPE) {
            return Ok(Box::new(io::stdout().lock()));
        }
        if self.json {
            let why =
                "--record - and --json both write to standard output: name a file with --record";
            return Err(InputError::new(why));
        }
        // Not locked, because messages of other threads go there, too.
        Ok(Box::new(io::stderr()))
    }

    /// Checks that the record and the file of games replace neither an input nor each other.
    ///
    /// # Errors
    /// If one does.
    pub(super) fn check_outputs(&self) -> Result<(), InputError> {
        let openings = self.openings.as_deref().map(Path::new);
        let record = self.record.as_deref().map(Path::new);
        let (engines, save) = (&self.tournament.engines, &self.tournament.save);
        let inputs = [("--openings", openings), ("--engines", engines.as_deref())];
        let outputs = [("--record", record), ("--save", save.as_deref())];
        let [inputs, outputs] = [inputs, outputs].map(|files| {
            let files = files.into_iter();
            files.filter_map(|(name, path)| Some((name, path?)))
        });
        check_outputs(inputs, outputs).map_err(InputError::new)
    }

    /// Refuses options that only Daifugo has.
    ///
    /// # Errors
    /// If one of them is given.
    pub(super) fn check_board_game(&self) -> Result<(), InputError> {
        let option = match (self.deals, self.open) {
            (Some(_), _) => "--deals",
            (None, true) => "--open",
            (None, false) => return Ok(()),
        };
        let why = format_args!("{option} goes with games of cards: --game daifugo");
        Err(InputError::new(why))
    }

    /// How openings are drawn.
    fn random_source(&self) -> String {
        let (seed, options) = (self.seed, &self.tournament);
        let plies = options.opening_plies();
        let plies = if plies == 8 {
            String::new()
        } else {
            format!("{plies} plies, ")
        };
        let balance = options
            .balance
            .map_or_else(String::new, |discs| format!(", within {discs} discs"));
        format!("random, {plies}seed {seed}{balance}")
    }

    /// Where the openings come from, and the SHA-256 of their file if there is one.
    pub(super) fn source(&self, openings: &Openings) -> (String, Option<String>) {
        let source = self
            .openings
            .clone()
            .unwrap_or_else(|| self.random_source());
        let source = if self.tournament.shuffle {
            format!("{source}, shuffled by {}", self.seed)
        } else {
            source
        };
        (source, openings.sha256().map(str::to_owned))
    }

    /// The limit for moves in seconds, if it is not the default.
    fn recorded_move_limit(&self) -> Option<String> {
        let limit = self
            .move_limit
            .filter(|limit| *limit != TimeControl::DEFAULT_MOVE_LIMIT);
        limit.map(|limit| limit.as_secs_f64().to_string())
    }

    /// The header of a record. `source` says where the starting positions come from, with the SHA-256 of their file.
    ///
    /// # Errors
    /// If a file that a command names cannot be read.
    pub(super) fn header(
        &self,
        game: &str,
        rules: Rules,
        (source, sha256): (String, Option<String>),
    ) -> Result<Header, InputError> {
        let commands = self.commands();
        let digests = |command| digest::of_command(protocol(command)?.1);
        Ok(Header {
            first: commands[0].to_owned(),
            second: commands[1].to_owned(),
            game: game.to_owned(),
            time_control: match rules.time_controls {
                [first, second] if first == second => format!("{first:?}"),
                [first, second] => format!("{first:?} against {second:?}"),
            },
            tolerance: Some(self.tolerance),
            move_limit: self.recorded_move_limit(),
            openings: source,
            openings_sha256: sha256,
            names: None,
            labels: None,
            files: Some([digests(commands[0])?, digests(commands[1])?]),
            engines: None,
            format: None,
        })
    }

    /// The header of the record of a tournament of `engines`.
    ///
    /// # Errors
    /// If a file that a command names cannot be read.
    pub(super) fn tournament_header(
        &self,
        game: &str,
        engines: &[EngineSpec],
        (openings, openings_sha256): (String, Option<String>),
    ) -> Result<Header, InputError> {
        let common = self.rules().time_controls[0];
        let engine = |engine: &EngineSpec| {
            Ok(EngineHeader {
                name: engine.name.clone(),
                command: engine.command.clone(),
                options: engine.options.clone(),
                time_control: format!("{:?}", engine.time_control.unwrap_or(common)),
                files: digest::of_command(protocol(&engine.command)?.1)?,
            })
        };
        Ok(Header {
            first: String::new(),
            second: String::new(),
            game: game.to_owned(),
            time_control: format!("{common:?}"),
            tolerance: Some(self.tolerance),
            move_limit: self.recorded_move_limit(),
            openings,
            openings_sha256,
            names: None,
            labels: None,
            files: Some([Vec::new(), Vec::new()]),
            engines: Some(
                engines
                    .iter()
                    .map(engine)
                    .collect::<Result<_, InputError>>()?,
            ),
            format: Some(self.tournament.format.to_string()),
        })
    }
}
