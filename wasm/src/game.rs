//! A position described for a page: stones, legal moves, result.

use std::cell::RefCell;
use std::sync::Arc;

use kaeshi::analysis::PlayedGame;
use kaeshi::engine::Engine;
use kaeshi::game::{InputError, Outcome, Side};
use kaeshi::games;
use kaeshi::games::othello::{Othello, openings};
use kaeshi::search::TranspositionTable;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::analysis::othello;

/// What a page asks about.
#[derive(Debug, Clone, Deserialize)]
pub struct Request {
    /// The name of a game, or a position as UGI writes it after `position fen`.
    pub setup: String,
    /// The moves since then; for a pasted game its text instead.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The text of a pasted game.
    #[serde(default)]
    pub text: String,
}

/// A position of a game.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// Squares in a rank; 0 in games without a board.
    pub files: usize,
    /// A character for each square, `a1` first, then rank by rank: `x` the first player, `o` the second, `.` empty.
    pub cells: String,
    /// 1 if the first player is to move, otherwise 2.
    pub turn: u8,
    /// The legal moves; none if the game is over.
    pub moves: Vec<String>,
    /// The last move, if there is one.
    pub last: Option<String>,
    /// `first`, `second` or `draw` if the game is over.
    pub result: Option<&'static str>,
    /// How much the first player has won by if the game is over: discs in Othello, otherwise 1, 0 or -1.
    pub margin: Option<i32>,
    /// The position as UGI writes it.
    pub text: String,
    /// The name of the opening: that of the last position with a name.
    pub opening: Option<OpeningName>,
}

/// The names of an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OpeningName {
    /// The English name.
    pub en: &'static str,
    /// The Japanese name, or the English one if there is none.
    pub ja: &'static str,
}

impl OpeningName {
    /// The last opening with a name in a game of Othello.
    pub(crate) fn of(game: &PlayedGame) -> Option<Self> {
        let positions = game.positions();
        let named = openings::along(positions.iter().map(Othello::board));
        named.last().map(|(_, opening)| Self {
            en: opening.name,
            ja: opening.japanese.unwrap_or(opening.name),
        })
    }
}

/// Reads a request from JSON.
///
/// # Errors
/// If it is no such request.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    serde_json::from_str(text).map_err(InputError::new)
}

/// Writes `found`, or why it was refused, as JSON: `{"ok": ...}` or `{"error": "..."}`.
pub(crate) fn write<T: Serialize>(found: &Result<T, InputError>, output: &mut Vec<u8>) {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Answer<'a, T> {
        Ok(&'a T),
        Error(String),
    }
    let answer = match found {
        Ok(found) => Answer::Ok(found),
        Err(why) => Answer::Error(why.to_string()),
    };
    serde_json::to_writer(output, &answer).expect("plain data can be written");
}

/// Calls `work` with an engine at the position `setup`, without moves.
pub(crate) fn with_engine<T>(
    setup: &str,
    work: impl FnOnce(&mut dyn Engine) -> Result<T, InputError>,
) -> Result<T, InputError> {
    thread_local! {
        static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
    }
    KNOWN.with_borrow_mut(|known| {
        let known = match known {
            Some(known) => known,
            None => known.insert(Known::open()?),
        };
        let Known {
            engine,
            name,
            table,
        } = known;
        if let Some(other) = games::set_up(&mut **engine, name, (Some(setup), &[]), table)? {
            (*engine, *name) = other;
        }
        work(&mut **engine)
    })
}

/// The engine that knows the rules.
struct Known {
    engine: Box<dyn Engine>,
    /// The name of its game.
    name: String,
    /// As small as possible, since nothing is searched.
    table: Arc<TranspositionTable>,
}

impl Known {
    fn open() -> Result<Self, InputError> {
        let table = TranspositionTable::new(TranspositionTable::MIN_MEGABYTES);
        let table = Arc::new(table.map_err(InputError::new)?);
        Ok(Self {
            engine: games::open(games::DEFAULT, Arc::clone(&table))?,
            name: games::DEFAULT.into(),
            table,
        })
    }
}

