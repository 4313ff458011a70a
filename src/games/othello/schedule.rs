//! What is searched after what: ply by ply, then to the end of the game, ever more carefully.

use std::time::Duration;

use super::policy::HAND_OVER;
use crate::search::{Draft, Means, Selectivity};

/// Up to this many empty squares a selective search of the endgame does not pay.
const SOLVED_AT_ONCE: i8 = 17;

/// What to search after `last` in a position with so many empty squares; `None` when it is solved.
///
/// A search whose time is limited leaps to the end, and on to the proof, when that can be expected to be finished;
/// else it goes on in smaller steps.
pub(super) fn next_draft(empties: i8, last: Option<Draft>, means: &Means) -> Option<Draft> {
    let to_the_end = |selectivity| Draft {
        depth: empties,
        selectivity,
    };
    let Some(last) = last else {
        return Some(match empties {
            ..=HAND_OVER => Draft::exact(empties),
            _ => Draft {
                depth: 1,
                selectivity: Selectivity::BOLDEST,
            },
        });
    };
    if last.depth >= empties {
        return next_selectivity(last, means).map(to_the_end);
    }
    let missing = empties - last.depth;
    Some(match empties {
        _ if missing > LEAP => last.deeper(),
        ..=SOLVED_AT_ONCE => Draft::exact(empties),
        _ if missing > LEAST_LEAP && !means.affords(cost_of_leap(missing)) => last.deeper(),
        _ => to_the_end(Selectivity::BOLDEST),
    })
}

/// With this many plies missing, solving selectively is worth what it costs if there is time.
const LEAP: i8 = 12;

/// With this many missing the evaluation knows less about the leaves than a solution costs.
const LEAST_LEAP: i8 = 8;

/// How many times as long as all searches so far a selective search to the end takes when so many plies are missing.
///
/// Measured on 294 positions with 22 to 30 empty squares, in nodes, of which the endgame has 6.5 times as many a second:
/// typically 3.4 times as long from [`LEAST_LEAP`] plies, twice that for every two more; one deviation is a factor of 2.5.
fn cost_of_leap(missing: i8) -> f64 {
    3.4 * (f64::from(missing - LEAST_LEAP) / 2.0).exp2()
}

/// A proof takes so many times as long as all searches before, on average of 63 positions with 24 and 25 empty squares; the
/// next rung of the ladder takes 0.7 times as long.
const COST_OF_PROOF: f64 = 12.0;

/// The next rung of the ladder towards a proof; the fewer squares are empty, the fewer rungs pay.
fn next_selectivity(last: Draft, means: &Means) -> Option<Selectivity> {
    if last.is_exact() {
        return None;
    }
    let rungs = match last.depth {
        ..=23 => 1,
        24..=30 => 2,
        31..=33 => 3,
        _ => 5,
    };
    let next = last.selectivity.next();
    let enough = next.level() >= rungs && means.affords(COST_OF_PROOF);
    Some(if enough { Selectivity::EXACT } else { next })
}

/// With how many empty squares a position is usually solved in that time by one thread of a usual machine.
///
/// Positions of tournament games with 20 empty squares take 76 ms on average, and 2.2 times as long for each square
/// more (measured from 16 to 25); one in ten takes more than twice the average.
pub(super) fn solvable(time: Duration) -> u16 {
    const TWENTY: f64 = 2.0 * 0.076;
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

    /// All that is searched of a position with so many empty squares, as depth and percent, when each iteration
    /// takes a quarter of the time of all before it, and with so many milliseconds, of which the first takes one.
    fn schedule(empties: i8, time: Option<f64>) -> Vec<(i8, u8)> {
        let mut drafts = Vec::new();
        let mut last = None;
        let mut means = Means::UNLIMITED;
        let mut spent = 1.0;
        loop {
            last = next_draft(empties, last, &means);
            let Some(draft) = last else { break };
            drafts.push((draft.depth, draft.selectivity.percent()));
            let seconds = |milliseconds: f64| Duration::from_secs_f64(milliseconds.max(0.0) / 1e3);
            means.spent = seconds(spent);
            means.left = time.map(|time| seconds(time - spent));
            spent *= 1.25;
        }
        drafts
    }

    #[test]
    fn with_time_enough_it_leaps_to_the_end_and_climbs_to_the_proof() {
        let plies: Vec<_> = (1..=18).map(|depth| (depth, 73)).collect();
        let last = [(30, 73), (30, 87), (30, 100)];
        assert_eq!(schedule(30, None), [&plies[..], &last].concat());
        assert_eq!(schedule(13, None), [(13, 100)]);
        assert_eq!(schedule(17, Some(0.0))[4..], [(5, 73), (17, 100)]);
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
        // Twelve times as much as 18 plies took is left after them, seven times as much as 20 took after those.
        let steps = schedule(30, Some(13.0 * 1.25_f64.powi(17)));
        assert_eq!(steps[18..21], [(19, 73), (20, 73), (30, 73)]);
        // And then the proof would take too long.
        assert_eq!(steps[21..24], [(30, 87), (30, 95), (30, 98)]);
    }
}
