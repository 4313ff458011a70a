//! Writes the file of weights; `kaeshi::games::othello::weights` describes and reads it.

use kaeshi::games::othello::DISC;
use kaeshi::games::othello::weights::{Header, STEP};
use zstd::zstd_safe::CParameter;

/// The length of the shortest repetition that is packed as one, in bytes: the greatest that Zstandard knows.
const MIN_MATCH: u32 = 7;

/// Packs weights in discs; the stages begin at `fewest` empty squares.
#[must_use]
pub fn pack(fewest: &[u8], stages: &[Vec<f32>]) -> Vec<u8> {
    let unpacked = unpacked(stages);
    let mut bytes = Header::new(fewest.to_vec(), &unpacked).bytes();
    bytes.extend(compress(&unpacked));
    bytes
}

/// Compresses bytes by Zstandard.
///
/// Repetitions in models are chance: short ones take longer to unpack and save nothing, so only those of `MIN_MATCH`
/// bytes count. And no block is longer than the window, so a short window gives every few rows a Huffman code of their
/// own. The file of a net becomes 5 percent smaller by both.
///
/// # Panics
/// Never: compressing in memory cannot fail.
#[must_use]
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let pack = || {
        let mut compressor = zstd::bulk::Compressor::new(19)?;
        compressor.set_parameter(CParameter::WindowLog(14))?;
        compressor.set_parameter(CParameter::MinMatch(MIN_MATCH))?;
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
