//! The interfaces of a game: [`Game`] for the search, [`Notation`] for text.
//!
//! [`Game`] holds the rules and a static evaluation; the search needs nothing else. [`Notation`] reads, writes and
//! draws positions and moves.

use std::fmt::Debug;
use std::time::Duration;

use crate::core::{Draft, LastIteration, Score, SearchBudget, Skill};
pub use crate::core::{Grid, InputError, Outcome, PackedMove, SetupError, Side, splitmix64};

/// A position that can be searched: the rules and a static evaluation.
///
/// `make` and `unmake` may update a hash and evaluation features incrementally. A move may carry data that `make` would
/// otherwise compute twice. The defaults suit a small game.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// A move, with any data that `make` and `unmake` need.
    type Move: Copy + Debug + Send + Sync + 'static;

    /// Whose turn it is.
    fn side(&self) -> Side;
    /// Calls `each` with every legal move; a forced pass is a move.
    ///
    /// Not called when [`Game::terminal_score`] says that the game is over.
    fn moves(&self, each: impl FnMut(Self::Move));
    /// Plays a legal move.
    fn make(&mut self, mv: &Self::Move);
    /// Takes back the last move made, `mv`.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::game::Game;
    /// use kaeshi::games::othello::Othello;
    ///
    /// let mut game = Othello::default();
    /// let before = game.hash();
    /// let mut moves = Vec::new();
    /// game.moves(|mv| moves.push(mv));
    /// game.make(&moves[0]);
    /// game.unmake(&moves[0]);
    /// assert_eq!(game.hash(), before);
    /// ```
    fn unmake(&mut self, mv: &Self::Move);
    /// A hash of everything that matters for the rest of the game.
    fn hash(&self) -> u64;
    /// [`Game::hash`] after a move, if that is known long before the move is made.
    #[inline]
    fn hash_after(&self, _mv: &Self::Move) -> Option<u64> {
        None
    }
    /// The final score for the side to move, if the game is over. `ply` is the distance from the root in plies.
    fn terminal_score(&self, ply: u16) -> Option<Score>;
    /// The static evaluation for the side to move.
    fn evaluate(&self) -> Score;
    /// The code of the move in the table: different for different moves of a position, below [`Game::PACKED_LIMIT`],
    /// never [`PackedMove::NONE`].
    fn pack(mv: &Self::Move) -> PackedMove;

    /// An upper bound on the remaining plies that cost depth. A search to this depth solves the game.
    fn max_plies_left(&self) -> u16;

    /// Remaining plies for which the player to move still needs thinking time, with `time` left on the clock of a machine
    /// on which [`Game::probe`] takes [`Game::PROBE_TIME`]. Fewer than [`Game::max_plies_left`] where a small part of
    /// that time solves the end.
    fn plies_to_think(&self, _time: Duration) -> u16 {
        self.max_plies_left()
    }

    /// Does a few milliseconds of typical work, to measure the speed of the machine. Returns the number of nodes visited.
    #[must_use]
    fn probe() -> u64 {
        0
    }

    /// The time of [`Game::probe`] on the machine that [`Game::plies_to_think`] is fitted to; `None` if the speed does not
    /// matter.
    const PROBE_TIME: Option<Duration> = None;
    /// One more than the largest [`PackedMove`] move.
    const PACKED_LIMIT: usize;
    /// Score units in the unit of the game, which users see as 1.00: a disc, or a win.
    const UNIT: i16 = 100;
    /// Whether the turn passes to the other side after every move.
    const ALTERNATES: bool = true;
    /// What perft counts for a game that ends before the last ply: 0, or 1 where the published counts include it.
    const EARLY_END: u64 = 0;
    /// The skill of each [`Level`](crate::search::Level) below full strength, the weakest first. Empty if the game has
    /// no levels.
    const LEVELS: &'static [Skill] = &[];

    /// Plies of depth that the move costs, 0 or more; a forced pass may cost 0.
    #[must_use]
    fn cost(_mv: &Self::Move) -> i8 {
        1
    }

    /// The draft of the next iteration after `last`, within `budget`. `None` if deeper search gains nothing.
    #[must_use]
    fn next_iteration(&self, last: Option<LastIteration>, _budget: &SearchBudget) -> Option<Draft> {
        let depth = last.map_or(1, |last| last.draft.depth.saturating_add(1));
        let deepest = i8::try_from(self.max_plies_left()).unwrap_or(Draft::MAX_DEPTH);
        (depth <= deepest.min(Draft::MAX_DEPTH)).then(|| Draft::exact(depth))
    }

    /// Half the width of the first aspiration window in an iteration to `draft`, in score units. In its middle is the score
    /// of an iteration to `last`.
    #[must_use]
    fn aspiration(&self, _draft: Draft, _last: Draft) -> i16 {
        50
    }

    /// Whether `score`, the result of a search to `draft`, is the exact value of the game.
    #[must_use]
    fn is_proven(&self, draft: Draft, score: Score) -> bool {
        let to_the_end =
            u16::try_from(draft.depth).is_ok_and(|depth| depth >= self.max_plies_left());
        score.is_decided() || (to_the_end && draft.is_exact())
    }

    /// The leaves of the game tree `depth` plies deep, if the game can count them faster than move by move. Takes a
    /// fraction of a second at most, so that a count can be stopped.
    #[must_use]
    fn bulk_perft(&self, _depth: u8) -> Option<u64> {
        None
    }

    /// Prepares the first search outside of its thinking time, for example by unpacking weights.
    fn prepare() {}
}

