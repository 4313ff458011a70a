//! Writes the file of weights; `kaeshi::games::othello::weights` describes and reads it.

use kaeshi::games::othello::DISC;
use kaeshi::games::othello::weights::{self, STEP};

/// Packs weights in discs; the stages begin at `fewest` empty squares.
#[must_use]
pub fn pack(fewest: &[u8], stages: &[Vec<f32>]) -> Vec<u8> {
    // Casting a float to an integer saturates.
    let steps = |disc: &f32| (disc * f32::from(DISC) / f32::from(STEP)).round() as i8;
    let stages: Vec<Vec<i8>> = stages
        .iter()
        .map(|stage| stage.iter().map(steps).collect())
        .collect();
    weights::write(fewest, &stages)
}
