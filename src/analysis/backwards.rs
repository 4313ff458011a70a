//! Judges a game of Othello from its end backwards.
//!
//! The value of the move played is the value of the position it leads to, which is known already. Only the other moves are
//! searched. So the value of a position is never below that of the move played, and equals it where no other move is
//! better. All searches share one table.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::effort::Effort;
use super::judged::{Analysis, Judged, PASS, Player, Reliability, Value, ValuedMove};
use super::played_game::PlayedGame;
use crate::engine::{BatchSolver, SolveRequest, SolveResult};
use crate::game::{Game, Notation, PackedMove, Side};
use crate::games::othello::board::Colour;
use crate::games::othello::symmetry::canonical;
use crate::games::othello::{MAX_SCORE, Othello, OthelloMove, openings};
use crate::search::{RootMoves, Score, Window};

/// What is known about a position, for the side to move.
struct Known {
    score: Score,
    reliability: Reliability,
    line: Vec<String>,
}

/// A move and its value.
struct Candidate {
    name: String,
    score: Score,
    reliability: Reliability,
    /// Whether the score is only a maximum.
    at_most: bool,
}

impl Candidate {
    fn new(name: String, score: Score, reliability: Reliability) -> Self {
        Self {
            name,
            score,
            reliability,
            at_most: false,
        }
    }
}

/// The values of some moves of a position, the best first.
type Scored = Vec<Candidate>;

/// Judges all moves of `game`. `solver` searches; its table should be empty or hold searches of the same game.
///
/// `progress` is called with the number of positions done, and may end the analysis; then the result is `None`.
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
///     analyse(solver, &game, &Effort::level(1), |_| ControlFlow::Continue(()))
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
    mut progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Analysis> {
    let positions = game.positions();
    let last = positions[game.plies()];
    let mut known = judge_last(solver, &last, effort);
    let end = Value::new(known.score, known.reliability);
    let mut analysis = Analysis {
        start: written(&positions[0]),
        moves: Vec::with_capacity(game.plies()),
        end: end.seen_by(Player::Black, last.side().into()),
        finished: last.result().is_some(),
        rest: known.line.clone(),
    };
    for index in (0..game.plies()).rev() {
        if progress(game.plies() - index).is_break() {
            return None;
        }
        let position = &positions[index];
        let (judged, before) = judge(solver, position, &game.moves()[index], &known, effort);
        analysis.moves.push(judged);
        known = before;
    }
    if progress(game.plies() + 1).is_break() {
        return None;
    }
    analysis.moves.reverse();
    number(&mut analysis, &positions);
    Some(analysis)
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
    let mut scored = scored(&solver.solve(position, &all_lines(effort.quick(empties), names)));
    let best = solver.solve(position, &effort.main(empties));
    if let Some(best) = self::scored(&best).into_iter().next() {
        scored.retain(|other| other.name != best.name);
        cap(&mut scored, best.score);
        scored.insert(0, best);
    }
    valued(scored)
}

/// Searches the last position of a game.
fn judge_last(solver: &mut BatchSolver<'_, Othello>, last: &Othello, effort: &Effort) -> Known {
    if let Some(score) = last.terminal_score(0) {
        return Known {
            score,
            reliability: Reliability::PROVEN,
            line: Vec::new(),
        };
    }
    let result = solver.solve(last, &effort.main(last.empties()));
    let first = result.lines.into_iter().next();
    let first = first.expect("a search of a game that is not over has a line");
    Known {
        score: first.score,
        reliability: Reliability::of(&first),
        line: named(&first.moves),
    }
}

/// Judges the move `mv` of `position`; `after` is known of the position it leads to. Also returns what is then known of
/// `position`.
fn judge(
    solver: &mut BatchSolver<'_, Othello>,
    position: &Othello,
    mv: &OthelloMove,
    after: &Known,
    effort: &Effort,
) -> (Judged, Known) {
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
    if !others.is_empty() {
        let (alternatives, deeper) = search_others(solver, position, others, played.0, effort);
        moves = alternatives;
        known.reliability = known.reliability.and(deeper.reliability);
        if deeper.score > known.score {
            known.score = deeper.score;
            known.line = deeper.line;
        }
    }
    // Of several moves with the best value the one played comes first.
    let place = moves.iter().position(|other| other.score <= played.0);
    let place = place.unwrap_or(moves.len());
    let same = same.into_iter().map(|mv| self::name(position, &mv));
    let equal = std::iter::once(name.clone()).chain(same);
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
    (judged, known)
}