/// A game that can be read, written and drawn.
///
/// A value knows its own variant (board size, rule set). Texts are read as texts of that variant.
pub trait Notation: Game {
    /// The starting position of this variant.
    #[must_use]
    fn start(&self) -> Self;

    /// Reads a position of this variant.
    ///
    /// # Errors
    /// [`SetupError::Refused`] if the text is no legal position, [`SetupError::Variant`] if it is a position of another
    /// variant of the game.
    fn read(&self, text: &str) -> Result<Self, SetupError>;

    /// The legal move that `text` names in this position.
    ///
    /// # Errors
    /// If there is none; the reason says whether the text or the move is wrong.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::game::{Game, Notation};
    /// use kaeshi::games::othello::Othello;
    ///
    /// let mut game = Othello::default();
    /// let mv = game.read_move("f5")?;
    /// game.make(&mv);
    /// assert_eq!(game.write_move(&game.read_move("d6")?), "d6");
    /// assert!(game.read_move("a1").is_err());
    /// # Ok::<(), kaeshi::game::InputError>(())
    /// ```
    fn read_move(&self, text: &str) -> Result<Self::Move, InputError>;

    /// The name of a legal move, without blanks; [`Notation::read_move`] reads it back.
    #[must_use]
    fn write_move(&self, mv: &Self::Move) -> String;

    /// The position as one line of text; [`Notation::read`] reads it back.
    #[must_use]
    fn write(&self) -> String;

    /// The position drawn for people: several lines, no line break at the end.
    #[must_use]
    fn draw(&self) -> String;

    /// How the game ended, if it is over.
    #[must_use]
    fn result(&self) -> Option<Outcome>;

    /// The stones on the board, for games on squares whose moves are named by file and rank, such as `d3`. Any other
    /// move is then a pass.
    #[must_use]
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// The score in the terms of this game ("+12 discs", "a draw", "a win in 5 plies").
    ///
    /// # Examples
    /// ```
    /// use kaeshi::core::Score;
    /// use kaeshi::game::{Game, Notation};
    /// use kaeshi::games::othello::Othello;
    ///
    /// let score = Score(12 * Othello::UNIT);
    /// assert_eq!(Othello::default().describe(score), "+12 discs");
    /// ```
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
