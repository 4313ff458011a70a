//! Writes records in any format except that of a match.

use kaeshi::game::InputError;
use kaeshi_protocol::board::Move;
use kaeshi_protocol::ggf;
use kaeshi_protocol::obf::{Answers, Problem};
use kaeshi_protocol::transcript::Transcript;
use kaeshi_protocol::{Text, pgn, wthor};

use super::entry::{Entry, fen};
use super::format::Format;
use super::names::Directory;
use super::note::{Note, NoteKind};

/// A line of moves, passes left out.
///
/// # Errors
/// When the game begins elsewhere than at the starting position, or has no moves.
pub(super) fn transcript(entry: &Entry) -> Result<String, InputError> {
    from_the_start(entry, "a transcript")?;
    let moves = entry.game.moves.iter().map(|(_, item)| item.mv);
    let moves: Vec<Move> = moves.filter(|mv| *mv != Move::Pass).collect();
    if moves.is_empty() {
        return Err(InputError::new(
            "the game has no moves: its transcript would be an empty line",
        ));
    }
    Ok(format!("{}\n", Transcript(moves)))
}

/// A line of GGF.
pub(super) fn ggf(entry: &Entry) -> String {
    format!("{}\n", entry.game)
}

/// The position with `empties` empty squares, or the last one for `None`.
///
/// # Errors
/// If the game has no such position.
pub(super) fn obf(entry: &Entry, empties: Option<i8>) -> Result<String, InputError> {
    let found = entry.position(empties).ok_or_else(|| {
        let empties = empties.unwrap_or_default();
        InputError::new(format_args!(
            "the game has no position with {empties} empty squares"
        ))
    })?;
    let (board, side) = found;
    let (answers, comment) = match &entry.known {
        Some((answers, comment)) => (answers.clone(), comment.clone()),
        None => (Answers::Moves(Vec::new()), Text::default()),
    };
    let problem = Problem {
        board,
        side,
        answers,
        comment,
    };
    Ok(format!("{problem}\n"))
}

/// A game with its tags; one of them is the position at the beginning, unless it is the starting position.
pub(super) fn pgn(entry: &Entry) -> String {
    pgn_game(entry).to_string()
}

/// The tags and moves of a game.
pub(in crate::cli) fn pgn_game(entry: &Entry) -> pgn::Game {
    let start = (!entry.begins_at_the_start()).then(|| fen(&entry.game));
    pgn::Game::of(&entry.game, start.as_deref())
}

/// A record of WTHOR.
///
/// # Errors
/// If the game does not begin at the starting position or has no result in discs, or if a name is unknown.
pub(super) fn wthor(entry: &Entry, names: &Directory) -> Result<wthor::Game, InputError> {
    from_the_start(entry, "WTHOR")?;
    let ggf::Game {
        players: [black, white],
        place,
        ..
    } = &entry.game;
    let result = entry
        .game
        .result
        .ok_or_else(|| InputError::new("the game has no result, which WTHOR requires"))?;
    let score = result.black_discs().ok_or_else(|| {
        let margin = result.margin;
        InputError::new(format_args!(
            "WTHOR cannot keep a difference of {margin:+} discs"
        ))
    })?;
    let squares = entry
        .game
        .moves
        .iter()
        .filter_map(|(_, item)| match item.mv {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        });
    Ok(wthor::Game {
        tournament: names.tournament_number(place.as_str())?,
        black: names.player_number(black.as_str())?,
        white: names.player_number(white.as_str())?,
        score,
        theoretical: entry.thor.map_or(score, |thor| thor.theoretical),
        moves: squares.collect(),
    })
}

/// What `to` cannot keep of the result of a game that it can hold.
pub(super) fn lost(entry: &Entry, to: Format) -> Option<Note> {
    let result = entry.game.result?;
    let how = match result.end {
        ggf::End::Over => None,
        ggf::End::Resigned => Some("that a side resigned"),
        ggf::End::Time => Some("that a side lost on time"),
        ggf::End::Agreed => Some("that the players agreed on the result"),
    };
    let (format, what) = match to {
        Format::Wthor => ("WTHOR", how?.to_owned()),
        // An odd difference is a tag of its own, which says how the game ended.
        Format::Pgn if result.end == ggf::End::Agreed && result.black_discs().is_some() => {
            ("PGN", how?.to_owned())
        }
        Format::Transcript if entry.is_unfinished() => {
            ("a transcript", format!("the result {result}"))
        }
        _ => return None,
    };
    let text = format_args!("{format} cannot keep {what}");
    Some(Note::new(NoteKind::LostResult, text))
}

fn from_the_start(entry: &Entry, what: &str) -> Result<(), InputError> {
    if entry.begins_at_the_start() {
        return Ok(());
    }
    Err(InputError::new(format_args!(
        "{what} begins at the starting position, and this game does not"
    )))
}
