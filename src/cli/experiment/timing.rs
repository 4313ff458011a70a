//! Timings for people: short pieces of work, repeated.

use std::time::{Duration, Instant};

/// Time of `work` in nanoseconds: the fastest of several batches.
#[expect(clippy::cast_precision_loss, reason = "a time for people")]
pub(crate) fn nanoseconds(mut work: impl FnMut()) -> f64 {
    const BATCH: Duration = Duration::from_millis(2);
    let mut times = 1_u64;
    let mut fastest = f64::INFINITY;
    let mut batches = 0;
    while batches < 15 {
        let began = Instant::now();
        for _ in 0..times {
            work();
        }
        let took = began.elapsed();
        if took < BATCH {
            times *= 2;
            continue;
        }
        batches += 1;
        fastest = fastest.min(took.as_nanos() as f64 / times as f64);
    }
    fastest
}

/// The median time of each of `works` in nanoseconds, measured in turns so that all suffer alike from other work.
///
/// A turn lasts about a millisecond for each; `after_turn` is called after each of the [`TURNS`] turns.
#[expect(clippy::cast_precision_loss, reason = "a time for people")]
pub(crate) fn side_by_side(
    works: &mut [&mut dyn FnMut()],
    mut after_turn: impl FnMut(),
) -> Vec<f64> {
    const TURN: Duration = Duration::from_millis(1);
    let repeats: Vec<u64> = works.iter_mut().map(|work| repeats(*work, TURN)).collect();
    let mut times = vec![Vec::with_capacity(TURNS); works.len()];
    for _ in 0..TURNS {
        for ((work, &repeats), times) in works.iter_mut().zip(&repeats).zip(&mut times) {
            let began = Instant::now();
            for _ in 0..repeats {
                work();
            }
            times.push(began.elapsed().as_nanos() as f64 / repeats as f64);
        }
        after_turn();
    }
    times.into_iter().map(median).collect()
}

/// Number of turns of [`side_by_side`].
pub(crate) const TURNS: usize = 41;

/// How often `work` has to be repeated to last as long as `turn`.
fn repeats(work: &mut dyn FnMut(), turn: Duration) -> u64 {
    let mut repeats = 1;
    loop {
        let began = Instant::now();
        for _ in 0..repeats {
            work();
        }
        if began.elapsed() >= turn {
            return repeats;
        }
        repeats *= 2;
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![9.0, 1.0, 2.0]).to_bits(), 2.0_f64.to_bits());
    }

    #[test]
    fn every_work_is_timed_in_every_turn() {
        let (mut one, mut two, mut turns) = (0_u64, 0_u64, 0);
        let times = side_by_side(
            &mut [&mut || one += std::hint::black_box(1), &mut || {
                (0..100).for_each(|_| two += std::hint::black_box(1));
            }],
            || turns += 1,
        );
        assert_eq!((times.len(), turns), (2, TURNS));
        assert!(times[1] > times[0], "{times:?}");
        assert!(one > 0 && two > 0);
    }
}
