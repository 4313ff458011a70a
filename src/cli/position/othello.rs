//! Positions of Othello: OBF, FEN or a transcript, each with an optional comment at its end.

use kaeshi::game::{Game, InputError, Notation, SetupError, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::{Board, Colour};
use kaeshi_protocol::board::{self, Disc, Move};
use kaeshi_protocol::obf::{Answers, Problem};
use kaeshi_protocol::transcript::Transcript;

use super::format::{PositionFormat, START};

/// A position with its answers and its comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) position: Othello,
    pub(crate) notation: PositionFormat,
    /// The known values in the text.
    pub(crate) answers: Answers,
    /// The text after `%` or `#`; empty if there is none.
    pub(crate) comment: String,
}

/// The characters that begin a comment.
const COMMENT: [char; 2] = ['%', '#'];

/// Reads a position; `None` if the text is blank or a comment.
///
/// # Errors
/// If the notation is unknown, or the position is not legal.
pub(crate) fn read(text: &str) -> Result<Option<Reading>, InputError> {
    read_after(text, None)
}

/// Reads a position. In a transcript it is the one after the first `count` moves without passes, or after all if
/// `None`.
///
/// # Errors
/// As [`read`]; also if `count` is given for another notation, or exceeds the length of the game.
pub(crate) fn read_after(text: &str, count: Option<usize>) -> Result<Option<Reading>, InputError> {
    let text = without_name(text.trim());
    if text.eq_ignore_ascii_case(START) {
        return Ok(Some(Reading {
            position: Othello::default(),
            notation: PositionFormat::Name,
            answers: Answers::Moves(Vec::new()),
            comment: String::new(),
        }));
    }
    if text.is_empty() || text.starts_with(COMMENT) {
        return Ok(None);
    }
    let notation = notation(text).ok_or_else(|| {
        InputError::new(
            "this is neither a board of 64 squares and the side to move (OBF), nor a FEN, \
             nor moves as in f5d6c3",
        )
    })?;
    if count.is_some() && notation != PositionFormat::Transcript {
        let why = format_args!("--moves goes with a transcript as in f5d6c3: this is {notation}");
        return Err(InputError::new(why));
    }
    if notation == PositionFormat::Obf {
        let problem = Problem::parse(text).map_err(InputError::new)?;
        return Ok(problem.map(|problem| Reading {
            position: position(&problem.board, problem.side),
            notation,
            answers: problem.answers,
            comment: problem.comment.as_str().into(),
        }));
    }
    let (text, comment) = text.split_once(COMMENT).unwrap_or((text, ""));
    Ok(Some(Reading {
        position: match notation {
            PositionFormat::Fen => read_fen(text)?,
            _ => after_moves(text, count)?,
        },
        notation,
        answers: Answers::Moves(Vec::new()),
        comment: comment.trim().into(),
    }))
}

/// The text after the name of the game, which may precede a position.
fn without_name(text: &str) -> &str {
    match text.split_once([' ', '\t']) {
        Some((name, rest)) if ["othello", "reversi"].contains(&&*name.to_ascii_lowercase()) => {
            rest.trim_start()
        }
        _ => text,
    }
}

/// The notation of a text that is not blank, detected from its first word.
fn notation(text: &str) -> Option<PositionFormat> {
    let word = text.split_whitespace().next()?;
    if word.contains('/') {
        return Some(PositionFormat::Fen);
    }
    let bytes = word.as_bytes();
    let is_square = matches!(bytes, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..]);
    // A transcript may begin with a move number.
    let is_number = matches!(bytes[0], b'1'..=b'9');
    if is_square || is_number {
        return Some(PositionFormat::Transcript);
    }
    text.starts_with(|sign| "Xx*BbOo0Ww-.".contains(sign))
        .then_some(PositionFormat::Obf)
}

fn read_fen(text: &str) -> Result<Othello, InputError> {
    Othello::default().read(text).map_err(|why| match why {
        SetupError::Refused(why) => why,
        SetupError::Variant(_) => InputError::new(why),
    })
}

/// The position after the first `count` moves of a game without passes, or after all if `None`. Passes may be missing.
fn after_moves(text: &str, count: Option<usize>) -> Result<Othello, InputError> {
    let Transcript(moves) = Transcript::parse(text).map_err(InputError::new)?;
    let mut position = Othello::default();
    let mut placed = 0;
    for mv in moves {
        if count == Some(placed) {
            break;
        }
        let wrong =
            |why: InputError| InputError::new(format_args!("move {} ({mv:#}): {why}", placed + 1));
        if mv != Move::Pass && position.board().legal() == 0 && position.result().is_none() {
            position.make(&position.read_move("pass").map_err(wrong)?);
        }
        position.make(&position.read_move(&format!("{mv:#}")).map_err(wrong)?);
        placed += usize::from(mv != Move::Pass);
    }
    match count {
        Some(count) if count > placed => Err(InputError::new(format_args!(
            "the transcript has {placed} moves: there is no position after {count}"
        ))),
        _ => Ok(position),
    }
}

/// The position with the discs of `board` and `side` to move.
pub(crate) fn position(board: &board::Board, side: Disc) -> Othello {
    let discs = |colour| {
        let cells = board.0.iter().enumerate();
        cells.fold(0, |set, (at, &cell)| {
            set | u64::from(cell == Some(colour)) << at
        })
    };
    let (black, white) = (discs(Disc::Black), discs(Disc::White));
    let (colour, side) = match side {
        Disc::Black => (Colour::Black, Side::First),
        Disc::White => (Colour::White, Side::Second),
    };
    Othello::new(Board::of(black, white, colour), side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_position_in_every_notation() {
        let empty = "-".repeat(24);
        let board = format!("{empty}---OX------XXX--{empty}");
        let expected = Othello::default().read("8/8/8/3ox3/3xxx2/8/8/8 o");
        for (text, notation) in [
            (format!("{board} O; % mark 1"), PositionFormat::Obf),
            (format!("othello {board} O # mark 1"), PositionFormat::Obf),
            (
                "8/8/8/3OX3/3XXX2/8/8/8 o % mark 1".into(),
                PositionFormat::Fen,
            ),
            (
                "Othello 8/8/8/3ox3/3xxx2/8/8/8 o #mark 1".into(),
                PositionFormat::Fen,
            ),
            ("f5 % mark 1".into(), PositionFormat::Transcript),
            ("1. F5 # mark 1".into(), PositionFormat::Transcript),
        ] {
            let reading = read(&text).expect(&text).expect(&text);
            assert_eq!(Ok(reading.position), expected, "{text}");
            assert_eq!(reading.notation, notation, "{text}");
            assert_eq!(reading.comment, "mark 1", "{text}");
        }
    }

    #[test]
    fn blank_lines_and_comments_are_no_positions() {
        for text in ["", " \t", "% f5", " # 8/8"] {
            assert_eq!(read(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn what_is_in_no_notation_is_refused() {
        for text in [
            "zz",
            "?",
            "Fen 8/8/8/8/8/8/8/8 x",
            "f9",
            "\u{feff}f5",
            "tictactoe",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_counted_in_transcripts_alone() {
        assert!(read_after("f5d6", Some(2)).is_ok());
        assert!(read_after("f5d6", Some(3)).is_err());
        assert!(read_after("8/8/8/3ox3/3xo3/8/8/8 x", Some(0)).is_err());
    }
}
