//! The articles' searches, node for node: depth-limited alpha-beta and principal variation search.
//!
//! Nodes are counted before the table is probed. Every root move is searched separately with the full window, and all
//! of them share one table. Scores keep the article's halves: its null window is one point wide, so that half a point
//! lies inside.

use std::fmt;
use std::rc::Rc;

use super::ai14s::{Half, ai14s_eval};
use super::board::Move;
use super::descent::Descent;
use super::state::Marubatsu;
use super::table::{Known, Table};

/// How a node searches its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// All of them with the remaining window (`ai_abs_dls`).
    AlphaBeta,
    /// All but the first one with a null window first (`ai_pvs_dls`).
    Scout,
}

/// Greater than every score, in half points.
const INFINITE: Half = 1_000_000;

/// The width of a null window in half points: the article's `alpha + 1`.
const POINT: Half = 2;

/// Number of nodes between two questions whether the time is up.
const NODES_PER_TIME_CHECK: u64 = 64;

/// Whether the time is up; the caller has the clock.
#[derive(Clone)]
struct TimeCheck(Rc<dyn Fn() -> bool>);

impl fmt::Debug for TimeCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TimeCheck")
    }
}

/// The time is up: the search is given up. The copy of the position on which it works is not restored.
struct TimeUp;

/// The result of a search of all root moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The best score for the side to move, in half points.
    pub score: Half,
    /// The score of each root move for the side to move, in half points, in the order in which they were searched.
    pub scores: Vec<(Move, Half)>,
    /// The root moves with the best score, in that order.
    pub candidates: Vec<Move>,
    /// Nodes counted, over all root moves.
    pub nodes: u64,
    /// The PV: the first candidate, and the best moves of the table after it.
    pub line: Vec<Move>,
}

/// One of the articles' searches with its tables.
#[derive(Debug, Clone)]
pub struct ArticleSearch {
    method: Method,
    descent: Descent,
    /// The transposition table, if one is used.
    table: Option<Table>,
    /// The table of a shallower search, whose best moves are searched first.
    guide: Option<Table>,
    /// Plies below a child of the root.
    depth: usize,
    nodes: u64,
    /// When to give up, if ever.
    time: Option<TimeCheck>,
}

