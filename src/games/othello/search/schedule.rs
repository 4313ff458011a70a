//! The sequence of iterations: ply by ply, then to the end of the game with growing confidence, up to the exact proof; and
//! the first window of each.

use std::time::Duration;

use crate::games::othello::constants::{
    DISC, MAX_DIRECT_SOLVE, MAX_LEAP, MAX_SCORE, MAX_SHORT_LADDER, SELECTIVE_SOLVER_EMPTIES,
    SOLVER_EMPTIES,
};
use crate::search::{Draft, LastIteration, Score, SearchBudget, Selectivity};

/// The draft to search after `last` in a position with `empties` empty squares; `None` when it is solved as surely as is
/// wanted.
///
/// With a limit of time or nodes, the search leaps to the end of the game only with a budget that leaves room for more
/// than the leap, and on to the proof only if it will probably finish. Otherwise it continues in smaller steps.
pub(in crate::games::othello) fn next_iteration(
    empties: i8,
    last: Option<LastIteration>,
    budget: &SearchBudget,
) -> Option<Draft> {
    let to_the_end = |selectivity| Draft {
        depth: empties,
        selectivity,
    };
    let Some(last) = last else {
        return Some(match empties {
            ..=SOLVER_EMPTIES => Draft::exact(empties),
            _ => Draft {
                depth: 1,
                selectivity: Selectivity::MIN,
            },
        });
    };
    if last.draft.depth >= empties {
        return next_selectivity(last, budget).map(to_the_end);
    }
    let missing = empties - last.draft.depth;
    let may_leap = budget.allows(leap_budget(missing));
    Some(match empties {
        _ if missing > MAX_LEAP => last.draft.deeper(),
        ..=MAX_DIRECT_SOLVE => Draft::exact(empties),
        _ if missing > 1 && !may_leap => last.draft.deeper(),
        _ if may_leap && is_whole_board(last.score) => to_the_end(budget.max_selectivity),
        _ => to_the_end(Selectivity::MIN),
    })
}

/// Whether the winner is expected to take all squares. Then one bound is all that is left to prove, and a proof at once
/// takes a quarter of the time less than one after selective searches (geometric mean of 48 positions with 21 and 23
/// empties).
fn is_whole_board(score: Score) -> bool {
    score >= MAX_SCORE || score <= -MAX_SCORE
}

/// The budget with which the leap to the end over `missing` plies pays, as multiples of what was used before it: 24 for
/// eight plies, doubled for every two more.
///
/// A leap over twelve plies takes 5 times the time before it and 50 times the nodes (geometric means of 14 positions with
/// 26 empties; with 24 empties 3 and 56 times, 38 positions). With a budget that only just suffices for it, moves are
/// better after more plies of the midgame search: with 600,000 nodes at 26 empties they give away 0.21 discs instead of
/// 0.25 (1,500 positions).
fn leap_budget(missing: i8) -> f64 {
    1.5 * (f64::from(missing) / 2.0).exp2()
}

/// An exact proof usually takes no more than this many times the time used before it: with 20, 22 and 23 empties 5, 10 and
/// 16 times (geometric means of 119, 49 and 19 positions), with 22 one in ten takes 46 times. The next selectivity level
/// takes 0.7 times the time used so far. Nodes are taken to grow as the time does.
const PROOF_COST: f64 = 12.0;

/// The same where that level is left out: it takes 11 times with 24 empties and 25 times with 26 (geometric means of 39 and
/// 14 positions), one in ten four times as much.
const EARLY_PROOF_COST: f64 = 24.0;

/// The next selectivity level on the way to a proof, if a higher one is wanted; the fewer empties, the fewer levels pay.
///
/// With 24, 26 and 27 empties the last level before the proof cost 5, 3 and 3 percent of the time and saved 1 to 2 percent
/// of the nodes (75, 18 and 16 positions of games), so it is left out. With 25 it costs 1 percent and saves 6.
fn next_selectivity(last: LastIteration, budget: &SearchBudget) -> Option<Selectivity> {
    let LastIteration { draft, score } = last;
    let (levels, cost) = match draft.depth {
        ..=MAX_SHORT_LADDER => (1, PROOF_COST),
        24 => (2, EARLY_PROOF_COST),
        25 => (3, PROOF_COST),
        26..=27 => (3, EARLY_PROOF_COST),
        28..=33 => (4, PROOF_COST),
        _ => (5, PROOF_COST),
    };
    let next = draft.selectivity.next();
    let cost = if next.level() == levels {
        cost
    } else {
        PROOF_COST
    };
    let enough = (next.level() >= levels || is_whole_board(score)) && budget.allows(cost);
    let next = if enough { Selectivity::EXACT } else { next };
    let next = next.min(budget.max_selectivity);
    (next > draft.selectivity).then_some(next)
}

