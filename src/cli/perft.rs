//! `kaeshi perft`: counts the leaves of the game tree.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use kaeshi::engine::{Event, PerftResult};
use kaeshi::search::TranspositionTable;

use super::Failure;
use super::number::plies;
use super::options::GameOption;
use super::position::{self, Opened, PositionOption};

/// Count the move sequences of a given length, to test the move generator
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Perft {
    /// Depth in plies. A pass is a ply. A game that ends sooner is counted only in Othello, as in its published tables.
    #[arg(value_parser = plies(0..=u8::MAX))]
    depth: u8,
    #[command(flatten)]
    position: PositionOption,
    /// Show the count below each first move.
    #[arg(long)]
    divide: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameOption,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi perft 9                                            Othello: 3005288 leaves
  kaeshi perft 9 --game tictactoe                           127872 leaves: games that fill the board
  kaeshi perft 3 --divide --position '8/8/8/3ox3/3xo3/8/8/8 x'
  kaeshi perft 3 --position f5d6c3";

impl Perft {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.position.text.as_deref();
        let mut opened =
            position::open(&self.game.name, TranspositionTable::MIN_MEGABYTES, position)?;
        let (sender, events) = crossbeam_channel::unbounded();
        opened
            .engine
            .start_perft(self.depth, Box::new(move |event| drop(sender.send(event))))?;
        for event in events {
            if let Event::Perft(perft) = event {
                self.print(&perft, &opened, &mut io::stdout().lock())?;
            }
        }
        Ok(())
    }

    fn print(&self, perft: &PerftResult, opened: &Opened, out: &mut dyn Write) -> io::Result<()> {
        let leaves = perft.leaves.unwrap_or_default();
        let seconds = perft.time.as_secs_f64();
        if self.json {
            let object = serde_json::json!({
                "position": opened.engine.write(),
                "notation": opened.notation,
                "depth": self.depth,
                "leaves": leaves,
                "seconds": seconds,
                "moves": perft.moves.iter().cloned().collect::<BTreeMap<_, _>>(),
            });
            return writeln!(out, "{object}");
        }
        if let Some(header) = opened.header() {
            writeln!(out, "{header}")?;
        }
        if self.divide {
            for (mv, leaves) in &perft.moves {
                writeln!(out, "{mv:>8} {leaves}")?;
            }
        }
        writeln!(
            out,
            "perft {}: {leaves} leaves in {seconds:.3} s",
            self.depth
        )
    }
}
