//! `kaeshi perft`: counts the leaves of the game tree.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use kaeshi::engine::{Counted, Event};
use kaeshi::search::Table;

use super::Failure;
use super::options::GameOption;

/// Count the move sequences of a length, which tests the move generator
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Perft {
    /// Depth in plies. A pass is a ply. A game that ends sooner is counted only in Othello, as in its published tables.
    depth: u8,
    /// The position, in the game's notation, instead of the starting position.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
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
  kaeshi perft 3 --divide --position '8/8/8/3ox3/3xo3/8/8/8 x'";

impl Perft {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.position.as_deref();
        let mut seat = super::seat(&self.game.name, Table::MIN_MEGABYTES, position)?;
        let (sender, events) = crossbeam_channel::unbounded();
        seat.count(self.depth, Box::new(move |event| drop(sender.send(event))));
        for event in events {
            if let Event::Counted(counted) = event {
                self.print(&counted, &mut io::stdout().lock())?;
            }
        }
        Ok(())
    }

    fn print(&self, counted: &Counted, out: &mut dyn Write) -> io::Result<()> {
        let leaves = counted.leaves.unwrap_or_default();
        let seconds = counted.time.as_secs_f64();
        if self.json {
            let object = serde_json::json!({
                "depth": self.depth,
                "leaves": leaves,
                "seconds": seconds,
                "moves": counted.moves.iter().cloned().collect::<BTreeMap<_, _>>(),
            });
            return writeln!(out, "{object}");
        }
        if self.divide {
            for (mv, leaves) in &counted.moves {
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
