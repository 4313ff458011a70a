//! The articles' searches, node for node: depth-limited alpha-beta and principal variation search.
//!
//! Nodes are counted before the table is asked, every root move is searched by itself with the whole
//! window and one table for all of them, and scores keep the article's halves: the null window
//! of the article is one point wide, so that half a point lies inside.

use super::board::Move;
use super::notion::{Half, notion};
use super::state::Marubatsu;
use super::table::{Known, Table};

/// How a node finds the score of its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// All of them with what is left of the window (`ai_abs_dls`).
    AlphaBeta,
    /// All but the first one with a null window first (`ai_pvs_dls`).
    Scout,
}

/// How the position comes back after a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Descent {
    /// The move is made on a copy, as before the article.
    Copy,
    /// Every search of a child makes its move and takes it back, the article's first form.
    UndoEach,
    /// A child's move is made once, also when it is searched twice, the article's second form.
    UndoOnce,
}

/// Beyond every score.
const INFINITE: Half = 1_000_000;

/// The article's `alpha + 1`.
const POINT: Half = 2;

/// What a search of all root moves found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// The best score for the player whose turn it is, in half points.
    pub score: Half,
    /// The root moves with that score, in the order in which they were searched.
    pub candidates: Vec<Move>,
    /// Nodes counted, over all root moves.
    pub nodes: u64,
    /// The first candidate, and what the table expects after it.
    pub line: Vec<Move>,
}

/// One of the articles' searches with its tables.
#[derive(Debug, Clone)]
pub struct Thinker {
    method: Method,
    descent: Descent,
    /// Nothing if it searches without one.
    table: Option<Table>,
    /// The table of a shallower search: its best moves are searched first.
    guide: Option<Table>,
    /// Plies below a child of the root.
    depth: usize,
    nodes: u64,
}

impl Thinker {
    /// A search `depth` plies below the children of the root.
    #[must_use]
    pub fn new(method: Method, descent: Descent, depth: usize) -> Self {
        Self {
            method,
            descent,
            table: Some(Table::default()),
            guide: None,
            depth,
            nodes: 0,
        }
    }

    /// The same one without a transposition table.
    #[must_use]
    pub fn without_table(mut self) -> Self {
        self.table = None;
        self
    }

    /// Searches deeper and deeper, each depth guided by the table of the one before it
    /// (`ai_pvs_iddfs`), down to this one's; what each depth found.
    ///
    /// Afterwards this search goes on being guided by the last depth but one.
    pub fn deepen(&mut self, game: &Marubatsu) -> Vec<Thought> {
        let deepest = self.depth;
        self.guide = None;
        let mut thoughts = Vec::new();
        for depth in 0..=deepest {
            self.depth = depth;
            thoughts.push(self.think(game));
            if depth < deepest {
                self.guide.clone_from(&self.table);
            }
        }
        thoughts
    }

    /// Searches every move of a game that is not over.
    pub fn think(&mut self, game: &Marubatsu) -> Thought {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.nodes = 0;
        let mut game = game.clone();
        let mut best = -INFINITE;
        let mut candidates = Vec::new();
        for &mv in game.board().moves_by_coordinates().as_slice() {
            let score = self.child(&mut game, mv, 0, (-INFINITE, INFINITE));
            if score > best {
                best = score;
                candidates.clear();
            }
            if score == best {
                candidates.push(mv);
            }
        }
        Thought {
            score: best,
            line: self.line(&game, candidates[0]),
            candidates,
            nodes: self.nodes,
        }
    }

    fn line(&self, game: &Marubatsu, first: Move) -> Vec<Move> {
        let mut game = game.clone();
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next {
            line.push(mv);
            game.play(mv);
            let known = self
                .table
                .as_ref()
                .and_then(|table| table.get(game.board()));
            next = known
                .filter(|_| game.ended().is_none())
                .map(|known| known.best);
        }
        line
    }

    /// The score of a position for the player whose turn it is.
    fn node(&mut self, game: &mut Marubatsu, depth: usize, window: (Half, Half)) -> Half {
        self.nodes += 1;
        if game.ended().is_some() || depth == self.depth {
            return -notion(game);
        }
        let (mut alpha, mut beta) = window;
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        if let Some(known) = self
            .table
            .as_ref()
            .and_then(|table| table.get(game.board()))
        {
            Known { lower, upper, .. } = known;
            if lower == upper || lower >= beta {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        }
        let (score, best) = self.branch(game, depth, (alpha, beta));
        if let Some(table) = &mut self.table {
            if score > alpha {
                lower = score;
            }
            if score < beta {
                upper = score;
            }
            table.learn(game, Known { lower, upper, best });
        }
        score
    }

    /// The best score of the children and the move to it.
    fn branch(
        &mut self,
        game: &mut Marubatsu,
        depth: usize,
        (mut alpha, beta): (Half, Half),
    ) -> (Half, Move) {
        let mut moves = game.board().moves_by_coordinates();
        let guide = self
            .guide
            .as_ref()
            .and_then(|table| table.get(game.board()));
        if let Some(known) = guide {
            moves.begin_with(known.best);
        }
        let mut best = moves.as_slice()[0];
        let mut score = -INFINITE;
        for (at, &mv) in moves.as_slice().iter().enumerate() {
            let mut learn = |found: Half| {
                if found > score {
                    (score, best) = (found, mv);
                }
                score
            };
            if at > 0 && self.method == Method::Scout {
                let asked = |found: Half| {
                    let score = learn(found);
                    score > alpha && score < beta
                };
                if let Some(exact) = self.scout(game, mv, depth + 1, (alpha, beta), asked) {
                    learn(exact);
                }
            } else {
                learn(self.child(game, mv, depth + 1, (alpha, beta)));
            }
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
        (score, best)
    }

    /// Searches a child with a null window, and again if `asked` wants more than what that found:
    /// then that score.
    fn scout(
        &mut self,
        game: &mut Marubatsu,
        mv: Move,
        depth: usize,
        (alpha, beta): (Half, Half),
        mut asked: impl FnMut(Half) -> bool,
    ) -> Option<Half> {
        let null = (-alpha - POINT, -alpha);
        let whole = (-beta, -alpha);
        let mut copy;
        let below = if self.descent == Descent::Copy {
            copy = game.clone();
            &mut copy
        } else {
            game
        };
        below.play(mv);
        let found = -self.node(below, depth, null);
        let again = asked(found);
        let exact = again.then(|| {
            if self.descent == Descent::UndoEach {
                below.take_back();
                below.play(mv);
            }
            -self.node(below, depth, whole)
        });
        below.take_back();
        exact
    }

    /// The score of a child for the player who moves to it.
    fn child(
        &mut self,
        game: &mut Marubatsu,
        mv: Move,
        depth: usize,
        (alpha, beta): (Half, Half),
    ) -> Half {
        if self.descent == Descent::Copy {
            let mut copy = game.clone();
            copy.play(mv);
            return -self.node(&mut copy, depth, (-beta, -alpha));
        }
        game.play(mv);
        let score = -self.node(game, depth, (-beta, -alpha));
        game.take_back();
        score
    }
}
