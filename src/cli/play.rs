//! `kaeshi play`: a game against a person in the terminal.

mod board;
mod command;
mod game;

use std::io::{self, IsTerminal, Write as _};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use kaeshi::engine::{Limits, Settings};
use kaeshi::search::Draft;
use kaeshi::shell::{Options, check_level};

use self::board::Board;
use self::game::Evening;
use super::Failure;
use super::options::PlayOptions;
use super::position::{self, PositionOption};

/// Play against Kaeshi in the terminal
///
/// Type a move by its name (the board shows them, and 'moves' lists them), or 'help'.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The side that you play.
    #[arg(long, value_enum, default_value_t = Seats::First, value_name = "SIDE")]
    side: Seats,
    /// Maximum time for a move of Kaeshi in milliseconds [default: 1000, without --depth].
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time: Option<u64>,
    /// Maximum depth of Kaeshi's search in plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i8).range(1..=i64::from(Draft::DEEPEST)))]
    depth: Option<i8>,
    /// Seed of the lower levels' random choices: the same seed and moves give the same replies [default: the time].
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u32>,
    #[command(flatten)]
    position: PositionOption,
    #[command(flatten)]
    options: PlayOptions,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi play                                    Othello; you have the first move
  kaeshi play --side second --time 5000          Kaeshi begins, and takes five seconds a move
  kaeshi play --level 3                          an easy opponent; 'kaeshi --help' lists the levels
  kaeshi play --game tictactoe --depth 1         one that is easy to beat at tic-tac-toe
  kaeshi play --side none --time 200             watch Kaeshi play itself";

/// The sides that a person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seats {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Both sides: two people, or analysis.
    Both,
    /// No side: Kaeshi plays itself.
    None,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let options = self.options.read();
        let text = self.position.text.as_deref();
        let opened = position::open(&options.game, options.hash, text)?;
        check_level(&*opened.seat, &options)?;
        let out = &mut io::stdout().lock();
        if let Some(header) = opened.header() {
            writeln!(out, "{header}")?;
        }
        let seat = opened.seat;
        let setup = text.map(|_| seat.write());
        let evening = Evening {
            board: Board::new(seat, setup, self.settings(&options)),
            people: match self.side {
                Seats::First => [true, false],
                Seats::Second => [false, true],
                Seats::Both => [true, true],
                Seats::None => [false, false],
            },
            limits: self.limits(),
            prompts: io::stdin().is_terminal(),
            resigned: None,
        };
        evening.play(&mut io::stdin().lock(), out)?;
        Ok(())
    }

    fn limits(&self) -> Limits {
        let time = self.time.or(self.depth.is_none().then_some(1000));
        Limits {
            move_time: time.map(Duration::from_millis),
            depth: self.depth,
            ..Limits::default()
        }
    }

    fn settings(&self, options: &Options) -> Settings {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = self.seed.map(u64::from);
        Settings {
            seed: seed.unwrap_or_else(|| now().map_or(0, |time| time.as_secs())),
            ..options.settings
        }
    }
}
