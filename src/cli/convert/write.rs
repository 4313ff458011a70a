//! Writes records in any format except that of a match.

use kaeshi::game::InputError;
use kaeshi_protocol::board::Move;
use kaeshi_protocol::ggf::{self, End};
use kaeshi_protocol::obf::{Answers, Problem};
use kaeshi_protocol::transcript::Transcript;
use kaeshi_protocol::{Text, Word, pgn, wthor};

use super::entry::{Entry, fen};
use super::names::Directory;

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

/// The tag of PGN for a result that is no number of discs on a full board, written as in GGF: `+13.00`, `-7.50:t`.
pub(super) const MARGIN_TAG: &str = "Margin";

/// A game with its tags; one of them is the position at the beginning, unless it is the starting position.
pub(super) fn pgn(entry: &Entry) -> String {
    pgn_game(entry).to_string()
}

/// The tags and moves of a game.
pub(in crate::cli) fn pgn_game(entry: &Entry) -> pgn::Game {
    let game = &entry.game;
    let or_unknown = |text: &Text| match text.as_str() {
        "" => Text::new("?"),
        known => Text::new(known),
    };
    let [black, white] = &game.players;
    let discs = |result: &ggf::Verdict| black_discs(result.margin);
    // Only a result tells which side lost on time or resigned.
    let known = game.result.filter(|result| discs(result).is_some());
    let result = known.as_ref().and_then(discs);
    let result = result.map_or("*".into(), |black| format!("{black}-{}", 64 - black));
    let mut tags = vec![
        ("Event", or_unknown(&game.place)),
        ("Date", or_unknown(&game.date)),
        ("Black", or_unknown(black)),
        ("White", or_unknown(white)),
        ("Result", Text::from(result)),
    ];
    match known.map(|result| result.end) {
        Some(End::Time) => tags.push(("Termination", "time forfeit".into())),
        Some(End::Resigned) => tags.push(("Termination", "abandoned".into())),
        Some(End::Over | End::Agreed) | None => {}
    }
    if let (Some(result), None) = (game.result, known) {
        // No two numbers of discs on a full board have this difference.
        tags.push((MARGIN_TAG, format!("{result}").into()));
    }
    if !entry.begins_at_the_start() {
        tags.push(("FEN", fen(game).into()));
    }
    let tags = tags.into_iter();
    pgn::Game {
        tags: tags.map(|(name, value)| (Word::new(name), value)).collect(),
        moves: game.moves.iter().map(|(_, item)| item.mv).collect(),
    }
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
    let score = black_discs(result.margin).ok_or_else(|| {
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

fn from_the_start(entry: &Entry, what: &str) -> Result<(), InputError> {
    if entry.begins_at_the_start() {
        return Ok(());
    }
    Err(InputError::new(format_args!(
        "{what} begins at the starting position, and this game does not"
    )))
}

/// The black discs at the end; `None` unless a full board can have that difference.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an integer from 0 to 64, as is checked before"
)]
fn black_discs(margin: f64) -> Option<u8> {
    let discs = 32.0 + margin / 2.0;
    (discs.fract() == 0.0 && (0.0..=64.0).contains(&discs)).then_some(discs as u8)
}
