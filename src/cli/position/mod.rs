//! Reads the positions of the command line, in any notation.

mod format;
pub(crate) mod othello;

use std::sync::Arc;

use clap::Args;
use kaeshi::engine::Engine;
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::games::othello::Othello;
use kaeshi::search::TranspositionTable;
use kaeshi_protocol::board::Move;
use kaeshi_protocol::transcript::Transcript;

pub(crate) use self::format::PositionFormat;
use self::format::START;

/// Where a command starts.
#[derive(Debug, Args)]
pub(crate) struct PositionOption {
    /// The position instead of the starting position: for Othello a FEN, a board of 64 squares and the side
    /// to move as in OBF, or the moves that lead there, as in f5d6c3; other games: as UGI's 'position', or moves.
    #[arg(
        id = "position",
        long = "position",
        value_name = "POSITION",
        allow_hyphen_values = true
    )]
    pub(crate) text: Option<String>,
}

impl PositionOption {
    /// The position of Othello, or its starting position if none is given, and its notation. The error message names
    /// `command`.
    ///
    /// # Errors
    /// If the text is no position of Othello.
    pub(crate) fn othello(
        &self,
        command: &str,
    ) -> Result<(Othello, Option<PositionFormat>), InputError> {
        let Some(text) = &self.text else {
            return Ok((Othello::default(), None));
        };
        let text = given(text)?;
        if let Some(other) = games::family(text).filter(|family| *family != games::DEFAULT) {
            return Err(InputError::new(format_args!(
                "{command} knows Othello alone: this is a position of {other}"
            )));
        }
        let reading = othello::read(text)?;
        let reading = reading.ok_or_else(|| InputError::new(NOTHING))?;
        Ok((reading.position, Some(reading.notation)))
    }
}

/// The square of the last move, if `text` is a transcript of Othello.
pub(crate) fn last_square(text: Option<&str>) -> Option<u8> {
    let reading = othello::read(text?).ok()??;
    if reading.notation != PositionFormat::Transcript {
        return None;
    }
    let moves = Transcript::parse(text?).ok()?.0;
    moves.into_iter().rev().find_map(|mv| match mv {
        Move::Place(square) => Some(square.number()),
        Move::Pass => None,
    })
}

/// A game set up on the command line.
pub(crate) struct Opened {
    pub(crate) engine: Box<dyn Engine>,
    /// The transposition table of the engine.
    pub(crate) table: Arc<TranspositionTable>,
    /// The notation of the position, if one was given.
    pub(crate) notation: Option<PositionFormat>,
    /// The game's family, such as `othello`.
    pub(crate) family: Option<&'static str>,
}

impl Opened {
    /// A line with the notation and the position; `None` if no position was given.
    pub(crate) fn header(&self) -> Option<String> {
        let notation = self.notation?;
        Some(format!("read as {notation}: {}", self.engine.write()))
    }
}

/// Opens the game called `game` with a table of `megabytes` MiB, at the position `text` or else at the start.
///
/// # Errors
/// If there is no such game, `text` is no position of it, or there is no memory for the table.
pub(crate) fn open(game: &str, megabytes: usize, text: Option<&str>) -> Result<Opened, InputError> {
    let table = Arc::new(TranspositionTable::new(megabytes).map_err(InputError::new)?);
    let mut engine = games::open(game, Arc::clone(&table))?;
    let Some(text) = text else {
        return Ok(Opened {
            engine,
            table,
            notation: None,
            family: games::family(game),
        });
    };
    let text = given(text)?;
    let family = games::family(text).or_else(|| games::family(game));
    if text.eq_ignore_ascii_case(START) {
        return Ok(Opened {
            engine,
            table,
            notation: Some(PositionFormat::Name),
            family,
        });
    }
    if family == Some("othello") {
        let (position, notation) = match othello::read(text) {
            Ok(Some(reading)) => (reading.position, reading.notation),
            Ok(None) => return Err(InputError::new(NOTHING)),
            Err(why) => return Err(games::mistaken(text, game, &table).unwrap_or(why)),
        };
        let text = kaeshi::game::Notation::write(&position);
        let other = games::set_up(&mut *engine, games::DEFAULT, (Some(&text), &[]), &table)?;
        return Ok(Opened {
            engine: other.map_or(engine, |(other, _)| other),
            table,
            notation: Some(notation),
            family,
        });
    }
    let notation = match games::set_up(&mut *engine, game, (Some(text), &[]), &table) {
        Ok(other) => {
            engine = other.map_or(engine, |(other, _)| other);
            match family {
                _ if !text.contains('/') => PositionFormat::Name,
                Some("daifugo") => PositionFormat::Daifugo,
                _ => PositionFormat::Fen,
            }
        }
        Err(why) => {
            let begins_like_a_move = text.starts_with(char::is_alphabetic) && !text.contains('/');
            if games::family(text).is_some() || !begins_like_a_move {
                return Err(why);
            }
            let moves = moves(text, engine.grid().is_some());
            engine.set_up(None, &moves).map_err(InputError::new)?;
            PositionFormat::Transcript
        }
    };
    Ok(Opened {
        engine,
        table,
        notation: Some(notation),
        family,
    })
}

pub(crate) const NOTHING: &str = "--position: no position is given";

/// The value `text` of `--position`, without blanks around it.
///
/// # Errors
/// If `text` is blank, or is another option. A position may begin with `-`, so clap also accepts an option as the
/// value.
pub(crate) fn given(text: &str) -> Result<&str, InputError> {
    let text = text.trim();
    let is_option = text.strip_prefix("--").is_some_and(|name| {
        let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
        letters > 1 && !name.contains(' ')
    });
    if is_option {
        return Err(InputError::new(format_args!(
            "--position: a position is missing before {text}"
        )));
    }
    if text.is_empty() {
        return Err(InputError::new(NOTHING));
    }
    Ok(text)
}

/// The moves in `text`, separated by blanks or commas. If `on_squares`, moves may follow each other directly, as in
/// `h8g9`.
pub(crate) fn moves(text: &str, on_squares: bool) -> Vec<&str> {
    let mut moves = Vec::new();
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let mut start = 0;
        let bytes = word.as_bytes();
        for at in 1..bytes.len() {
            if on_squares && bytes[at].is_ascii_alphabetic() && bytes[at - 1].is_ascii_digit() {
                moves.push(&word[start..at]);
                start = at;
            }
        }
        moves.push(&word[start..]);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_apart_or_together() {
        assert_eq!(moves("h8g9, a10b2", true), ["h8", "g9", "a10", "b2"]);
        assert_eq!(moves("d-3 ch-4", false), ["d-3", "ch-4"]);
        assert_eq!(moves("c-3a", false), ["c-3a"]);
    }

    #[test]
    fn the_next_option_is_no_position() {
        assert!(given("--json").is_err());
        assert!(given(" ").is_err());
        assert_eq!(given("--X-- x"), Ok("--X-- x"));
        assert_eq!(given("---- x"), Ok("---- x"));
    }
}
