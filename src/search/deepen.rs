//! Iterative deepening, aspiration, and several best moves.

use std::ops::ControlFlow;

use super::{Draft, Limits, Report, RootMoves, Score, Search, Stopped, Window};
use crate::game::{Game, Packed};

impl<G: Game> Search<'_, G> {
    /// Searches deeper and deeper until the game, the limits, `report` or a stop say enough.
    ///
    /// Each finished line of each iteration goes to `report`, best first; an unfinished
    /// one is dropped. The first iteration is always finished, so that there is a move.
    pub fn deepen(&mut self, lines: usize, mut report: impl FnMut(&Report) -> ControlFlow<()>) {
        let allowed = std::mem::take(&mut self.root_moves);
        let mut last: Vec<Report> = Vec::new();
        while let Some(draft) = self.game.next_draft(last.first().map(|first| first.draft)) {
            let Limits {
                depth, selectivity, ..
            } = self.limits;
            if draft.depth > depth || (draft.selectivity > selectivity && !last.is_empty()) {
                break;
            }
            let finished = self.iterate(draft, lines, &allowed, &last);
            self.heeds_stop = true;
            let stopped = finished.len() < lines.min(last.len());
            let enough = finished.iter().any(|line| report(line).is_break());
            if finished.is_empty() || stopped || enough {
                break;
            }
            let solved = finished
                .iter()
                .all(|line| self.game.is_proven(line.draft, line.score) && line.score.is_decided());
            last = finished;
            if solved {
                break;
            }
        }
        self.root_moves = allowed;
    }

    /// One iteration: the best line, then the best of the moves that start none, and so on.
    fn iterate(
        &mut self,
        draft: Draft,
        lines: usize,
        allowed: &RootMoves,
        last: &[Report],
    ) -> Vec<Report> {
        let mut finished: Vec<Report> = Vec::with_capacity(lines);
        for rank in 0..lines {
            let taken = finished
                .iter()
                .filter_map(|line| line.line.first().copied());
            self.root_moves = allowed.without(taken);
            if rank > 0 && !self.has_root_move() {
                break;
            }
            let guess = last.get(rank).map(|line| line.score);
            let Ok(score) = self.aspirate(draft, guess) else {
                break;
            };
            self.publish();
            finished.push(Report {
                draft,
                score,
                rank,
                deepest: self.deepest,
                proven: self.game.is_proven(draft, score),
                line: self.lines.at(0).to_vec(),
            });
        }
        finished
    }

    /// Whether a legal move is still allowed at the root.
    fn has_root_move(&self) -> bool {
        let mut any = false;
        self.game
            .moves(|mv| any |= self.root_moves.allow(G::pack(&mv)));
        any
    }

    /// Searches the root in a window around `guess`, widening it while it is missed.
    fn aspirate(&mut self, draft: Draft, guess: Option<Score>) -> Result<Score, Stopped> {
        let whole = self.limits.window;
        let mut radius = G::ASPIRATION;
        let mut window = guess.map_or(whole, |guess| Window::around(guess, radius).within(whole));
        loop {
            let score = G::search_root(self, draft, window)?;
            let low = window.fails_low(score) && window.alpha > whole.alpha;
            let high = window.fails_high(score) && window.beta < whole.beta;
            if !low && !high {
                return Ok(score);
            }
            radius = radius.saturating_mul(4);
            let wide = Window::around(score, radius).within(whole);
            if low {
                window.alpha = wide.alpha;
            } else {
                window.beta = wide.beta;
            }
        }
    }
}

impl RootMoves {
    /// The same moves, except `taken`.
    fn without(&self, taken: impl Iterator<Item = Packed>) -> Self {
        let mut rest = self.clone();
        rest.barred.extend(taken);
        rest
    }
}
