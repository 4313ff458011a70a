//! Drives the programs of a match, in any of the protocols.

mod gtp;
mod interface;
mod nboard;
mod ugi;

use kaeshi::game::InputError;

use crate::cli::number::plies;

pub(super) use self::interface::{Driver, MoveNotice, Request, TimeControl};

/// Splits `ugi:`, `gtp:`, `nboard:` or `nboard@16:` from a command line; without a prefix the protocol is UGI.
///
/// # Errors
/// If there is no command after the prefix, or the depth is not valid.
pub(super) fn protocol(text: &str) -> Result<(Box<dyn Driver>, &str), InputError> {
    let (name, command) = text.split_once(':').unwrap_or(("", text));
    let (driver, command): (Box<dyn Driver>, &str) = match name {
        "gtp" => (Box::new(gtp::Gtp::default()), command),
        "ugi" => (Box::new(ugi::Ugi::default()), command),
        "nboard" => (Box::new(nboard::Nboard::default()), command),
        _ => match name.strip_prefix("nboard@") {
            Some(depth) => {
                let depth = plies(1..=60)(depth)
                    .map_err(|why| InputError::new(format_args!("'{name}': after '@' {why}")))?;
                (Box::new(nboard::Nboard::of_depth(depth)), command)
            }
            None => (Box::new(ugi::Ugi::default()), text),
        },
    };
    if command.trim().is_empty() {
        return Err(InputError::new(format_args!("'{text}' names no program")));
    }
    Ok((driver, command.trim()))
}
