//! The moves of the game with their values, and their analysis.

use std::time::Duration;

use super::super::board::Reviewed;
use super::super::evaluation::Eval;
use super::event::News;
use super::review::{Review, Thoroughness};
use super::state::State;

/// Time for each position of an analysis where moves have no time limit.
const REVIEW_TIME: Duration = Duration::from_secs(1);

/// A move as it is listed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ListedMove {
    pub(super) name: String,
    /// The number of the player, from 0.
    pub(super) player: usize,
    /// The value of the position after the move, for the first player.
    pub(super) eval: Option<Eval>,
    /// What an analysis says about the move.
    pub(super) review: Option<Reviewed>,
}

impl State {
    /// All moves of the game, also those that were taken back.
    pub(super) fn listed_moves(&self) -> Vec<ListedMove> {
        let moves: Vec<_> = self.session.board.whole_game().collect();
        let listed = moves.iter().enumerate().map(|(ply, mv)| {
            let review = mv.review.clone();
            let after = match moves.get(ply + 1) {
                Some(next) => next.eval,
                None => self.last_eval,
            };
            ListedMove {
                name: mv.name.clone(),
                player: mv.player,
                eval: review.as_ref().map_or(after, |review| review.after),
                review,
            }
        });
        listed.collect()
    }

    /// The values of all positions from the first to the last, as far as they are known.
    pub(super) fn evals(&self) -> Vec<Option<Eval>> {
        let moves = self.session.board.whole_game();
        let mut evals: Vec<_> = moves.map(|mv| mv.eval).collect();
        evals.push(self.last_eval);
        let now = self.session.board.played().len();
        // A search that has just begun does not replace a better value.
        let known = [evals[now], self.engine_output.eval].into_iter().flatten();
        evals[now] = known.max_by_key(|eval| (eval.is_proven, eval.depth));
        evals
    }

    /// Judges every position of the game, from the last to the first.
    pub(super) fn start_review(&mut self) {
        if !self.has_evals() {
            self.say("Only games for two with open hands can be analysed.");
            return;
        }
        if self.session.board.whole_game().next().is_none() {
            self.say("There are no moves to analyse yet.");
            return;
        }
        // The one before ends first.
        self.review = None;
        self.stop();
        let thoroughness = Thoroughness {
            level: self.review_level,
            time: self.session.limits.move_time.unwrap_or(REVIEW_TIME),
            threads: self.session.board.settings.threads,
        };
        let id = self.next_search;
        self.next_search += 1;
        let events = self.events.clone();
        match Review::start(&self.session.board, id, thoroughness, events) {
            Ok(review) => {
                self.is_paused = !self.session.is_over();
                self.review = Some(review);
                self.say("Analysing the game from its end. Esc stops it.");
            }
            Err(why) => self.say(format!("{why}.")),
        }
    }

    /// Keeps what the analysis with the number `id` has found.
    pub(super) fn review_news(&mut self, id: u64, news: News) {
        let Some(review) = self.review.as_mut().filter(|review| review.id == id) else {
            return;
        };
        match news {
            News::End(eval) => {
                review.done += 1;
                self.last_eval = eval;
            }
            News::Move(ply, eval, reviewed) => {
                review.done += 1;
                if let Some(mv) = self.session.board.move_at(ply) {
                    (mv.eval, mv.review) = (eval, Some(reviewed));
                }
            }
            News::Done(sentence) => {
                self.review = None;
                self.say(sentence);
            }
        }
    }
}
