//! The lines of a record after its header.

use std::collections::BTreeSet;

use kaeshi::game::InputError;
use serde::Serialize;

/// A game, as one line of a record.
pub(in crate::cli::match_runner) trait RecordLine:
    Serialize + Sized
{
    /// Reads a game, and adds its number, from 1, to those that were `seen`.
    ///
    /// # Errors
    /// If the line is no game, or its number cannot be the next one.
    fn parse(line: &str, seen: &mut BTreeSet<usize>) -> Result<Self, InputError>;
}

/// Checks that a game has the number that follows those that were `seen`, and adds it.
///
/// # Errors
/// If it has not.
pub(in crate::cli::match_runner) fn check_number(
    number: usize,
    seen: &mut BTreeSet<usize>,
) -> Result<(), InputError> {
    let due = seen.len() + 1;
    seen.insert(due);
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
