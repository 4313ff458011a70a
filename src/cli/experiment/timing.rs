//! Timings for people: short pieces of work, repeated.

use std::time::{Duration, Instant};

use serde::Serialize;

/// The median time of each of `works` in nanoseconds, measured as in [`samples`].
pub(crate) fn side_by_side(works: &mut [&mut dyn FnMut()], after_turn: impl FnMut()) -> Vec<f64> {
    samples(works, after_turn).into_iter().map(median).collect()
}

/// The mean time of some work and the standard deviation of the times, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
}

/// The mean time of each of `works` and its deviation, measured as in [`samples`].
pub(crate) fn spreads(works: &mut [&mut dyn FnMut()], after_turn: impl FnMut()) -> Vec<Spread> {
    let times = samples(works, after_turn);
    times.iter().map(|times| Spread::of(times)).collect()
}

impl Spread {
    /// Of times in nanoseconds, one or more.
    #[expect(clippy::cast_precision_loss, reason = "a number of turns")]
    pub(crate) fn of(times: &[f64]) -> Self {
        let count = times.len() as f64;
        let mean = times.iter().sum::<f64>() / count;
        let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        Self { mean, deviation }
    }
}

/// The times of each of `works` in nanoseconds, measured in turns so that all suffer alike from other work.
///
/// A turn lasts about a millisecond for each; `after_turn` is called after each of the [`TURNS`] turns.
#[expect(clippy::cast_precision_loss, reason = "a time for people")]
fn samples(works: &mut [&mut dyn FnMut()], mut after_turn: impl FnMut()) -> Vec<Vec<f64>> {
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
    times
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
    fn the_deviation_is_that_of_a_sample() {
        let Spread { mean, deviation } = Spread::of(&[2.0, 4.0, 6.0]);
        assert!((mean - 4.0).abs() < 1e-12 && (deviation - 2.0).abs() < 1e-12);
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
