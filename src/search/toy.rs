//! A game with pseudo-random trees, for tests: scores are hashes, and the final score can be made to panic.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{self, ThreadId};

use super::{
    Draft, LastIteration, Plain, Score, SearchBudget, Searchable, Stopped, Window, Worker,
};
use crate::game::{Game, InputError, Notation, Outcome, PackedMove, SetupError, Side, splitmix64};

/// A position: the numbers chosen so far, in any order.
#[derive(Debug, Clone)]
pub(crate) struct Toy {
    seed: u64,
    key: u64,
    plies: u8,
    /// Number of plies of a whole game.
    length: u8,
    /// Maximum number of moves in a position.
    width: u8,
    /// Number of calls for a final score before one panics.
    left: Arc<AtomicU64>,
    /// The only thread on which final scores do not panic; `None` allows all threads.
    thread: Option<ThreadId>,
}

impl Toy {
    pub(crate) fn new(seed: u64, length: u8, width: u8) -> Self {
        Self {
            seed,
            key: splitmix64(seed),
            plies: 0,
            length,
            width,
            left: Arc::new(AtomicU64::new(u64::MAX)),
            thread: None,
        }
    }

    /// The same game; its call number `count` for a final score panics, counted from 0.
    pub(crate) fn panics_after(self, count: u64) -> Self {
        self.left.store(count, Relaxed);
        self
    }

    /// The same game; a final score on another thread than the current one panics.
    pub(crate) fn here(&self) -> Self {
        Self {
            thread: Some(thread::current().id()),
            ..self.clone()
        }
    }

    /// The value of the position, by plain minimax over all lines.
    pub(crate) fn value(&self) -> Score {
        if let Some(score) = self.terminal_score(0) {
            return score;
        }
        let mut best = Score::MIN;
        self.moves(|mv| {
            let mut game = self.clone();
            game.make(&mv);
            best = best.max(-game.value());
        });
        best
    }

    fn with(&self, mv: u16) -> u64 {
        self.key ^ splitmix64(self.seed ^ u64::from(mv) << 8 ^ u64::from(self.plies & 1))
    }
}

impl Game for Toy {
    type Move = u16;

    const PACKED_LIMIT: usize = 65;

    fn side(&self) -> Side {
        if self.plies.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    fn moves(&self, each: impl FnMut(u16)) {
        let count = 1 + splitmix64(self.key) % u64::from(self.width);
        (1..=u16::try_from(count).expect("few")).for_each(each);
    }

    fn make(&mut self, mv: &u16) {
        self.key = self.with(*mv);
        self.plies += 1;
    }

    fn unmake(&mut self, mv: &u16) {
        self.plies -= 1;
        self.key = self.with(*mv);
    }

    fn hash(&self) -> u64 {
        splitmix64(self.key ^ splitmix64(u64::from(self.plies)))
    }

    fn terminal_score(&self, _ply: u16) -> Option<Score> {
        if self.plies < self.length {
            return None;
        }
        let here = self
            .thread
            .is_none_or(|thread| thread == thread::current().id());
        assert!(here, "told to panic in a helper");
        let left = self.left.fetch_sub(1, Relaxed);
        assert!(left > 0, "told to panic");
        Some(self.evaluate())
    }

    fn evaluate(&self) -> Score {
        let score = i16::try_from(splitmix64(self.hash()) % 401).expect("small") - 200;
        Score(score)
    }

    fn pack(mv: &u16) -> PackedMove {
        PackedMove(*mv)
    }

    fn max_plies_left(&self) -> u16 {
        (self.length - self.plies).into()
    }

    /// One iteration: the draft of the whole game.
    fn next_iteration(&self, last: Option<LastIteration>, _budget: &SearchBudget) -> Option<Draft> {
        let depth = i8::try_from(self.max_plies_left()).expect("short");
        last.is_none_or(|last| last.draft.depth < depth)
            .then(|| Draft::exact(depth))
    }
}

impl Searchable for Toy {
    type WorkerData = ();
    /// A number that a search does not change.
    type Mode = u8;

    fn search_root(
        worker: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        worker.root::<Plain>(draft, window)
    }
}

impl Notation for Toy {
    fn start(&self) -> Self {
        self.clone()
    }

    fn read(&self, _text: &str) -> Result<Self, SetupError> {
        Err(InputError::new("made-up positions have no text").into())
    }

    fn read_move(&self, text: &str) -> Result<u16, InputError> {
        text.parse().map_err(InputError::new)
    }

    fn write_move(&self, mv: &u16) -> String {
        mv.to_string()
    }

    fn write(&self) -> String {
        self.key.to_string()
    }

    fn draw(&self) -> String {
        self.write()
    }

    fn result(&self) -> Option<Outcome> {
        (self.plies == self.length).then_some(Outcome::Drawn)
    }
}