/// The legal moves but `played`: those that lead to a position symmetric to that after `played`, and the others.
fn others(position: &Othello, played: &OthelloMove) -> (Vec<OthelloMove>, Vec<PackedMove>) {
    let after = |mv: &OthelloMove| {
        let mut after = *position;
        after.make(mv);
        canonical(after.board()).0
    };
    let reached = after(played);
    let (mut same, mut others) = (Vec::new(), Vec::new());
    position.moves(|mv| {
        if after(&mv) != reached {
            others.push(Othello::pack(&mv));
        } else if mv != *played {
            same.push(mv);
        }
    });
    (same, others)
}

/// Searches the moves `others` of `position`: all of them quickly, then whether one is better than `played`. Returns their
/// values, and what is known of the best. Its score is `played` or less if none is better.
fn search_others(
    solver: &mut BatchSolver<'_, Othello>,
    position: &Othello,
    others: Vec<PackedMove>,
    played: Score,
    effort: &Effort,
) -> (Scored, Known) {
    let empties = position.empties();
    let quick = all_lines(effort.quick(empties), others.len());
    let quick = solver.solve_among(position, &quick, RootMoves::only(others.clone()));
    let mut moves = scored(&quick);
    let is_enough =
        moves.len() == others.len() && moves.iter().all(|other| other.reliability.exact);
    let deeper = if is_enough {
        quick
    } else {
        let request = SolveRequest {
            window: Window {
                alpha: played.clamp(-MAX_SCORE, MAX_SCORE - 1),
                beta: Score::MAX,
            },
            ..effort.main(empties)
        };
        solver.solve_among(position, &request, RootMoves::only(others))
    };
    let first = deeper.lines.into_iter().next();
    let first = first.expect("a search of a game that is not over has a line");
    let best = Known {
        score: first.score,
        reliability: Reliability::of(&first),
        line: named(&first.moves),
    };
    if !is_enough {
        cap(&mut moves, best.score.max(played));
        if let Some(name) = best.line.first().filter(|_| best.score > played) {
            moves.retain(|other| other.name != *name);
            moves.insert(
                0,
                Candidate::new(name.clone(), best.score, best.reliability),
            );
        }
    }
    (moves, best)
}

/// Lowers scores to `most`, the best score of a deeper search.
fn cap(moves: &mut Scored, most: Score) {
    for candidate in moves.iter_mut().filter(|candidate| candidate.score > most) {
        candidate.score = most;
        candidate.reliability.exact = false;
        candidate.at_most = true;
    }
}

/// The request with a line for each of `moves` moves.
fn all_lines(request: SolveRequest, moves: usize) -> SolveRequest {
    SolveRequest {
        lines: moves.max(1),
        ..request
    }
}

/// The first moves of the lines of a search, the best first: a later line of a selective search may be the better one.
fn scored(result: &SolveResult) -> Scored {
    let lines = result.lines.iter();
    let first = lines.filter_map(|line| {
        let name = named(line.moves.get(..1)?).pop()?;
        Some(Candidate::new(name, line.score, Reliability::of(line)))
    });
    let mut scored: Scored = first.collect();
    scored.sort_by_key(|candidate| Reverse(candidate.score));
    scored
}

fn valued(moves: Scored) -> Vec<ValuedMove> {
    let valued = moves.into_iter().map(|candidate| ValuedMove {
        name: candidate.name,
        value: Value::new(candidate.score, candidate.reliability),
        at_most: candidate.at_most,
    });
    valued.collect()
}

fn legal(position: &Othello) -> Vec<PackedMove> {
    let mut moves = Vec::new();
    position.moves(|mv| moves.push(Othello::pack(&mv)));
    moves
}

fn name(position: &Othello, mv: &OthelloMove) -> String {
    match mv.square {
        None => PASS.to_owned(),
        Some(_) => position.write_move(mv),
    }
}

/// The moves of a line, passes named [`PASS`].
fn named(line: &[String]) -> Vec<String> {
    let name = |mv: &String| match mv.as_str() {
        "0000" => PASS.to_owned(),
        square => square.to_owned(),
    };
    line.iter().map(name).collect()
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
            analyse(solver, game, &Effort::level(level), |_| {
                ControlFlow::Continue(())
            })
        });
        analysis.expect("it is not ended")
    }

    /// Consecutive values agree: no position is worth less than the move played, and as much if that is called best.
    #[test]
    fn values_of_consecutive_positions_agree() {
        for seed in 0..6 {
            let game = random_game(seed, 60 - 7 * usize::try_from(seed).unwrap_or(0));
            let analysis = analysed(&game, 1);
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
            }
        }
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
