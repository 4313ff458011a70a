//! Properties of lines of the protocols: a command that is read is written, and read back as the same command.

use kaeshi_protocol::fairy::{Fen, Move};
use kaeshi_protocol::gtp::{Command, Request, Response, clean, is_interrupt};
use kaeshi_protocol::{cecp as xboard, gomocup as piskvork, nboard as boards, ugi as universal};
use kaeshi_protocol::{ggf as ggf_games, usi as shogi};

use super::lines;
use crate::text::{check_error, check_text, is_one_line, is_plain};

/// Checks the result of `$read` for `$line`. An error lies inside the line; a value is written on one line, which reads
/// back as the same value.
macro_rules! check_line {
    ($line:expr, $read:expr, $write:expr) => {{
        let line: &str = $line;
        match $read(line) {
            Ok(None) => assert!(line.trim().is_empty(), "{line:?} is not blank"),
            Err(why) => check_error(&why, line),
            Ok(Some(value)) => {
                let written: String = $write(&value);
                assert!(is_one_line(&written), "{written:?}");
                match $read(&written) {
                    Ok(Some(found)) if is_plain(line) => assert_eq!(found, value, "{written:?}"),
                    Ok(Some(found)) => assert_eq!($write(&found), written),
                    other => panic!("{line:?} is written as {written:?}, read as {other:?}"),
                }
            }
        }
    }};
}
pub(super) use check_line;

/// The text in `data`, if it is valid UTF-8.
pub(super) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// UGI and UCI: commands and replies.
pub fn ugi(data: &[u8]) {
    let Some(line) = text(data) else { return };
    check_text(line);
    check_line!(line, universal::Command::parse, ToString::to_string);
    check_line!(line, universal::Reply::parse, ToString::to_string);
}

/// USI-X: commands.
pub fn usi(data: &[u8]) {
    let Some(line) = text(data) else { return };
    check_line!(line, shogi::Command::parse, lines::usi);
}

/// CECP: commands.
pub fn cecp(data: &[u8]) {
    let Some(line) = text(data) else { return };
    check_line!(line, xboard::Command::parse, lines::cecp);
}

/// `NBoard`: commands. Times and evaluations are written with two decimals.
pub fn nboard(data: &[u8]) {
    let Some(line) = text(data) else { return };
    match boards::Command::parse(line) {
        Ok(Some(boards::Command::SetGame(game))) => {
            let written = format!("set game {game}");
            let found = boards::Command::parse(&written);
            let Ok(Some(boards::Command::SetGame(found))) = found else {
                panic!("{written:?} is read as {found:?}");
            };
            assert_eq!(found.moves.len(), game.moves.len());
        }
        Ok(Some(boards::Command::Move(item))) => {
            let written = format!("move {item}");
            let found = boards::Command::parse(&written);
            assert!(
                matches!(found, Ok(Some(boards::Command::Move(found))) if same_item(&found, &item)),
                "{written:?} is read as {found:?}"
            );
        }
        _ => check_line!(line, boards::Command::parse, lines::nboard),
    }
}

/// Whether both have the same move and, except for rounding, the same annotations.
fn same_item(one: &ggf_games::Item, other: &ggf_games::Item) -> bool {
    one.mv == other.mv
        && one.eval.is_some() == other.eval.is_some()
        && one.seconds.is_some() == other.seconds.is_some()
}

/// Gomocup: commands.
pub fn gomocup(data: &[u8]) {
    let Some(line) = text(data) else { return };
    check_line!(line, piskvork::Command::parse, lines::gomocup);
}

/// GTP: requests and responses.
pub fn gtp(data: &[u8]) {
    let Some(line) = text(data) else { return };
    let cleaned = clean(line);
    assert!(is_one_line(&cleaned), "{cleaned:?}");
    assert_eq!(clean(&cleaned), cleaned);
    let _ = is_interrupt(line);
    if let Some(request) = Request::parse(&cleaned) {
        match &request.command {
            Err(why) => check_error(why, &cleaned),
            Ok(_) => check_request(&request),
        }
    }
    if let Some(response) = Response::parse(line) {
        // The first writing removes blank lines, and blanks at the ends of lines.
        let once = Response::parse(response.to_string().trim_end_matches('\n'));
        let once = once.expect("an answer is read back");
        let twice = Response::parse(once.to_string().trim_end_matches('\n'));
        assert_eq!(
            (once.id, once.result.is_ok()),
            (response.id, response.result.is_ok())
        );
        assert_eq!(twice.map(|twice| twice.to_string()), Some(once.to_string()));
    }
}

fn check_request(request: &Request<'_>) {
    let written = request.to_string();
    assert!(is_one_line(&written), "{written:?}");
    let found = Request::parse(&written).expect("it is not blank");
    // The points of `komi` are not stored.
    assert_eq!(&found, request, "{written:?}");
    if let Ok(Command::Other { name, .. }) = &found.command {
        assert!(!Command::NAMES.contains(name), "{name} is known");
    }
}

/// Positions and moves of Fairy-Stockfish.
pub fn fairy(data: &[u8]) {
    let Some(line) = text(data) else { return };
    let position = |line: &str| Fen::parse(line).map(Some);
    let mv = |line: &str| Move::parse(line).map(Some);
    if line.trim_matches([' ', '\t', '\r', '\n']).is_empty() {
        assert!(Fen::parse(line).is_err() && Move::parse(line).is_err());
        return;
    }
    check_line!(line, position, ToString::to_string);
    check_line!(line, mv, ToString::to_string);
    if let Ok(fen) = Fen::parse(line) {
        let is_eight = fen.ranks.len() == 8 && fen.ranks.iter().all(|rank| rank.len() == 8);
        assert_eq!(fen.board().is_some(), is_eight, "{line:?}");
    }
}
