//! The notations of positions.

use std::fmt;

use serde::Serialize;

/// UGI's word for the starting position.
pub(crate) const START: &str = "startpos";

/// The notation of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PositionFormat {
    /// OBF: 64 squares and the side to move.
    Obf,
    /// FEN: rows separated by `/`, and the side to move.
    Fen,
    /// Moves from the starting position.
    Transcript,
    /// The fields of a position of Daifugo.
    Daifugo,
    /// The name of a game, or `startpos`: its starting position.
    Name,
}

impl fmt::Display for PositionFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Obf => "OBF",
            Self::Fen => "FEN",
            Self::Transcript => "a transcript",
            Self::Daifugo => "a position of Daifugo",
            Self::Name => "a starting position",
        })
    }
}
