//! Judges a game of Othello from its end backwards.
//!
//! The value of the move played is the value of the position it leads to, which is known already. Only the other moves are
//! searched. So the value of a position is never below that of the move played, and equals it where no other move is
//! better. All searches share one table.

use std::ops::ControlFlow;

use super::book::BookMoves;
use super::candidates::{
    Candidate, Known, Scored, all_lines, cap, legal, name, others, scored, valued,
};
use super::effort::Effort;
use super::judged::{Analysis, Judged, Player, Reliability, Value, ValuedMove, loss};
use super::played_game::PlayedGame;
use crate::engine::{BatchSolver, SolveRequest, SolveResult};
use crate::game::{Game, Notation, PackedMove, Side};
use crate::games::othello::board::Colour;
use crate::games::othello::book::Book;
use crate::games::othello::{MAX_SCORE, Othello, OthelloMove, openings};
use crate::search::{RootMoves, Score, Window};

/// A step of an analysis.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// A search begins.
    Search,
    /// The last position is judged; its value for Black.
    End(Value),
    /// The move with this index, from 0, and the position before it are judged. Numbers and openings are set later.
    Move(usize, &'a Judged),
}

/// What an analysis needs beside the game.
struct Judge<'j, 's> {
    solver: &'j mut BatchSolver<'s, Othello>,
    effort: &'j Effort,
    book: Option<&'j Book>,
    progress: &'j mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
}

/// Judges all moves of `game`. `solver` searches; its table should be empty or hold searches of the same game.
///
/// Where `book` knows the best move of a position, and all its values there are at least as reliable as the searches of
/// `effort`, its values replace those searches.
///
/// `progress` is called with each step, and may end the analysis; then the result is `None`. What comes with a step is
/// final, unless the signals of `solver` have stopped a search.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
///
/// use kaeshi::analysis::{Effort, PlayedGame, analyse};
/// use kaeshi::engine::BatchSolver;
/// use kaeshi::games::othello::Othello;
/// use kaeshi::search::{SharedState, TranspositionTable};
///
/// let position = Othello::default();
/// let game = PlayedGame::read(position, ["f5", "f6", "e6", "f4"])?;
/// let (table, signals) = (TranspositionTable::new(16)?, SharedState::default());
/// let analysis = BatchSolver::with(&position, &table, &signals, 1, |solver| {
///     analyse(solver, &game, &Effort::level(1), None, |_| ControlFlow::Continue(()))
/// });
/// let analysis = analysis.expect("it was not ended");
/// assert_eq!(analysis.opening(), Some((1, "Diagonal Opening")));
/// assert!(analysis.moves.iter().all(|judged| judged.loss >= 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(
    solver: &mut BatchSolver<'_, Othello>,
    game: &PlayedGame,
    effort: &Effort,
    book: Option<&Book>,
    mut progress: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> Option<Analysis> {
    let mut judge = Judge {
        solver,
        effort,
        book,
        progress: &mut progress,
    };
    match judge.game(game) {
        ControlFlow::Continue(analysis) => Some(analysis),
        ControlFlow::Break(()) => None,
    }
}

impl Judge<'_, '_> {
    fn game(&mut self, game: &PlayedGame) -> ControlFlow<(), Analysis> {
        let positions = game.positions();
        let last = positions[game.plies()];
        let mut known = self.last(&last)?;
        let end = Value::new(known.score, known.reliability);
        let mut analysis = Analysis {
            start: written(&positions[0]),
            moves: Vec::with_capacity(game.plies()),
            end: end.seen_by(Player::Black, last.side().into()),
            finished: last.result().is_some(),
            rest: known.line.clone(),
        };
        (self.progress)(Step::End(analysis.end))?;
        for index in (0..game.plies()).rev() {
            let (judged, before) = self.mv(&positions[index], &game.moves()[index], &known)?;
            (self.progress)(Step::Move(index, &judged))?;
            analysis.moves.push(judged);
            known = before;
        }
        analysis.moves.reverse();
        number(&mut analysis, &positions);
        ControlFlow::Continue(analysis)
    }
}