impl ArticleSearch {
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
            time: None,
        }
    }

    /// The same search without a transposition table.
    #[must_use]
    pub fn without_table(mut self) -> Self {
        self.table = None;
        self
    }

    /// Iterative deepening (`ai_pvs_iddfs`) down to the depth of this search, each depth guided by the table of the one
    /// before. Returns the result of each depth.
    ///
    /// Afterwards this search stays guided by the last depth but one.
    ///
    /// # Panics
    /// If the board is full.
    pub fn iterative_deepening(&mut self, game: &Marubatsu) -> Vec<SearchOutcome> {
        let mut found = Vec::new();
        self.deepen(
            game,
            self.depth,
            || false,
            |outcome| {
                found.push(outcome.clone());
            },
        );
        found
    }

    /// As [`Self::iterative_deepening`], to depth `deepest` at most and until `time_is_up`, which is asked every 64 nodes.
    /// Each finished depth goes to `report`; a depth that is not finished in time is dropped, so there may be none.
    ///
    /// # Panics
    /// If the board is full.
    pub fn deepen(
        &mut self,
        game: &Marubatsu,
        deepest: usize,
        time_is_up: impl Fn() -> bool + 'static,
        mut report: impl FnMut(&SearchOutcome),
    ) {
        let depth_after = self.depth;
        self.guide = None;
        self.time = Some(TimeCheck(Rc::new(time_is_up)));
        for depth in 0..=deepest {
            self.depth = depth;
            let Ok(outcome) = self.search(game) else {
                break;
            };
            report(&outcome);
            if depth < deepest {
                self.guide.clone_from(&self.table);
            }
        }
        self.depth = depth_after;
        self.time = None;
    }

    /// Searches every move of a game that is not over.
    ///
    /// # Panics
    /// If the board is full.
    pub fn think(&mut self, game: &Marubatsu) -> SearchOutcome {
        let Ok(outcome) = self.search(game) else {
            unreachable!("without a deadline the time is never up");
        };
        outcome
    }

    fn search(&mut self, game: &Marubatsu) -> Result<SearchOutcome, TimeUp> {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.nodes = 0;
        let mut game = game.clone();
        let mut scores = Vec::new();
        for &mv in game.board().moves_by_coordinates().as_slice() {
            scores.push((mv, self.child(&mut game, mv, 0, (-INFINITE, INFINITE))?));
        }
        let score = scores.iter().map(|(_, score)| *score).max();
        let score = score.expect("the board is not full");
        let best = scores.iter().filter(|(_, found)| *found == score);
        let candidates: Vec<_> = best.map(|(mv, _)| *mv).collect();
        Ok(SearchOutcome {
            score,
            line: self.line(&game, candidates[0]),
            candidates,
            scores,
            nodes: self.nodes,
        })
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

    /// The score of a position for the side to move.
    fn node(
        &mut self,
        game: &mut Marubatsu,
        depth: usize,
        window: (Half, Half),
    ) -> Result<Half, TimeUp> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_TIME_CHECK)
            && self.time.as_ref().is_some_and(|time| (time.0)())
        {
            return Err(TimeUp);
        }
        if game.ended().is_some() || depth == self.depth {
            return Ok(-ai14s_eval(game));
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
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        }
        let (score, best) = self.search_moves(game, depth, (alpha, beta))?;
        if let Some(table) = &mut self.table {
            if score > alpha {
                lower = score;
            }
            if score < beta {
                upper = score;
            }
            table.learn(game, Known { lower, upper, best });
        }
        Ok(score)
    }

    /// The best score of the children and the move to it.
    fn search_moves(
        &mut self,
        game: &mut Marubatsu,
        depth: usize,
        (mut alpha, beta): (Half, Half),
    ) -> Result<(Half, Move), TimeUp> {
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
                if let Some(exact) = self.scout(game, mv, depth + 1, (alpha, beta), asked)? {
                    learn(exact);
                }
            } else {
                learn(self.child(game, mv, depth + 1, (alpha, beta))?);
            }
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
        Ok((score, best))
    }

    /// Searches a child with a null window. If `asked` accepts that score, searches it again with the remaining window
    /// and returns the new score.
    fn scout(
        &mut self,
        game: &mut Marubatsu,
        mv: Move,
        depth: usize,
        (alpha, beta): (Half, Half),
        mut asked: impl FnMut(Half) -> bool,
    ) -> Result<Option<Half>, TimeUp> {
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
        let found = -self.node(below, depth, null)?;
        let exact = if asked(found) {
            if self.descent == Descent::UndoEach {
                below.take_back();
                below.play(mv);
            }
            Some(-self.node(below, depth, whole)?)
        } else {
            None
        };
        below.take_back();
        Ok(exact)
    }

    /// The score of a child for the side that moves to it.
    fn child(
        &mut self,
        game: &mut Marubatsu,
        mv: Move,
        depth: usize,
        (alpha, beta): (Half, Half),
    ) -> Result<Half, TimeUp> {
        if self.descent == Descent::Copy {
            let mut copy = game.clone();
            copy.play(mv);
            return Ok(-self.node(&mut copy, depth, (-beta, -alpha))?);
        }
        game.play(mv);
        let score = -self.node(game, depth, (-beta, -alpha))?;
        game.take_back();
        Ok(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_depth_but_one_still_guides_afterwards() {
        let game = Marubatsu::default();
        let mut search = ArticleSearch::new(Method::Scout, Descent::UndoOnce, 6);
        let found = search.iterative_deepening(&game);
        assert_eq!(Some(search.think(&game)), found.last().cloned());
    }
}
