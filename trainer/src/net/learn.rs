//! Gradient descent on the squared error, one position at a time.
//!
//! The steps are those of Adagrad (Duchi, Hazan, Singer 2011). The rate of each number falls with the sum of its
//! squared gradients, so that rare states learn as fast as common ones.

use bytemuck::Zeroable;
use kaeshi::games::othello::net::{
    BOARD_HIDDEN, EMBEDDING_DIM, NET_INPUTS, QUADRANT_DIM, QUADRANTS,
};

use super::model::{
    DISCS, Forward, Head, Input, MAX_HIDDEN, Model, Output, Part, Row, add, add_times, counts_for,
    first_mut,
};

/// Learning rates.
#[derive(Debug, Clone, Copy)]
pub struct Rates {
    /// The rate of the rows; 0 leaves them unchanged.
    pub rows: f32,
    /// The rate of the heads.
    pub heads: f32,
}

/// A model and its sums of squared gradients.
#[derive(Debug, Clone, PartialEq)]
pub struct Adagrad {
    /// The model.
    pub model: Model,
    /// The sum of the squared gradients of each number.
    pub squares: Model,
}

/// Initial sum of squared gradients, which keeps the first steps small.
pub(super) const AT_FIRST: f32 = 1.0;
/// The weight of the expected error's error, relative to the score's.
const WEIGHT_OF_ERROR: f32 = 0.25;

impl Adagrad {
    /// A learner that starts from `model`.
    #[must_use]
    pub fn new(model: Model) -> Self {
        let mut squares = model.clone();
        squares.rows.as_flattened_mut().fill(AT_FIRST);
        bytemuck::must_cast_slice_mut::<Head, f32>(&mut squares.heads).fill(AT_FIRST);
        Self { model, squares }
    }

    /// All numbers of the learner: rows and heads, then the sums of squared gradients for both.
    #[must_use]
    pub fn numbers(&self) -> [&[f32]; 4] {
        let [model, squares] = [&self.model, &self.squares];
        [
            model.rows.as_flattened(),
            bytemuck::must_cast_slice(&model.heads),
            squares.rows.as_flattened(),
            bytemuck::must_cast_slice(&squares.heads),
        ]
    }

    /// As [`Adagrad::numbers`], mutable.
    #[must_use]
    pub fn numbers_mut(&mut self) -> [&mut [f32]; 4] {
        let Self { model, squares } = self;
        [
            model.rows.as_flattened_mut(),
            bytemuck::must_cast_slice_mut(&mut model.heads),
            squares.rows.as_flattened_mut(),
            bytemuck::must_cast_slice_mut(&mut squares.heads),
        ]
    }

    /// Whether all numbers are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let numbers = self.numbers();
        numbers
            .iter()
            .copied()
            .flatten()
            .all(|number| number.is_finite())
    }

    /// Adds the squared gradients of a position whose score is `target` discs, and leaves the model unchanged.
    ///
    /// After this for all positions, a trained model learns at once in the small steps that it would end with.
    pub fn observe(&mut self, seen: &Input, target: f32) {
        let forward = self.model.forward(seen);
        let back = Backward::of_target(&self.model.heads[seen.stage], &forward, target);
        for (&number, change) in seen.rows.iter().zip(&back.rows()) {
            accumulate(&mut self.squares.rows[number as usize], change);
        }
        accumulate::<NUMBERS>(
            bytemuck::must_cast_mut(&mut self.squares.heads[seen.stage]),
            bytemuck::must_cast_ref(&back.head),
        );
    }

    /// Lets rows of zeros, which have learnt nothing yet, begin with the steps of an untrained model.
    pub fn renew_empty_rows(&mut self) {
        for (row, squares) in self.model.rows.iter().zip(&mut self.squares.rows) {
            if row.iter().all(|&number| number == 0.0) {
                squares.fill(AT_FIRST);
            }
        }
    }

    /// Makes a step for a position whose score is `target` discs. Returns the model's error before it, in discs.
    pub fn learn(&mut self, seen: &Input, target: f32, rates: Rates) -> f32 {
        let forward = self.model.forward(seen);
        let head = &mut self.model.heads[seen.stage];
        let back = Backward::of_target(head, &forward, target);
        if rates.rows > 0.0 {
            let changes = back.rows();
            for (lane, &number) in seen.rows.iter().enumerate() {
                let number = number as usize;
                let row = &mut self.model.rows[number];
                step(
                    row,
                    &mut self.squares.rows[number],
                    &changes[lane],
                    rates.rows,
                );
            }
        }
        step(
            bytemuck::must_cast_mut::<Head, [f32; NUMBERS]>(head),
            bytemuck::must_cast_mut(&mut self.squares.heads[seen.stage]),
            bytemuck::must_cast_ref(&back.head),
            rates.heads,
        );
        forward.score * DISCS - target
    }
}

