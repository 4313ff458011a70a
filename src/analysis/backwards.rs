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
use super::judged::{Analysis, Judged, Player, Reliability, Value, ValuedMove};
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
/// use kaeshi::game::{Game, Notation};
/// use kaeshi::games::othello::Othello;
/// use kaeshi::search::{SharedState, TranspositionTable};
///
/// let mut position = Othello::default();
/// let mut game = PlayedGame::new(position);
/// for name in ["f5", "f6", "e6", "f4"] {
///     let mv = position.read_move(name)?;
///     game.push(mv);
///     position.make(&mv);
/// }
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

    /// What the book says about `position`, if that is reliable enough.
    fn book_moves(&self, position: &Othello) -> Option<BookMoves> {
        BookMoves::of(self.book?, position, self.effort)
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
        if let Some(best) = self.book_moves(last).and_then(|moves| moves.best()) {
            return ControlFlow::Continue(best);
        }
        let request = self.effort.main(last.empties());
        let result = self.solve(last, &request, RootMoves::default())?;
        ControlFlow::Continue(Known::best_of(result))
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
        let played = (-after.score, after.reliability.before());
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
            let (alternatives, deeper) = self.others(position, others, (&equal, played.0))?;
            moves = alternatives;
            let from_book = [played.1.book, deeper.reliability.book];
            known.reliability = known.reliability.and(deeper.reliability);
            let is_better = deeper.score > known.score;
            known.reliability.book = from_book[usize::from(is_better)];
            if is_better {
                known.score = deeper.score;
                known.line = deeper.line;
            }
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
            name,
            played,
            best,
            loss: ((best.discs - played.discs) * 100.0).round() / 100.0,
            line: known.line.clone(),
            moves: valued(moves),
            opening: None,
        };
        ControlFlow::Continue((judged, known))
    }

    /// Searches the moves `others` of `position`: all of them quickly, then whether one is better than the moves `equal`,
    /// which have the score `played`. Returns their values, and what is known of the best. Its score is `played` or less
    /// if none is better.
    fn others(
        &mut self,
        position: &Othello,
        others: Vec<PackedMove>,
        (equal, played): (&[String], Score),
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
        let book = self.book_moves(position);
        let found = book.as_ref().and_then(|book| book.best_but(equal, played));
        let best = if let (Some(best), Some(book)) = (found, book) {
            book.replace(&mut moves);
            best
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

#[cfg(test)]
mod tests {
    #![expect(
        clippy::float_cmp,
        reason = "multiples of a hundredth, computed in one way"
    )]

    use super::*;
    use crate::analysis::{Summary, Thresholds};
    use crate::games::othello::book::best_line;
    use crate::games::othello::samples::Rng;
    use crate::search::{SharedState, TranspositionTable};

    /// A random game of at most `plies` moves.
    fn random_game(seed: u64, plies: usize) -> PlayedGame {
        let mut rng = Rng::new(seed);
        let mut position = Othello::default();
        let mut game = PlayedGame::new(position);
        while position.result().is_none() && game.plies() < plies {
            let mut moves = Vec::new();
            position.moves(|mv| moves.push(mv));
            let choice = usize::try_from(rng.next() >> 40).unwrap_or(0) % moves.len();
            position.make(&moves[choice]);
            game.push(moves[choice]);
        }
        game
    }

    fn analysed(game: &PlayedGame, level: u8) -> Analysis {
        let table = TranspositionTable::new(16).expect("16 MiB");
        let signals = SharedState::default();
        let start = Othello::default();
        let analysis = BatchSolver::with(&start, &table, &signals, 1, |solver| {
            analyse(solver, game, &Effort::level(level), None, |_| {
                ControlFlow::Continue(())
            })
        });
        analysis.expect("it is not ended")
    }

    /// Consecutive values agree: no position is worth less than the move played, and as much if that is called best.
    fn check_agreement(game: &PlayedGame, analysis: &Analysis) {
        assert_eq!(analysis.moves.len(), game.plies());
        for (position, judged) in game.positions().iter().zip(&analysis.moves) {
            assert_eq!(judged.moves.len(), legal(position).len(), "{judged:?}");
        }
        for (at, judged) in analysis.moves.iter().enumerate() {
            let after = analysis
                .value(at + 1)
                .seen_by(judged.side, Player::Black)
                .discs;
            assert!((judged.played.discs - after).abs() < 1e-9, "{judged:?}");
            assert!(judged.best.discs >= after, "{judged:?}");
            // The first four moves are the same but for symmetry.
            assert!(at > 0 || judged.loss == 0.0, "{judged:?}");
            let is_best = judged.line[0] == judged.name;
            assert_eq!(is_best, judged.loss == 0.0, "{judged:?}");
            assert_eq!(judged.better().is_none(), is_best, "{judged:?}");
            let best = judged.moves.iter().map(|mv| mv.value.discs);
            assert_eq!(best.fold(f64::MIN, f64::max), judged.best.discs);
            let sorted = judged.moves.iter().map(|mv| mv.value.discs);
            assert!(sorted.is_sorted_by(|a, b| a >= b), "{judged:?}");
        }
    }

    #[test]
    fn values_of_consecutive_positions_agree() {
        for seed in 0..6 {
            let game = random_game(seed, 60 - 7 * usize::try_from(seed).unwrap_or(0));
            check_agreement(&game, &analysed(&game, 1));
        }
    }

    /// They agree also where values of a book and of searches meet.
    #[test]
    fn values_with_a_book_agree() {
        let book = Book::built_in();
        let table = TranspositionTable::new(16).expect("16 MiB");
        let signals = SharedState::default();
        let start = Othello::default();
        let line = best_line(&book, start.board()).expect("it can be read");
        let mut from_book = 0;
        // The best line of the book up to a ply, and then other moves.
        for (seed, plies) in [(0, 3), (1, 4), (2, 6), (3, 9), (4, line.moves.len())] {
            let mut rng = Rng::new(seed);
            let mut position = start;
            let mut game = PlayedGame::new(position);
            while position.result().is_none() && game.plies() < plies + 6 {
                let mut moves = Vec::new();
                position.moves(|mv| moves.push(mv));
                let known = line
                    .moves
                    .get(game.plies())
                    .filter(|_| game.plies() < plies);
                let random = usize::try_from(rng.next() >> 40).unwrap_or(0) % moves.len();
                let choice = match known {
                    Some(square) => moves.iter().position(|mv| mv.square == *square),
                    None => Some(random),
                };
                let mv = moves[choice.expect("the line is legal")];
                position.make(&mv);
                game.push(mv);
            }
            let effort = Effort::level(1);
            let analysis = BatchSolver::with(&start, &table, &signals, 1, |solver| {
                analyse(solver, &game, &effort, Some(&book), |_| {
                    ControlFlow::Continue(())
                })
            });
            let analysis = analysis.expect("it is not ended");
            check_agreement(&game, &analysis);
            let values = (0..=game.plies()).map(|at| analysis.value(at).reliability);
            let of_book: Vec<_> = values.filter(|reliability| reliability.book).collect();
            // Level 1 searches 6 plies.
            assert!(of_book.iter().all(|it| it.depth >= 6), "{of_book:?}");
            from_book += of_book.len();
        }
        assert!(from_book >= 20, "only {from_book} values are from the book");
    }

    /// What is called exact is what a search of that position alone finds.
    #[test]
    fn exact_values_are_exact() {
        for seed in 10..14 {
            let game = random_game(seed, 60);
            let analysis = analysed(&game, 1);
            let positions = game.positions();
            let table = TranspositionTable::new(16).expect("16 MiB");
            let signals = SharedState::default();
            BatchSolver::with(&positions[0], &table, &signals, 1, |solver| {
                for (position, judged) in positions.iter().zip(&analysis.moves) {
                    assert!(
                        judged.best.reliability.exact || position.empties() > 14,
                        "{judged:?}"
                    );
                    if !judged.best.reliability.exact {
                        continue;
                    }
                    let solved = solver.solve(position, &SolveRequest::default());
                    let exact = Value::new(solved.lines[0].score, Reliability::PROVEN);
                    assert_eq!(exact.discs, judged.best.discs, "{judged:?}");
                }
            });
            let summary = Summary::of(&analysis, &Thresholds::default());
            assert!(summary.sides.iter().any(|side| side.loss > 0.0));
        }
    }

    /// The analysis can be ended before every search, and after every step.
    #[test]
    fn an_analysis_ends_at_any_step() {
        let game = random_game(30, 60);
        let table = TranspositionTable::new(16).expect("16 MiB");
        let signals = SharedState::default();
        let start = Othello::default();
        BatchSolver::with(&start, &table, &signals, 1, |solver| {
            let mut steps = 0;
            let all = analyse(solver, &game, &Effort::level(1), None, |_| {
                steps += 1;
                ControlFlow::Continue(())
            });
            assert!(all.is_some() && steps > game.plies());
            for end in [0, 1, steps / 2, steps - 1] {
                let mut step = 0;
                let ended = analyse(solver, &game, &Effort::level(1), None, |_| {
                    step += 1;
                    if step > end {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                assert!(ended.is_none(), "after {end} of {steps} steps");
                assert_eq!(step, end + 1);
            }
        });
    }

    #[test]
    fn all_moves_of_a_position_are_valued_best_first() {
        let table = TranspositionTable::new(16).expect("16 MiB");
        let signals = SharedState::default();
        let start = Othello::default();
        BatchSolver::with(&start, &table, &signals, 1, |solver| {
            for position in random_game(20, 60).positions() {
                let moves = judge_moves(solver, &position, &Effort::level(1));
                let legal = match position.result() {
                    Some(_) => 0,
                    None => legal(&position).len(),
                };
                assert_eq!(moves.len(), legal);
                assert!(
                    moves.is_sorted_by(|a, b| a.value.discs >= b.value.discs),
                    "{moves:?}"
                );
            }
        });
    }
}
