//! Properties of games and problems: a game that is read is written, and read back as the same game.

use kaeshi_protocol::{ggf as generic, obf as problems, pgn as tagged, sgf as smart};
use kaeshi_protocol::{gtp::Color, transcript as moves};

use super::commands::{check_line, text};
use crate::text::{check_error, check_message, is_one_line, is_plain};

/// GGF. The first writing rounds evaluations and times, which then stay the same.
pub fn ggf(data: &[u8]) {
    let Some(line) = text(data) else { return };
    match generic::Game::parse(line) {
        Ok(None) => assert!(line.trim().is_empty()),
        Err(why) => check_error(&why, line),
        Ok(Some(game)) => {
            let written = game.to_string();
            assert!(is_one_line(&written), "{written:?}");
            let found = generic::Game::parse(&written);
            let Ok(Some(found)) = found else {
                panic!("{written:?} is read as {found:?}");
            };
            assert_eq!(found.to_string(), written);
            assert_eq!((found.board, found.side), (game.board, game.side));
            let played = |game: &generic::Game| -> Vec<_> {
                let moves = game.moves.iter();
                moves.map(|(disc, item)| (*disc, item.mv)).collect()
            };
            assert_eq!(played(&found), played(&game));
        }
    }
}

/// OBF.
pub fn obf(data: &[u8]) {
    let Some(line) = text(data) else { return };
    if problems::Problem::parse(line) == Ok(None) {
        assert!(line.trim_start().is_empty() || line.contains(['%', '#']));
    } else {
        check_line!(line, problems::Problem::parse, ToString::to_string);
    }
}

/// Transcripts.
pub fn transcript(data: &[u8]) {
    let Some(line) = text(data) else { return };
    match moves::Transcript::parse(line) {
        Err(why) => check_error(&why, line),
        Ok(game) => {
            let written = game.to_string();
            assert_eq!(moves::Transcript::parse(&written), Ok(game), "{written:?}");
        }
    }
}

/// PGN: a text with several games.
pub fn pgn(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let mut last = 0;
    for (first, game) in tagged::split(text) {
        assert!(first > last, "games begin in ascending lines");
        last = first;
        check_pgn(game);
    }
}

fn check_pgn(text: &str) {
    match tagged::Game::parse(text) {
        Err(tagged::Broken { line, why }) => {
            let content = text.lines().nth(line.saturating_sub(1));
            assert!(content.is_some(), "line {line} of {text:?}");
            check_error(&why, content.unwrap_or_default());
        }
        Ok(game) => {
            let written = game.to_string();
            let found = tagged::Game::parse(&written);
            assert_eq!(found.as_ref(), Ok(&game), "{written:?}");
            assert!(tagged::split(&written).count() <= 1, "{written:?}");
        }
    }
}

/// SGF: the main line of a game.
pub fn sgf(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match smart::Game::parse(text) {
        Err(why) => {
            check_message(&why.to_string());
            assert!((1..=text.len() + 1).contains(&why.at), "{why}: {text:?}");
            assert!(text.is_char_boundary(why.at - 1), "{why}: {text:?}");
        }
        Ok(game) => {
            let written = write(&game);
            assert_eq!(smart::Game::parse(&written), Ok(game), "{written:?}");
        }
    }
}

/// A game in SGF.
fn write(game: &smart::Game) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
    let letter = |color: Color| match color {
        Color::Black => 'B',
        Color::White => 'W',
    };
    let mut parts = vec![String::from("(;")];
    parts.extend(game.kind.map(|kind| format!("GM[{kind}]")));
    let size = game.size;
    parts.extend(size.map(|(columns, rows)| format!("SZ[{columns}:{rows}]")));
    let stones = game.stones.iter();
    parts.extend(stones.map(|(color, point)| format!("A{}[{}]", letter(*color), escaped(point))));
    let moves = game.moves.iter().map(|(color, point)| {
        let point = escaped(point.as_deref().unwrap_or_default());
        format!(";{}[{point}]", letter(*color))
    });
    parts.extend(moves);
    parts.concat() + ")"
}
