//! What a game must say about itself to be searched, and to be talked about.
//!
//! [`Game`] holds the rules and an opinion; the search needs nothing else.
//! [`Spoken`] adds text: how positions and moves are read, written and drawn.

use std::time::Duration;

use std::fmt::{self, Debug};
use std::ops::Not;

use thiserror::Error;

use crate::search::{Draft, Means, Plain, Score, Search, Skill, Stopped, Window};

/// One of the two players: the one who moves first in the starting position, or the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Side {
    /// Moves first in the starting position (Black in Othello, `x` in m,n,k games).
    #[default]
    First,
    /// The other one.
    Second,
}

impl Side {
    /// 0 for the first player, 1 for the second: an index into arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What stands on a board of squares, for whoever draws it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Squares in a rank, at least one.
    pub files: usize,
    /// Whose stone is on each square: `a1` first, then along the ranks as they are numbered.
    pub cells: Vec<Option<Side>>,
}

impl Grid {
    /// The ranks, the first one first.
    #[must_use]
    pub fn ranks(&self) -> impl DoubleEndedIterator<Item = &[Option<Side>]> + ExactSizeIterator {
        self.cells.chunks(self.files)
    }
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Won(Side),
    /// Nobody won.
    Drawn,
}

/// A move as the transposition table stores it; zero means "none".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed(pub u16);

impl Packed {
    /// No move.
    pub const NONE: Self = Self(0);
}

/// A position that can be searched: the rules, plus an opinion.
///
/// `make` and `unmake` keep whatever is worth keeping incrementally (hash,
/// evaluation features); a move may carry what `make` would otherwise compute
/// twice. The constants and the last functions have defaults that suit a small game.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// A move, with any payload `make` and `unmake` want.
    type Move: Copy + Debug + Send + Sync + 'static;
    /// What one worker keeps for this game beside the position: small caches, buffers.
    type Scratch: Default + Send;

    /// Whose turn it is.
    fn side(&self) -> Side;
    /// Calls `each` with every legal move; a forced pass is a move.
    ///
    /// Not called when [`Game::outcome`] says that the game is over.
    fn moves(&self, each: impl FnMut(Self::Move));
    /// Plays a legal move.
    fn make(&mut self, mv: &Self::Move);
    /// Takes back the move just made.
    fn unmake(&mut self, mv: &Self::Move);
    /// A hash of everything that matters for the future of the game.
    fn hash(&self) -> u64;
    /// The final score for the side to move, `ply` plies from the root, if the game is over.
    fn outcome(&self, ply: u16) -> Option<Score>;
    /// A guess at the score for the side to move.
    fn evaluate(&self) -> Score;
    /// The move's name in the table: never [`Packed::NONE`], different for different
    /// moves of one position, and below [`Game::CODES`].
    fn pack(mv: &Self::Move) -> Packed;

    /// An upper bound on the plies left that cost depth; searched this deep, the game is solved.
    fn horizon(&self) -> u16;

    /// Plies of thinking that are ahead of a player with that much time on the clock: fewer than
    /// [`Game::horizon`] where the end can be solved in a small part of it.
    fn plies_to_think(&self, _time: Duration) -> u16 {
        self.horizon()
    }

    /// One more than the largest [`Packed`] move.
    const CODES: usize;
    /// Score units that a user calls one hundred (a disc, or a hundredth of a win).
    const UNIT: i16 = 100;
    /// Whether the turn always passes to the other side.
    const ALTERNATES: bool = true;
    /// Half the width of the first aspiration window.
    const ASPIRATION: i16 = 50;
    /// Leaves that a game counts as which ends before the depth where leaves are counted: 0, or 1
    /// where the published counts have it so.
    const EARLY_END: u64 = 0;
    /// What a player of each [`Level`](crate::search::Level) below full strength may use, the weakest first; empty where
    /// there are no levels.
    const LEVELS: &'static [Skill] = &[];

    /// Plies of depth a move uses up; a forced pass may be free.
    #[must_use]
    fn cost(_mv: &Self::Move) -> i8 {
        1
    }

    /// What to search after `last` when that much time is left, or `None` when nothing more can be learnt.
    #[must_use]
    fn next_draft(&self, last: Option<Draft>, _means: &Means) -> Option<Draft> {
        let depth = last.map_or(1, |draft| draft.depth.saturating_add(1));
        let deepest = i8::try_from(self.horizon()).unwrap_or(Draft::DEEPEST);
        (depth <= deepest.min(Draft::DEEPEST)).then(|| Draft::exact(depth))
    }

    /// Whether `score`, found by searching to `draft`, is the value of the game.
    #[must_use]
    fn is_proven(&self, draft: Draft, score: Score) -> bool {
        let to_the_end = u16::try_from(draft.depth).is_ok_and(|depth| depth >= self.horizon());
        score.is_decided() || (to_the_end && draft.is_exact())
    }

    /// The leaves of the game tree `depth` plies deep, if the game has a faster way to count them
    /// than move by move; at most a fraction of a second at a time, so that a count can be stopped.
    #[must_use]
    fn leaves(&self, _depth: u8) -> Option<u64> {
        None
    }

    /// Does once what the first search would otherwise do on its clock, such as to unpack weights.
    fn prepare() {}

    /// Searches the root once. A game with several phases picks the policy here.
    ///
    /// # Errors
    /// When the search was told to stop.
    fn search_root(
        search: &mut Search<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        search.root::<Plain>(draft, window)
    }
}