/// Number of values in a head.
const NUMBERS: usize = size_of::<Head>() / size_of::<f32>();

/// One step of Adagrad.
#[inline]
fn step<const N: usize>(
    numbers: &mut [f32; N],
    squares: &mut [f32; N],
    gradient: &[f32; N],
    rate: f32,
) {
    accumulate(squares, gradient);
    for ((number, square), gradient) in numbers.iter_mut().zip(squares).zip(gradient) {
        *number -= rate * gradient / square.sqrt();
    }
}

/// Adds the squares of a gradient.
#[inline]
fn accumulate<const N: usize>(squares: &mut [f32; N], gradient: &[f32; N]) {
    for (square, gradient) in squares.iter_mut().zip(gradient) {
        *square += gradient * gradient;
    }
}

/// The gradient of one position.
struct Backward {
    head: Head,
    whole: Row,
    parts: [Part; QUADRANTS],
}

impl Backward {
    /// The gradient for a score of `target` discs.
    fn of_target(head: &Head, forward: &Forward, target: f32) -> Self {
        let off = forward.score - target / DISCS;
        Self::of(
            head,
            forward,
            off,
            WEIGHT_OF_ERROR * (forward.error - off.abs()),
        )
    }

    fn of(head: &Head, forward: &Forward, off: f32, off_error: f32) -> Self {
        let mut back = Self {
            head: Head::zeroed(),
            whole: head.score.direct.map(|weight| weight * off),
            parts: [[0.0; QUADRANT_DIM]; QUADRANTS],
        };
        output(&mut back.head.score, forward, off);
        output(&mut back.head.error, forward, off_error);
        // The expected error uses the hidden units but does not train them.
        back.head.error.direct = [0.0; EMBEDDING_DIM];
        for unit in 0..BOARD_HIDDEN {
            if is_open(forward.wide[unit]) {
                let by = head.score.wide[unit] * off;
                back.head.wide_bias[unit] = by;
                add_times(&mut back.head.wide[unit], by, &forward.whole);
                add_times(&mut back.whole, by, &head.wide[unit]);
            }
        }
        for (quadrant, units) in forward.local.iter().enumerate() {
            for (unit, &value) in units.iter().enumerate() {
                if is_open(value) {
                    let by = head.score.local[unit] * off;
                    back.head.local_bias[unit] += by;
                    add_times(&mut back.head.local[unit], by, &forward.parts[quadrant]);
                    add_times(&mut back.parts[quadrant], by, &head.local[unit]);
                }
            }
        }
        back
    }

    /// The gradient of each row.
    fn rows(&self) -> [Row; NET_INPUTS] {
        let mut all = [self.whole; NET_INPUTS];
        for (lane, row) in all.iter_mut().enumerate() {
            for (quadrant, part) in self.parts.iter().enumerate() {
                if counts_for(lane, quadrant) {
                    add(first_mut(row), part);
                }
            }
        }
        all
    }
}

fn output(gradient: &mut Output, forward: &Forward, off: f32) {
    add_times(&mut gradient.wide, off, &forward.wide);
    add_times(&mut gradient.local, off, &forward.together);
    add_times(&mut gradient.direct, off, &forward.whole);
    gradient.bias = off;
}

