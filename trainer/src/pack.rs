//! Writes the file of weights; `kaeshi::games::othello::weights` describes and reads it.

use kaeshi::games::othello::DISC;
use kaeshi::games::othello::weights::{Header, STEP};

/// Packs weights in discs; the stages begin at `fewest` empty squares.
#[must_use]
pub fn pack(fewest: &[u8], stages: &[Vec<f32>]) -> Vec<u8> {
    let unpacked = unpacked(stages);
    let mut bytes = Header::new(fewest.to_vec(), &unpacked).bytes();
    bytes.extend(compress(&unpacked));
    bytes
}

/// Compresses bytes by Zstandard, with a short window, so that unpacking takes little memory.
///
/// # Panics
/// Never: compressing in memory cannot fail.
#[must_use]
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let pack = || {
        let mut compressor = zstd::bulk::Compressor::new(19)?;
        compressor.set_parameter(zstd::zstd_safe::CParameter::WindowLog(17))?;
        compressor.compress(bytes)
    };
    pack().expect("memory is enough")
}

fn unpacked(stages: &[Vec<f32>]) -> Vec<u8> {
    // Casting a float to an integer saturates.
    let steps = |disc: f32| (disc * f32::from(DISC) / f32::from(STEP)).round() as i8;
    let mut changes = Vec::new();
    let mut before = vec![0_i8; stages.first().map_or(0, Vec::len)];
    for stage in stages {
        for (before, &weight) in before.iter_mut().zip(stage) {
            let now = steps(weight);
            changes.push(now.wrapping_sub(*before).cast_unsigned());
            *before = now;
        }
    }
    changes
}
