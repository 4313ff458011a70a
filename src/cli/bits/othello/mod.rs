//! `kaeshi bits othello`: ways to find legal moves and flips, against each other.

mod checks;
mod positions;
mod show;
mod timing;
mod ways;

use std::process::ExitCode;

use clap::Args;
use kaeshi::game::InputError;
use kaeshi::games::othello::board::{Board, Square};

use crate::cli::Failure;
use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::report::finish;
use crate::cli::number::whole;
use crate::cli::position::{self, PositionOption, othello};

/// Find legal moves and flips in five ways, and compare and time them
///
/// The ways: an array of ten by ten cells with walls; the loops of `RubyでBitBoardオセロを作成した話`; tables indexed by
/// multiplication, and carry propagation, both as `Flip処理の違いかなあ` describes them; and Kaeshi's own, portable and
/// with SIMD. They are compared on positions of random games, on every empty square. Figures of the articles stand
/// beside ours.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Othello {
    /// Number of positions of random games to compare the ways on.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole(1..=1_000_000_000_u64))]
    positions: u64,
    /// Seed of the random games.
    #[arg(long, default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Show the flips of this move instead, step by step in hexadecimal.
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["positions", "seed"])]
    show: Option<String>,
    #[command(flatten)]
    position: PositionOption,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi bits othello
  kaeshi bits othello --positions 10000000 --seed 2
  kaeshi bits othello --show d3
  kaeshi bits othello --show e3 --position f5d6c3d3 --json";

impl Othello {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if let Some(text) = &self.show {
            let board = self.board()?;
            let picture = show::Picture::of(board, square(board, text)?);
            return Ok(picture.print(self.json)?);
        }
        if self.position.text.is_some() {
            return Err(InputError::new("--position goes with --show").into());
        }
        let progress = Progress::new("positions", self.positions);
        let sections = [
            checks::article_figures(),
            checks::carry_on_lines(),
            checks::on_positions(self.positions, self.seed, &progress),
        ];
        drop(progress);
        let times = timing::sections(self.seed);
        let sections: Vec<_> = sections.into_iter().chain(times).collect();
        Ok(finish(&sections, self.json, serde_json::Map::new())?)
    }

    /// The position of `--position`, or the starting position.
    fn board(&self) -> Result<Board, InputError> {
        let Some(text) = &self.position.text else {
            return Ok(Board::START);
        };
        let reading = othello::read(position::given(text)?)?;
        let reading = reading.ok_or_else(|| InputError::new(position::NOTHING))?;
        Ok(reading.position.board())
    }
}

/// The empty square named by `text`.
fn square(board: Board, text: &str) -> Result<Square, InputError> {
    let wrong = |why: &dyn std::fmt::Display| InputError::new(format_args!("--show {text}: {why}"));
    let square: Square = text.trim().parse().map_err(|why| wrong(&why))?;
    if board.empty() & square.bit() == 0 {
        return Err(wrong(&"the square is taken"));
    }
    Ok(square)
}