/// Why a text was refused: what is wrong, where, and what would be right. One line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refused(String);

impl Refused {
    /// The most characters of a reason that are kept: what is refused may be of any length.
    const LONGEST: usize = 400;

    /// A reason; it is cut where it gets long, and control characters are escaped, so that it
    /// stays one printable line.
    #[must_use]
    pub fn new(why: impl fmt::Display) -> Self {
        let mut line = String::new();
        for (at, character) in why.to_string().chars().enumerate() {
            if at == Self::LONGEST {
                line.push_str("...");
                break;
            }
            if character.is_control() {
                line.extend(character.escape_default());
            } else {
                line.push(character);
            }
        }
        Self(line)
    }
}

/// A game that can be read, written and drawn.
///
/// A value knows its own variant (board size, rule set): texts are read in its light.
pub trait Spoken: Game {
    /// The starting position of the same variant.
    #[must_use]
    fn start(&self) -> Self;

    /// Reads a position of the same variant.
    ///
    /// # Errors
    /// [`Misfit::Refused`] when the text is no legal position, [`Misfit::Variant`] when it is
    /// one of another variant of the game.
    fn read(&self, text: &str) -> Result<Self, Misfit>;

    /// The legal move that `text` names here.
    ///
    /// # Errors
    /// When there is none; the reason says whether the text or the move is at fault.
    fn read_move(&self, text: &str) -> Result<Self::Move, Refused>;

    /// The name of a legal move, without blanks; [`Spoken::read_move`] reads it back.
    #[must_use]
    fn write_move(&self, mv: &Self::Move) -> String;

    /// The position on one line; [`Spoken::read`] reads it back.
    #[must_use]
    fn write(&self) -> String;

    /// The position drawn for a person, several lines, no final line break.
    #[must_use]
    fn draw(&self) -> String;

    /// How the game ended, if it is over.
    #[must_use]
    fn result(&self) -> Option<Outcome>;

    /// What stands where, if the game is played on a board of squares whose moves are named by
    /// file and rank, such as `d3`; any other move is then a pass.
    #[must_use]
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// A score in this game's own words ("+12 discs", "a draw", "a win in 5 plies").
    #[must_use]
    fn describe(&self, score: Score) -> String {
        let plies = |count| match count {
            1 => "1 ply".into(),
            _ => format!("{count} plies"),
        };
        match score.plies_to_end() {
            Some(count) if score > Score::DRAW => format!("a win in {}", plies(count)),
            Some(count) => format!("a loss in {}", plies(count)),
            None if score == Score::DRAW => "a draw".into(),
            None => format!("{:+.2}", f32::from(score.0) / f32::from(Self::UNIT)),
        }
    }
}

/// Why a position text does not fit a value's variant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Misfit {
    /// It is no legal position.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It is a position of another variant, named here as `Game` option values are.
    #[error("this is a position of {0}")]
    Variant(String),
}

/// Mixes 64 bits so that every bit of the input changes about half of the output.
///
/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014); used for hashes and Zobrist keys.
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
