//! Drives the programs of a match, in any of the protocols.

mod engine_options;
mod gtp;
mod interface;
mod nboard;
mod ugi;

use kaeshi::game::InputError;

use crate::cli::number::plies;

pub(super) use self::interface::{Driver, MoveNotice, Request, TimeControl};
use self::ugi::Dialect;

/// The names of the protocols, as they are written before a command line.
pub(super) const PROTOCOLS: [&str; 5] = ["ugi", "gtp", "nboard", "usi", "uci"];

/// Splits `ugi:`, `uci:`, `usi:`, `gtp:`, `nboard:` or `nboard@16:` from a command line; without a prefix the protocol is
/// UGI.
///
/// # Errors
/// If there is no command after the prefix, or the depth is not valid.
pub(super) fn protocol(text: &str) -> Result<(Box<dyn Driver>, &str), InputError> {
    let (name, command) = text.split_once(':').unwrap_or(("", text));
    let (driver, command): (Box<dyn Driver>, &str) = match name {
        "gtp" => (Box::new(gtp::Gtp::default()), command),
        "ugi" => (Box::new(ugi::Ugi::default()), command),
        "uci" => (Box::new(ugi::Ugi::of_dialect(Dialect::Uci)), command),
        "usi" => (Box::new(ugi::Ugi::of_dialect(Dialect::Usi)), command),
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
