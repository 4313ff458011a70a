//! Writes the file of weights; `kaeshi::games::othello::weights` describes and reads it.

use kaeshi::games::othello::weights::Header;

/// Packs the weights, in discs, of stages that begin at those numbers of empty squares.
///
/// # Panics
/// Never: compressing in memory cannot fail.
#[must_use]
pub fn pack(fewest: &[u8], step: u32, stages: &[Vec<f32>]) -> Vec<u8> {
    let unpacked = unpacked(step, stages);
    let mut bytes = Header::new(fewest.to_vec(), step, &unpacked).bytes();
    bytes.extend(zstd::bulk::compress(&unpacked, 19).expect("memory is enough"));
    bytes
}

fn unpacked(step: u32, stages: &[Vec<f32>]) -> Vec<u8> {
    let steps = |disc: f32| (disc * 128.0 / step as f32).round().clamp(-8000.0, 8000.0) as i16;
    let mut codes = Vec::new();
    let mut before = vec![0; stages.first().map_or(0, Vec::len)];
    for stage in stages {
        for (before, &weight) in before.iter_mut().zip(stage) {
            let now = steps(weight);
            codes.push(zigzag(now - *before).to_le_bytes());
            *before = now;
        }
    }
    let (low, high): (Vec<u8>, Vec<u8>) = codes.into_iter().map(|[low, high]| (low, high)).unzip();
    [low, high].concat()
}

/// 0, 1, 2, 3, 4, ... from 0, -1, 1, -2, 2, ...
const fn zigzag(number: i16) -> u16 {
    (number << 1 ^ number >> 15).cast_unsigned()
}
