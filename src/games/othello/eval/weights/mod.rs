//! The weights of the linear evaluation: embedded in the program, decompressed on first use.

mod file;
mod table;

use std::sync::OnceLock;

pub use file::{Header, WeightsError};
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

    #[test]
    fn the_embedded_file_is_sound_and_every_shorter_one_is_refused() {
        assert!(Weights::read(EMBEDDED).is_ok());
        let lengths = (0..200).chain((200..EMBEDDED.len()).step_by(50_021));
        for length in lengths {
            assert!(Weights::read(&EMBEDDED[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_say_so() {
        let refused = |bytes: &[u8]| Weights::read(bytes).err().map(|why| why.to_string());
        let foreign = refused(b"EDAX EVAL of somebody else").unwrap_or_default();
        assert!(foreign.contains("KAESHIW2"), "{foreign}");
        for at in [8, 12, 16, 24, 25, 60, 1000, EMBEDDED.len() / 2] {
            let mut bytes = EMBEDDED.to_vec();
            bytes[at] ^= 0x55;
            assert!(refused(&bytes).is_some(), "byte {at}");
        }
    }
}