/// Whether a hidden unit is inside its bounds, where it passes a gradient on.
fn is_open(unit: f32) -> bool {
    unit > 0.0 && unit < MAX_HIDDEN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use kaeshi::games::othello::features::CANONICAL_STATES;

    /// A model of random rows, and one of its positions.
    fn adagrad() -> (Adagrad, Input) {
        let mut rng = Rng::new(5);
        let mut model = Model::new(1, &mut rng);
        for number in model.rows.as_flattened_mut() {
            *number = 0.1 * rng.normal();
        }
        let rows = std::array::from_fn(|_| rng.below(CANONICAL_STATES as u32));
        (Adagrad::new(model), Input { rows, stage: 0 })
    }

    /// The gradient is the change of the squared error per change of a number.
    #[test]
    fn the_gradient_is_that_of_the_squared_error() {
        const NUDGE: f32 = 1e-2;
        let (adagrad, seen) = adagrad();
        let target = 0.3;
        let loss = |model: &Model| (model.forward(&seen).score - target).powi(2) / 2.0;
        let forward = adagrad.model.forward(&seen);
        let back = Backward::of(
            &adagrad.model.heads[0],
            &forward,
            forward.score - target,
            0.0,
        );
        let slope = |change: &dyn Fn(&mut Model, f32)| {
            let at = |by: f32| {
                let mut model = adagrad.model.clone();
                change(&mut model, by);
                loss(&model)
            };
            (at(NUDGE) - at(-NUDGE)) / (2.0 * NUDGE)
        };
        let rows = back.rows();
        let mut checked = 0;
        for lane in [0, 5, 17, 30, 45, 50] {
            for (k, expected) in rows[lane].iter().enumerate() {
                let number = seen.rows[lane] as usize;
                let found = slope(&|model, by| model.rows[number][k] += by);
                assert!((found - expected).abs() < 0.02, "{found} {expected}");
                checked += usize::from(found.abs() > 0.05);
            }
        }
        for unit in 0..16 {
            let found = slope(&|model, by| model.heads[0].local[unit][3] += by);
            assert!((found - back.head.local[unit][3]).abs() < 0.02);
            let found = slope(&|model, by| model.heads[0].wide[unit][3] += by);
            assert!((found - back.head.wide[unit][3]).abs() < 0.02);
            checked += usize::from(found.abs() > 0.05);
        }
        assert!(checked > 20, "{checked} gradients are not small");
    }

    /// Observed positions make later steps smaller, and change nothing else.
    #[test]
    fn observing_leaves_the_model_and_shortens_steps() {
        let (mut fresh, seen) = adagrad();
        let mut prepared = fresh.clone();
        for _ in 0..50 {
            prepared.observe(&seen, 12.5);
        }
        assert_eq!(prepared.model, fresh.model);
        let rates = Rates {
            rows: 0.01,
            heads: 0.01,
        };
        let before = fresh.learn(&seen, 12.5, rates);
        assert_eq!(
            prepared.learn(&seen, 12.5, rates).to_bits(),
            before.to_bits()
        );
        let change =
            |adagrad: &Adagrad| (adagrad.model.forward(&seen).score * DISCS - 12.5 - before).abs();
        assert!(change(&prepared) > 0.0);
        assert!(
            change(&prepared) < change(&fresh) / 2.0,
            "{} {}",
            change(&prepared),
            change(&fresh)
        );
    }

    /// What was observed is forgotten for a row of zeros alone.
    #[test]
    fn rows_of_zeros_begin_anew() {
        let (mut adagrad, seen) = adagrad();
        let [empty, other] = [seen.rows[0], seen.rows[1]].map(|row| row as usize);
        assert_ne!(empty, other);
        adagrad.model.rows[empty].fill(0.0);
        adagrad.observe(&seen, 12.5);
        let learnt = adagrad.squares.rows[other];
        assert!(learnt.iter().all(|&square| square > AT_FIRST));
        adagrad.renew_empty_rows();
        let bits = |row: &Row| row.map(f32::to_bits);
        assert_eq!(
            bits(&adagrad.squares.rows[empty]),
            bits(&[AT_FIRST; EMBEDDING_DIM])
        );
        assert_eq!(bits(&adagrad.squares.rows[other]), bits(&learnt));
    }

    #[test]
    fn a_position_seen_often_is_known() {
        let (mut adagrad, seen) = adagrad();
        let rates = Rates {
            rows: 0.1,
            heads: 0.03,
        };
        for _ in 0..200 {
            adagrad.learn(&seen, 12.5, rates);
        }
        let forward = adagrad.model.forward(&seen);
        assert!(
            (forward.score * DISCS - 12.5).abs() < 0.1,
            "{}",
            forward.score
        );
        assert!(forward.error * DISCS < 2.0, "{}", forward.error);
    }
}
