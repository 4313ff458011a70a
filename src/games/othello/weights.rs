//! The weights of the linear evaluation: embedded in the program, decompressed on first use.

mod file;

use std::sync::OnceLock;

use bytemuck::Zeroable;
pub use file::{Header, WeightsError};

use super::board::Board;
use super::evaluate::ENTRIES;

/// Score units of one step of a weight: an eighth of a disc.
///
/// The linear evaluation orders moves and prepares proofs. Bytes are exact enough for that, and keep a stage within the
/// cache.
pub const STEP: i16 = 16;

/// The weights of one stage of the game, in units of [`STEP`], one for each entry of [`super::evaluate::inputs`].
///
/// The length is a power of two, so that a masked index is always in range.
#[derive(Debug, Clone, Copy, Zeroable)]
#[repr(transparent)]
pub struct Table([i8; LENGTH]);

const LENGTH: usize = 1 << 18;
const _: () = assert!(ENTRIES <= LENGTH);

impl Table {
    /// The weight of an entry, in units of [`STEP`].
    #[inline]
    #[must_use]
    pub fn weight(&self, entry: u32) -> i8 {
        self.0[entry as usize & (LENGTH - 1)]
    }
}

/// The weights of all stages.
#[derive(Debug)]
pub struct Weights {
    stages: Box<[Table]>,
    /// The stage for each number of empties, 0 to 64.
    stage: [u8; 65],
}

impl Weights {
    /// The table for a position.
    #[inline]
    #[must_use]
    pub fn table(&self, board: Board) -> &Table {
        let stage = self.stage[board.empties() as usize & 63];
        &self.stages[usize::from(stage)]
    }
}

static CURRENT: OnceLock<Weights> = OnceLock::new();
static EMBEDDED: &[u8] = include_bytes!("weights/othello.weights");

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
