//! `kaeshi play`: a game against a person in the terminal.

mod board;
mod cards;
mod command;
mod game;

use std::io::{self, IsTerminal, Write as _};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use kaeshi::engine::{GoLimits, Settings};
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::Draft;
use kaeshi::shell::{Options, check_level};

use self::board::Board;
use self::cards::Deal;
use self::game::InteractiveGame;
use super::Failure;
use super::number::{plies, whole};
use super::options::PlayOptions;
use super::position::{self, PositionOption};

/// Play against Kaeshi in the terminal
///
/// Type a move by its name (the board shows them, and 'moves' lists them), or 'help'. Every game
/// of cards begins with a new deal. Neither you nor Kaeshi sees the hands of the others.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The side that you play.
    #[arg(long, value_enum, default_value_t = Seats::First, value_name = "SIDE")]
    side: Seats,
    /// Maximum time for a move of Kaeshi in milliseconds [default: 1000, without --depth].
    #[arg(long, value_name = "MS", value_parser = whole(1..=3_600_000_u64))]
    time: Option<u64>,
    /// Maximum depth of Kaeshi's search in plies.
    #[arg(long, value_name = "PLIES", value_parser = plies(1..=Draft::MAX_DEPTH))]
    depth: Option<i8>,
    /// Seed of the random numbers, for the deal of cards and the moves of lower levels [default: from the time].
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u32>,
    /// Show all hands of cards to you and to Kaeshi.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    position: PositionOption,
    #[command(flatten)]
    options: PlayOptions,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi play                                    Othello; you have the first move
  kaeshi play --side second --time 5000          Kaeshi begins, with five seconds for each move
  kaeshi play --level 3                          an easy opponent; 'kaeshi --help' lists the levels
  kaeshi play --game tictactoe --depth 1         an easy opponent at tic-tac-toe
  kaeshi play --position f5d6c3                  continue after these moves
  kaeshi play --game 'daifugo uecda 5'           cards against four opponents; 'kaeshi --help' lists the rules
  kaeshi play --game daifugo --open --seed 7     open hands, and the same deal every time
  kaeshi play --side none --time 200             watch Kaeshi play itself";

/// The sides that a person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seats {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// The third player, in games of three or more.
    Third,
    /// The fourth player.
    Fourth,
    /// The fifth player.
    Fifth,
    /// All sides: two people, or one person who tries out moves.
    #[value(alias = "all")]
    Both,
    /// No side: Kaeshi plays itself.
    None,
}

impl Seats {
    /// For each of the `players` players, whether a person makes their moves.
    ///
    /// # Errors
    /// If the game has fewer players than the chosen side requires.
    fn people(self, players: usize) -> Result<Vec<bool>, InputError> {
        let only = |player: usize| {
            if player >= players {
                let why = format_args!("--side: only {players} players take part in this game");
                return Err(InputError::new(why));
            }
            Ok((0..players).map(|other| other == player).collect())
        };
        match self {
            Self::First => only(0),
            Self::Second => only(1),
            Self::Third => only(2),
            Self::Fourth => only(3),
            Self::Fifth => only(4),
            Self::Both => Ok(vec![true; players]),
            Self::None => Ok(vec![false; players]),
        }
    }
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let options = self.options.read();
        let text = self.position.text.as_deref();
        let opened = position::open(&options.game, options.hash, text)?;
        check_level(&*opened.engine, &options)?;
        let settings = self.settings(&options);
        let header = opened.header();
        let setup = text.map(|_| opened.engine.write());
        let is_cards = games::family(&opened.engine.write()) == Some("daifugo");
        let board = if is_cards {
            let deal = match &setup {
                None => Some(Deal::new(&options.game, settings.seed)?),
                Some(_) => None,
            };
            Board::with_cards(setup.as_deref(), deal, self.open, options.hash, settings)?
        } else if self.open {
            return Err(InputError::new("--open goes with games of cards: --game daifugo").into());
        } else {
            Board::new(opened.engine, setup, settings)
        };
        let evening = InteractiveGame {
            people: self.side.people(board.players())?,
            board,
            limits: self.limits(),
            prompts: io::stdin().is_terminal(),
            resigned: None,
        };
        let out = &mut io::stdout().lock();
        if let Some(header) = header {
            writeln!(out, "{header}")?;
        }
        evening.play(&mut io::stdin().lock(), out)?;
        Ok(())
    }

    fn limits(&self) -> GoLimits {
        let time = self.time.or(self.depth.is_none().then_some(1000));
        GoLimits {
            move_time: time.map(Duration::from_millis),
            depth: self.depth,
            ..GoLimits::default()
        }
    }

    fn settings(&self, options: &Options) -> Settings {
        Settings {
            seed: self.seed.unwrap_or_else(seed_of_time).into(),
            ..options.settings
        }
    }
}

/// A seed that depends on the current time.
fn seed_of_time() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
    let mixed = kaeshi::game::splitmix64(now.as_nanos() as u64) as u32;
    mixed
}