/// The number of empties from which a selective search to the end of a position with `empties` empties solves the rest.
pub(in crate::games::othello) const fn selective_solver_empties(empties: i8) -> i8 {
    if empties <= MAX_SHORT_LADDER {
        SOLVER_EMPTIES
    } else {
        SELECTIVE_SOLVER_EMPTIES
    }
}

/// Half the width of the first aspiration window of a search to `draft`, in score units, around the score of one to `last`.
///
/// A proof after a selective search to the end usually confirms its score, and any other result differs by two discs or
/// more. So its window holds one result alone, which takes 1 to 2 percent fewer nodes than three discs to each side.
pub(in crate::games::othello) fn aspiration(empties: i8, draft: Draft, last: Draft) -> i16 {
    if draft.is_exact() && last.depth >= empties {
        DISC
    } else {
        3 * DISC
    }
}

/// The time of [`super::speed_probe::solve_some`] on the machine on which [`solvable_empties`] was measured.
pub(in crate::games::othello) const PROBE_TIME: Duration = Duration::from_micros(1_600);

/// The number of empties, 0 to 60, at which one thread of the machine of [`PROBE_TIME`] usually solves a position within
/// `time`.
///
/// Positions of tournament games with 20 empties take 45 ms on average (100 positions). Each further one takes 2.2 times
/// as long (measured from 16 to 25). One in ten takes more than 1.7 times the average.
pub(in crate::games::othello) fn solvable_empties(time: Duration) -> u16 {
    const TWENTY: f64 = 2.0 * 0.045;
    let squares = 20.0 + (time.as_secs_f64() / TWENTY).ln() / 2.2_f64.ln();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped before"
    )]
    let squares = squares.clamp(0.0, 60.0) as u16;
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All drafts searched with `empties` empty squares, as depth and confidence in percent. `time` is in milliseconds.
    /// The first iteration takes 1 ms, each later one a quarter of the time of all before it.
    fn schedule(empties: i8, time: Option<f64>) -> Vec<(i8, u8)> {
        schedule_at(Score::DRAW, empties, time)
    }

    /// As [`schedule`], if every iteration has this score.
    fn schedule_at(score: Score, empties: i8, time: Option<f64>) -> Vec<(i8, u8)> {
        let mut drafts = Vec::new();
        let mut last = None;
        let mut budget = SearchBudget::UNLIMITED;
        let mut spent = 1.0;
        while let Some(draft) = next_iteration(empties, last, &budget) {
            last = Some(LastIteration { draft, score });
            drafts.push((draft.depth, draft.selectivity.percent()));
            let seconds = |milliseconds: f64| Duration::from_secs_f64(milliseconds.max(0.0) / 1e3);
            budget.elapsed = seconds(spent);
            budget.remaining = time.map(|time| seconds(time - spent));
            spent *= 1.25;
        }
        drafts
    }

    #[test]
    fn with_time_enough_it_leaps_to_the_end_and_climbs_to_the_proof() {
        let plies: Vec<_> = (1..=18).map(|depth| (depth, 73)).collect();
        let last = [(30, 73), (30, 87), (30, 95), (30, 98), (30, 100)];
        assert_eq!(schedule(30, None), [&plies[..], &last].concat());
        assert_eq!(schedule(13, None), [(13, 100)]);
        assert_eq!(schedule(16, Some(0.0))[3..], [(4, 73), (16, 100)]);
        assert_eq!(
            schedule(60, None)[46..],
            [
                (47, 73),
                (48, 73),
                (60, 73),
                (60, 87),
                (60, 95),
                (60, 98),
                (60, 99),
                (60, 100)
            ]
        );
    }

    #[test]
    fn with_fewer_empties_fewer_levels_come_before_the_proof() {
        let levels = |empties| {
            let drafts = schedule(empties, None);
            let to_the_end = drafts.iter().filter(|(depth, _)| *depth == empties);
            to_the_end.map(|(_, percent)| *percent).collect::<Vec<_>>()
        };
        assert_eq!(levels(23), [73, 100]);
        assert_eq!(levels(24), [73, 87, 100]);
        assert_eq!(levels(25), [73, 87, 95, 100]);
        assert_eq!(levels(27), [73, 87, 95, 100]);
        assert_eq!(levels(28), [73, 87, 95, 98, 100]);
    }

    #[test]
    fn a_win_of_all_squares_is_proven_at_once_if_there_is_time() {
        for score in [MAX_SCORE, -MAX_SCORE] {
            let steps = schedule_at(score, 26, None);
            assert_eq!(steps[12..], [(13, 73), (14, 73), (26, 100)]);
            assert_eq!(schedule_at(score, 26, Some(0.0)), schedule(26, Some(0.0)));
        }
        assert_eq!(schedule_at(MAX_SCORE - 1, 26, None), schedule(26, None));
    }

    #[test]
    fn a_win_of_all_squares_is_proven_no_more_than_wanted() {
        let wanted = Selectivity::MIN.next();
        let budget = SearchBudget {
            max_selectivity: wanted,
            ..SearchBudget::UNLIMITED
        };
        let last = LastIteration {
            draft: Draft {
                depth: 14,
                selectivity: Selectivity::MIN,
            },
            score: MAX_SCORE,
        };
        let next = Draft {
            depth: 26,
            selectivity: wanted,
        };
        assert_eq!(next_iteration(26, Some(last), &budget), Some(next));
        let last = LastIteration {
            draft: next,
            score: MAX_SCORE,
        };
        assert_eq!(next_iteration(26, Some(last), &budget), None);
    }

    /// Twelve times what was used is too little for a proof after 87 percent, and enough after 95 percent.
    #[test]
    fn a_proof_after_one_level_less_needs_more_time() {
        let after = |selectivity, left| {
            let budget = SearchBudget {
                nodes: 1_000,
                remaining_nodes: Some(left),
                ..SearchBudget::UNLIMITED
            };
            let last = LastIteration {
                draft: Draft {
                    depth: 24,
                    selectivity,
                },
                score: Score::DRAW,
            };
            next_selectivity(last, &budget).map(Selectivity::percent)
        };
        let [first, second] = [Selectivity::MIN.next(), Selectivity::MIN.next().next()];
        assert_eq!(after(first, 23_900), Some(95));
        assert_eq!(after(first, 24_100), Some(100));
        assert_eq!(after(second, 11_900), Some(98));
        assert_eq!(after(second, 12_100), Some(100));
    }

    /// Final scores are even, so the window of a proof holds one of them.
    #[test]
    fn a_proof_expects_the_score_of_the_search_before_it() {
        let to = |depth, selectivity| Draft { depth, selectivity };
        let proof = Draft::exact(20);
        let most = to(20, Selectivity::MIN);
        assert_eq!(aspiration(20, proof, most), DISC);
        assert_eq!(aspiration(20, proof, to(12, Selectivity::MIN)), 3 * DISC);
        assert_eq!(aspiration(20, most, most), 3 * DISC);
        assert_eq!(aspiration(24, proof, to(19, Selectivity::MIN)), 3 * DISC);
    }

    #[test]
    fn without_time_it_goes_on_in_small_steps() {
        let steps = schedule(30, Some(0.0));
        assert_eq!(
            steps[17..],
            [
                (18, 73),
                (19, 73),
                (20, 73),
                (21, 73),
                (22, 73),
                (23, 73),
                (24, 73),
                (25, 73),
                (26, 73),
                (27, 73),
                (28, 73),
                (29, 73),
                (30, 73),
                (30, 87),
                (30, 95),
                (30, 98),
                (30, 99),
                (30, 100)
            ]
        );
    }

    #[test]
    fn with_some_time_it_leaps_a_little_later() {
        // Time left after 22 plies: 20 times the time used, and 24 are needed; after 24 plies: 12.3 times, and 12.
        let steps = schedule(30, Some(50.8 * 1.25_f64.powi(17)));
        assert_eq!(steps[21..25], [(22, 73), (23, 73), (24, 73), (30, 73)]);
        // The proof would then take too long.
        assert_eq!(steps[25..28], [(30, 87), (30, 95), (30, 98)]);
    }

    #[test]
    fn with_limited_nodes_it_leaps_once_they_suffice() {
        let with_nodes = |nodes, left| SearchBudget {
            nodes,
            remaining_nodes: Some(left),
            ..SearchBudget::UNLIMITED
        };
        let after = |depth, budget: &SearchBudget| {
            let draft = Draft {
                depth,
                selectivity: Selectivity::MIN,
            };
            let last = LastIteration {
                draft,
                score: Score::DRAW,
            };
            next_iteration(26, Some(last), budget).map(|draft| draft.depth)
        };
        assert_eq!(after(14, &with_nodes(1_000, 95_000)), Some(15));
        assert_eq!(after(14, &with_nodes(1_000, 97_000)), Some(26));
        assert_eq!(after(18, &with_nodes(1_000, 23_900)), Some(19));
        assert_eq!(after(18, &with_nodes(1_000, 24_100)), Some(26));
        assert_eq!(after(24, &with_nodes(1_000, 2_900)), Some(25));
        assert_eq!(after(25, &with_nodes(1_000, 0)), Some(26));
    }
}
