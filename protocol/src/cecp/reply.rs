//! The replies of a CECP engine.

use std::fmt;
use std::time::Duration;

use crate::fairy::{Fen, Move, Player};
use crate::text::{Text, Word};

/// A line from the engine; `Display` writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `feature <name>=<value>`: a feature of the engine; texts are put in quotation marks.
    Feature(Word, Value),
    /// `setup (<pieces>) <files>x<ranks>+<in hand>_<parent> <position>`: the start of the variant.
    Setup(Fen),
    /// `move <move>`: the engine plays this move.
    Move(Move),
    /// `Illegal move (<why>): <move>`
    IllegalMove(Text, Move),
    /// `Error (<why>): <command>`
    Error(Text, Text),
    /// `tellusererror <text>`: shown to the user.
    TellUserError(Text),
    /// `pong <number>`: the answer to `ping`.
    Pong(i64),
    /// `1-0 {White wins 33-31}`: the result of the game.
    Result(Ending),
    /// `<ply> <score> <time> <nodes> <line>`: thinking output.
    Thinking {
        /// Depth in plies.
        depth: u32,
        /// Hundredths of the game's unit, for the side to move at the root.
        score: i32,
        /// Time since the search began; written in hundredths of a second.
        time: Duration,
        /// Nodes visited.
        nodes: u64,
        /// The principal variation.
        line: Vec<Move>,
    },
}

/// The value of a feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number; features that are on or off have 1 or 0.
    Number(u32),
    /// A text; quotation marks in it become apostrophes.
    Text(Text),
}

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// The number of pieces of White and of Black.
    pub pieces: [u32; 2],
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(name, Value::Number(number)) => write!(f, "feature {name}={number}"),
            Self::Feature(name, Value::Text(text)) => {
                write!(f, "feature {name}=\"{}\"", text.as_str().replace('"', "'"))
            }
            // `XBoard` treats pieces that are dropped as pawns in hand from the start.
            Self::Setup(fen) => {
                let (ranks, files) = (fen.ranks.len(), fen.ranks.first().map_or(0, Vec::len));
                write!(f, "setup (P.....p.....) {files}x{ranks}+1_fairy {fen}")
            }
            Self::Move(mv) => write!(f, "move {mv}"),
            Self::IllegalMove(why, mv) => write!(f, "Illegal move ({why}): {mv}"),
            Self::Error(why, command) => write!(f, "Error ({why}): {command}"),
            Self::TellUserError(text) => write!(f, "tellusererror {text}"),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Result(ending) => write!(f, "{ending}"),
            Self::Thinking {
                depth,
                score,
                time,
                nodes,
                line,
            } => {
                let hundredths = time.as_millis() / 10;
                write!(f, "{depth} {score} {hundredths} {nodes}")?;
                line.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.pieces;
        match self.winner {
            Some(Player::White) => write!(f, "1-0 {{White wins {white}-{black}}}"),
            Some(Player::Black) => write!(f, "0-1 {{Black wins {black}-{white}}}"),
            None => write!(f, "1/2-1/2 {{Draw {white}-{black}}}"),
        }
    }
}
