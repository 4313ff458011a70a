//! The values of a game's positions and moves.

use std::ops::Neg;

use serde::{Deserialize, Serialize};

use crate::engine::SolvedLine;
use crate::game::Side;
use crate::games::othello::DISC;
use crate::search::Score;

/// A player of a game of Othello.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl Player {
    /// Both players, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The index of the player in arrays of two: 0 for Black, 1 for White.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `Black` or `White`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::Black,
            Side::Second => Self::White,
        }
    }
}

/// How reliable a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reliability {
    /// Whether the value is proven.
    pub exact: bool,
    /// The confidence of the search in percent, 73 to 100.
    pub percent: u8,
    /// The depth of the search in plies; up to the end of the game if it was searched that far.
    pub depth: u8,
    /// Whether it is that of an opening book, whose line was searched to this depth.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
}

impl Reliability {
    /// That of a finished game.
    pub const PROVEN: Self = Self {
        exact: true,
        percent: 100,
        depth: 0,
        book: false,
    };

    pub(super) fn of(line: &SolvedLine) -> Self {
        Self {
            exact: line.proven,
            percent: line.draft.selectivity.percent(),
            depth: line.draft.depth.unsigned_abs(),
            book: false,
        }
    }

    /// That of the position before a move to a position with this one.
    pub(super) const fn before(self) -> Self {
        Self {
            depth: self.depth.saturating_add(1),
            ..self
        }
    }

    /// Whether it is at least that of `other`.
    pub(super) const fn reaches(self, other: Self) -> bool {
        self.exact || !other.exact && self.percent >= other.percent && self.depth >= other.depth
    }

    /// That of a statement that needs two values: the lower one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self.exact, other.exact) {
            (true, true) => Self {
                depth: self.depth.max(other.depth),
                ..self
            },
            (true, false) => other,
            (false, true) => self,
            (false, false) => Self {
                exact: false,
                percent: self.percent.min(other.percent),
                depth: self.depth.min(other.depth),
                book: self.book && other.book,
            },
        }
    }
}

/// A value in discs, and how reliable it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// Final disc difference, -64 to 64, rounded to hundredths; for whom, the owner says.
    #[serde(rename = "value")]
    pub discs: f64,
    /// How reliable it is.
    #[serde(flatten)]
    pub reliability: Reliability,
}

impl Value {
    pub(super) fn new(score: Score, reliability: Reliability) -> Self {
        let discs = f64::from(score.0) / f64::from(DISC);
        Self {
            discs: (discs * 100.0).round() / 100.0 + 0.0,
            reliability,
        }
    }

    /// The value seen by `player`, if this one is seen by the player to move, `mover`.
    #[must_use]
    pub fn seen_by(self, player: Player, mover: Player) -> Self {
        if player == mover { self } else { -self }
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            discs: 0.0 - self.discs,
            ..self
        }
    }
}

/// A legal move and its value for the player who makes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ValuedMove {
    /// A square, or `pass`.
    #[serde(rename = "move")]
    pub name: String,
    /// What it leads to.
    #[serde(flatten)]
    pub value: Value,
    /// Whether the value is only a maximum: a deeper search has shown that the move is not better than the best.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
}

/// A move of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The number of the disc, from 1; passes have the number of the disc before.
    pub number: usize,
    /// Who moved.
    pub side: Player,
    /// The move: a square, or `pass`.
    #[serde(rename = "move")]
    pub name: String,
    /// The value of the position after the move, for the player who moved.
    pub played: Value,
    /// The value of the position before the move with best play, for the player who moved.
    pub best: Value,
    /// The discs that the move lost, in tenths: the difference of both values, or 0 if that is below [`MIN_LOSS`].
    pub loss: f64,
    /// The best line from the position before the move.
    pub line: Vec<String>,
    /// All legal moves, the best first. Those but the best and the one played are searched less deep.
    pub moves: Vec<ValuedMove>,
    /// The name of the opening after the move, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// Differences below this number of discs are no loss: estimates are not more precise.
pub const MIN_LOSS: f64 = 0.5;

/// The loss of a move that is worth `played` where the best one is worth `best`, as in [`Judged::loss`].
pub(super) fn loss(best: Value, played: Value) -> f64 {
    let tenths = ((best.discs - played.discs) * 10.0).round() / 10.0;
    if tenths < MIN_LOSS { 0.0 } else { tenths }
}

impl Judged {
    /// Whether the move is a pass.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        self.name == PASS
    }

    /// The best move, if the move played lost something.
    #[must_use]
    pub fn better(&self) -> Option<&str> {
        let best = self.line.first().map(String::as_str);
        best.filter(|best| self.loss > 0.0 && *best != self.name)
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Self::First,
            Player::White => Self::Second,
        }
    }
}

/// The name of a pass.
pub(super) const PASS: &str = "pass";

/// A game, move by move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The position at the beginning: 64 squares from a1 to h8 (X, O and -), a blank, and the side to move.
    pub start: String,
    /// The moves.
    pub moves: Vec<Judged>,
    /// The value of the last position, for Black.
    pub end: Value,
    /// Whether the game was played to its end.
    pub finished: bool,
    /// The best line from the last position, if the game was not finished.
    pub rest: Vec<String>,
}

impl Analysis {
    /// The value for Black of the position before the move with this index, or of the last position.
    #[must_use]
    pub fn value(&self, index: usize) -> Value {
        let judged = self.moves.get(index);
        judged.map_or(self.end, |judged| {
            judged.best.seen_by(Player::Black, judged.side)
        })
    }

    /// The values for Black of all positions: before each move, and at the end.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        (0..=self.moves.len()).map(|at| self.value(at)).collect()
    }

    /// The last opening with a name, which is also the one with the most moves: the index of the move that led there,
    /// and the name.
    #[must_use]
    pub fn opening(&self) -> Option<(usize, &str)> {
        let mut named = self.moves.iter().enumerate().rev();
        named.find_map(|(at, judged)| Some((at, judged.opening.as_deref()?)))
    }
}
