//! The choice of the protocol: by the program's name, or by the first line that belongs to one.

use std::path::Path;

use kaeshi_protocol::{Malformed, cecp, gomocup, gtp, nboard, ugi, usi};

use super::cecp::Cecp;
use super::gomocup::Gomocup;
use super::gtp::{Gtp, is_known};
use super::nboard::Nboard;
use super::ugi::Ugi;
use super::usi::Usi;

/// One of the protocols.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one value a run")]
pub enum AnyProtocol {
    /// UGI, and UCI where the two agree.
    Ugi(Ugi),
    /// USI-X.
    Usi(Usi),
    /// The Chess Engine Communication Protocol.
    Cecp(Cecp),
    /// The Go Text Protocol.
    Gtp(Gtp),
    /// NBoard's protocol.
    Nboard(Nboard),
    /// Gomocup's protocol.
    Gomocup(Gomocup),
}

/// The protocol of a program with that name, if the name determines it.
///
/// Gomocup's managers start programs called `pbrain-...`, and any line may be the first.
#[must_use]
pub fn from_program_name(program: &Path) -> Option<AnyProtocol> {
    let name = program.file_name()?.to_str()?.to_ascii_lowercase();
    name.starts_with("pbrain-")
        .then(|| AnyProtocol::Gomocup(Gomocup::default()))
}

/// The protocol that `line` belongs to, if it can begin a conversation.
#[must_use]
pub fn detect(line: &str) -> Option<AnyProtocol> {
    if is_ugi(line) {
        Some(AnyProtocol::Ugi(Ugi::default()))
    } else if is_usi(line) {
        Some(AnyProtocol::Usi(Usi))
    } else if is_cecp(line) {
        Some(AnyProtocol::Cecp(Cecp::default()))
    } else if is_gtp(line) {
        Some(AnyProtocol::Gtp(Gtp::default()))
    } else if is_nboard(line) {
        Some(AnyProtocol::Nboard(Nboard::default()))
    } else if is_gomocup(line) {
        Some(AnyProtocol::Gomocup(Gomocup::default()))
    } else {
        None
    }
}

/// Whether the line is a UGI command, even if its arguments are wrong.
fn is_ugi(line: &str) -> bool {
    !matches!(
        ugi::Command::parse(line),
        Ok(None) | Err(Malformed::Unknown { .. })
    )
}

/// Whether the line is USI-X's greeting; all other words of USI-X also belong to UGI.
fn is_usi(line: &str) -> bool {
    matches!(usi::Command::parse(line), Ok(Some(usi::Command::Hello)))
}

/// Whether the line is `XBoard`'s greeting.
fn is_cecp(line: &str) -> bool {
    matches!(
        cecp::Command::parse(line),
        Ok(Some(cecp::Command::Hello | cecp::Command::Version(_)))
    )
}

/// Whether the line is an NBoard command, even if its arguments are wrong; a move alone is not.
fn is_nboard(line: &str) -> bool {
    !matches!(
        nboard::Command::parse(line),
        Ok(None | Some(nboard::Command::Move(_))) | Err(Malformed::Unknown { .. })
    )
}

/// Whether the line is a number, a GTP command, or a comment, which only GTP has.
fn is_gtp(line: &str) -> bool {
    let cleaned = gtp::clean(line);
    match gtp::Request::parse(&cleaned) {
        None => line.contains('#'),
        Some(gtp::Request {
            id: None,
            command: Ok(gtp::Command::Other { name, .. }),
        }) => is_known(name),
        Some(_) => true,
    }
}

/// Whether the line is a Gomocup command, even if its arguments are wrong; a stone alone is not.
fn is_gomocup(line: &str) -> bool {
    !matches!(
        gomocup::Command::parse(line),
        Ok(None | Some(gomocup::Command::Stone(..))) | Err(Malformed::Unknown { .. })
    )
}