/// The position of `request`.
///
/// # Errors
/// If the position or a move is refused.
pub(crate) fn describe(request: &Request) -> Result<Position, InputError> {
    with_engine(&request.setup, |engine| {
        let moves: Vec<&str> = request.moves.iter().map(String::as_str).collect();
        engine.play(&moves)?;
        let opening = opening(request)?;
        Ok(Position {
            opening,
            ..position(engine)
        })
    })
}

/// The name of the opening of a game of Othello.
fn opening(request: &Request) -> Result<Option<OpeningName>, InputError> {
    /// Later positions have no names.
    const MAX_NAMED: usize = 18;
    let moves = &request.moves[..request.moves.len().min(MAX_NAMED)];
    let game = othello(&request.setup, moves)?;
    Ok(game.and_then(|game| OpeningName::of(&game)))
}

fn position(engine: &dyn Engine) -> Position {
    let grid = engine.grid();
    let cells = grid.iter().flat_map(|grid| &grid.cells);
    let sign = |cell: &Option<Side>| match cell {
        Some(Side::First) => 'x',
        Some(Side::Second) => 'o',
        None => '.',
    };
    Position {
        cells: cells.map(sign).collect(),
        files: grid.as_ref().map_or(0, |grid| grid.files),
        turn: if engine.side() == Side::First { 1 } else { 2 },
        moves: engine.moves(),
        last: engine.last_move(),
        result: engine.result().map(|result| match result {
            Outcome::Won(Side::First) => "first",
            Outcome::Won(Side::Second) => "second",
            Outcome::Drawn => "draw",
        }),
        margin: engine.margin(),
        text: engine.write(),
        opening: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(setup: &str, moves: &[&str]) -> Result<Position, InputError> {
        describe(&Request {
            setup: setup.into(),
            moves: moves.iter().map(|&mv| mv.into()).collect(),
            text: String::new(),
        })
    }

    #[test]
    fn a_position_has_stones_and_moves() -> Result<(), InputError> {
        let start = described("othello", &[])?;
        assert_eq!((start.files, start.turn, start.result), (8, 1, None));
        let mut moves = start.moves.clone();
        moves.sort();
        assert_eq!(moves, ["c4", "d3", "e6", "f5"]);
        assert_eq!(start.cells.matches('.').count(), 60);
        let next = described("othello", &["f5"])?;
        assert_eq!((next.turn, next.last.as_deref()), (2, Some("f5")));
        assert_eq!(next.cells.matches('x').count(), 4);
        assert_eq!(start.opening, None);
        assert_eq!(
            described("othello", &["f5", "d6"])?
                .opening
                .map(|opening| opening.en),
            Some("Perpendicular Opening")
        );
        // Another game, and back.
        assert_eq!(described("connect4", &["d1"])?.moves.len(), 7);
        assert_eq!(described("othello", &[])?, start);
        Ok(())
    }

    #[test]
    fn what_is_refused_is_said_and_changes_nothing() -> Result<(), InputError> {
        let why = described("othello", &["f5", "a1"]).expect_err("a1 is not legal");
        assert_eq!(
            why.to_string(),
            "move 2 ('a1'): no disc would be turned over"
        );
        assert!(described("chess", &[]).is_err());
        assert_eq!(described("othello", &[])?.cells.matches('.').count(), 60);
        Ok(())
    }

    #[test]
    fn answers_are_json() {
        let mut output = Vec::new();
        write(&described("tictactoe", &["b2"]), &mut output);
        let text = String::from_utf8(output).expect("JSON is UTF-8");
        assert!(text.starts_with(r#"{"ok":{"files":3,"cells":"....x....","turn":2"#));
        let mut output = Vec::new();
        write::<Position>(&Err(InputError::new("no \"game\"")), &mut output);
        assert_eq!(output, br#"{"error":"no \"game\""}"#);
    }
}