/// Sets the numbers of the discs and the names of the openings.
fn number(analysis: &mut Analysis, positions: &[Othello]) {
    let boards = positions.iter().map(Othello::board);
    for (at, opening) in openings::along(boards) {
        if let Some(judged) = at.checked_sub(1).and_then(|at| analysis.moves.get_mut(at)) {
            judged.opening = Some(opening.name.to_owned());
        }
    }
    let discs = 64 - 4 - positions[0].board().empties().min(60);
    let mut number = discs as usize;
    for judged in &mut analysis.moves {
        number += usize::from(!judged.is_pass());
        judged.number = number;
    }
}

/// The values of all legal moves of a position, the best first, by a quick search and a deeper one of the best.
#[must_use]
pub fn judge_moves(
    solver: &mut BatchSolver<'_, Othello>,
    position: &Othello,
    effort: &Effort,
) -> Vec<ValuedMove> {
    if position.result().is_some() {
        return Vec::new();
    }
    let empties = position.empties();
    let names = legal(position).len();
    let mut moves = scored(&solver.solve(position, &all_lines(effort.quick(empties), names)));
    let best = solver.solve(position, &effort.main(empties));
    if let Some(best) = scored(&best).into_iter().next() {
        moves.retain(|other| other.name != best.name);
        cap(&mut moves, best.score);
        moves.insert(0, best);
    }
    valued(moves)
}

impl Judge<'_, '_> {
    fn solve(
        &mut self,
        position: &Othello,
        request: &SolveRequest,
        among: RootMoves,
    ) -> ControlFlow<(), SolveResult> {
        (self.progress)(Step::Search)?;
        ControlFlow::Continue(self.solver.solve_among(position, request, among))
    }

    /// What the book says about `position`, if that is reliable enough, and what is known of the position `after` the move
    /// played does not refute it.
    fn book_moves(&self, position: &Othello, after: &Known) -> Option<BookMoves> {
        let book = BookMoves::of(self.book?, position, self.effort)?;
        let is_refuted = |(most, _)| after.reliability.exact && -after.score > most;
        (!book.proven().is_some_and(is_refuted)).then_some(book)
    }

    /// Searches the last position of a game.
    fn last(&mut self, last: &Othello) -> ControlFlow<(), Known> {
        if let Some(score) = last.terminal_score(0) {
            return ControlFlow::Continue(Known {
                score,
                reliability: Reliability::PROVEN,
                line: Vec::new(),
            });
        }
        let book = self
            .book
            .and_then(|book| BookMoves::of(book, last, self.effort));
        if let Some(best) = book.as_ref().and_then(BookMoves::best) {
            return ControlFlow::Continue(best);
        }
        let request = self.effort.main(last.empties());
        let result = self.solve(last, &request, RootMoves::default())?;
        let mut best = Known::best_of(result);
        if let Some(proven) = book.as_ref().and_then(BookMoves::proven) {
            (best.score, best.reliability) = proven;
        }
        ControlFlow::Continue(best)
    }

