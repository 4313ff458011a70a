//! The weights of the linear evaluation: embedded in the program, decompressed on first use.

mod file;
mod table;

use std::sync::OnceLock;

pub use file::{WeightsError, write};
pub use table::{STEP, Table, Weights};

static CURRENT: OnceLock<Weights> = OnceLock::new();
static EMBEDDED: &[u8] = include_bytes!("othello.weights");

/// The weights in use: those embedded in the program, unless others were installed.
#[inline]
pub fn current() -> &'static Weights {
    CURRENT.get_or_init(embedded)
}

#[cold]
fn embedded() -> Weights {
    match Weights::read(EMBEDDED) {
        Ok(weights) => weights,
        Err(why) => unreachable!("a test reads the embedded weights, and now: {why}"),
    }
}

/// Replaces the embedded weights.
///
/// # Errors
/// Returns `weights` when weights are already in use: scores of two models cannot be compared.
pub fn install(weights: Weights) -> Result<(), Weights> {
    CURRENT.set(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::splitmix64;
    use crate::games::othello::eval::features::{CANONICAL_STATES, SymmetryMap};
    use crate::games::othello::eval::inputs::{CANONICAL_ENTRIES, ENTRIES};

    #[test]
    fn the_embedded_file_is_sound_and_every_shorter_one_is_refused() {
        assert!(Weights::read(EMBEDDED).is_ok());
        let lengths = (0..200).chain((200..EMBEDDED.len()).step_by(50_021));
        for length in lengths {
            assert!(Weights::read(&EMBEDDED[..length]).is_err(), "{length}");
        }
        assert!(Weights::read(&[EMBEDDED, &[0]].concat()).is_err());
    }

    /// Every change between stages, also those that wrap around.
    #[test]
    fn weights_are_read_as_they_were_written() -> Result<(), WeightsError> {
        let written = [7_u64, 8, 9].map(|seed| {
            let weight = |entry: usize| splitmix64(seed + 10 * entry as u64).to_le_bytes()[0];
            let small = |entry| weight(entry).cast_signed() >> (entry / 16 % 9).min(7);
            (0..CANONICAL_ENTRIES).map(small).collect()
        });
        let weights = Weights::read(&write(&[0, 20, 40], &written))?;
        assert_eq!(weights.stage[19..=20], [0, 1]);
        let sharing = SymmetryMap::new();
        for (table, written) in weights.stages.iter().zip(&written) {
            let numbers = sharing.shared().iter().map(|&number| number as usize);
            let entries = numbers.chain(CANONICAL_STATES..CANONICAL_ENTRIES);
            let expected: Vec<i8> = entries.map(|entry| written[entry]).collect();
            assert!(table.0[..ENTRIES] == expected);
        }
        Ok(())
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_say_so() {
        let refused = |bytes: &[u8]| Weights::read(bytes).err().map(|why| why.to_string());
        let foreign = refused(b"EDAX EVAL of somebody else").unwrap_or_default();
        assert!(foreign.contains("KAESHIW3"), "{foreign}");
        for at in [8, 12, 16, 24, 25, 60, 1000, EMBEDDED.len() / 2] {
            let mut bytes = EMBEDDED.to_vec();
            bytes[at] ^= 0x55;
            assert!(refused(&bytes).is_some(), "byte {at}");
        }
    }
}
