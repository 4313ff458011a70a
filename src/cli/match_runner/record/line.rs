//! The lines of a record after its header.

use kaeshi::game::InputError;
use serde::Serialize;

/// A game, as one line of a record.
pub(in crate::cli::match_runner) trait RecordLine:
    Serialize + Sized
{
    /// Reads the game that should have the number `due`, from 1.
    ///
    /// # Errors
    /// If the line is no game, or has another number.
    fn parse(line: &str, due: usize) -> Result<Self, InputError>;
}

/// Checks that a game has the number that is `due`.
///
/// # Errors
/// If it has not.
pub(in crate::cli::match_runner) fn check_number(
    number: usize,
    due: usize,
) -> Result<(), InputError> {
    if (1..due).contains(&number) {
        return Err(InputError::new(format_args!(
            "game {number} is there twice"
        )));
    }
    if number != due {
        return Err(InputError::new(format_args!(
            "game {due} is missing: game {number} is in its place"
        )));
    }
    Ok(())
}