    /// Judges the move `mv` of `position`; `after` is known of the position it leads to. Also returns what is then known
    /// of `position`.
    fn mv(
        &mut self,
        position: &Othello,
        mv: &OthelloMove,
        after: &Known,
    ) -> ControlFlow<(), (Judged, Known)> {
        let name = name(position, mv);
        let book = self.book_moves(position, after);
        let proven = book.as_ref().and_then(BookMoves::proven);
        // No move is worth more than the position.
        let most = proven.map_or(MAX_SCORE, |(most, _)| most);
        let played = ((-after.score).min(most), after.reliability.before());
        let (same, others) = others(position, mv);
        let mut line = vec![name.clone()];
        line.extend(after.line.iter().cloned());
        let mut known = Known {
            score: played.0,
            reliability: played.1,
            line,
        };
        let mut moves = Vec::new();
        let same = same.into_iter().map(|mv| self::name(position, &mv));
        let equal: Vec<String> = std::iter::once(name.clone()).chain(same).collect();
        if !others.is_empty() {
            let (alternatives, deeper) = self.others(position, others, (&equal, played.0), book)?;
            moves = alternatives;
            if deeper.score <= known.score {
                let book = known.reliability.book;
                known.reliability = known.reliability.and(deeper.reliability);
                known.reliability.book = book;
            } else if deeper.reliability.book || deeper.is_most() {
                // This says so of all moves, also of the one played.
                known = deeper;
            } else {
                known.reliability = known.reliability.and(deeper.reliability);
                known.score = deeper.score;
                known.line = deeper.line;
            }
        }
        if let Some((score, reliability)) = proven {
            known.score = score;
            known.reliability = reliability;
        }
        // Of several moves with the best value the one played comes first.
        let place = moves.iter().position(|other| other.score <= played.0);
        let place = place.unwrap_or(moves.len());
        let equal = equal.into_iter();
        let equal = equal.map(|name| Candidate::new(name, played.0, played.1));
        moves.splice(place..place, equal);
        let (best, played) = (
            Value::new(known.score, known.reliability),
            Value::new(played.0, played.1),
        );
        let judged = Judged {
            number: 0,
            side: position.side().into(),
            played,
            best,
            // Where no better move is known, the one played may be worth as much as the position is by a proof.
            loss: if known.line.first() == Some(&name) {
                0.0
            } else {
                loss(best, played)
            },
            name,
            line: known.line.clone(),
            moves: valued(moves),
            opening: None,
        };
        ControlFlow::Continue((judged, known))
    }

    /// Searches the moves `others` of `position`: all of them quickly, then whether one is better than the moves `equal`,
    /// which have the score `played`. Returns their values, and what is known of the best, also by `book`. Its score is
    /// `played` or less if none is better.
    fn others(
        &mut self,
        position: &Othello,
        others: Vec<PackedMove>,
        (equal, played): (&[String], Score),
        book: Option<BookMoves>,
    ) -> ControlFlow<(), (Scored, Known)> {
        let empties = position.empties();
        let quick = all_lines(self.effort.quick(empties), others.len());
        let quick = self.solve(position, &quick, RootMoves::only(others.clone()))?;
        let mut moves = scored(&quick);
        let is_enough =
            moves.len() == others.len() && moves.iter().all(|other| other.reliability.exact);
        if is_enough {
            return ControlFlow::Continue((moves, Known::best_of(quick)));
        }
        if played >= MAX_SCORE {
            return ControlFlow::Continue((moves, Known::nothing_above(played)));
        }
        let most = book.as_ref().and_then(BookMoves::proven);
        let found = book.as_ref().and_then(|book| book.best_but(equal, played));
        let is_found = found.is_some();
        let mut best = if let Some(found) = found {
            found
        } else {
            let request = SolveRequest {
                window: Window {
                    alpha: played.clamp(-MAX_SCORE, MAX_SCORE - 1),
                    beta: Score::MAX,
                },
                ..self.effort.main(empties)
            };
            Known::best_of(self.solve(position, &request, RootMoves::only(others))?)
        };
        if let Some(book) = book.filter(|book| is_found || book.proven().is_some()) {
            book.replace(&mut moves);
        }
        if let Some((most, _)) = most {
            best.score = best.score.min(most);
            cap(&mut moves, most);
        }
        cap(&mut moves, best.score.max(played));
        if let Some(name) = best.line.first().filter(|_| best.score > played) {
            moves.retain(|other| other.name != *name);
            moves.insert(
                0,
                Candidate::new(name.clone(), best.score, best.reliability),
            );
        }
        ControlFlow::Continue((moves, best))
    }
}

/// A position as in OBF.
fn written(position: &Othello) -> String {
    position.board().text(match position.side() {
        Side::First => Colour::Black,
        Side::Second => Colour::White,
    })
}
