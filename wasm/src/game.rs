//! A position described for a page: stones, legal moves, result.

use std::cell::RefCell;
use std::sync::Arc;

use kaeshi::engine::Engine;
use kaeshi::game::{InputError, Outcome, Side};
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use serde::{Deserialize, Serialize};

/// What a page asks about.
#[derive(Debug, Deserialize)]
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

impl Request {
    /// Reads a request from JSON.
    ///
    /// # Errors
    /// If it is no request.
    pub fn read(text: &str) -> Result<Self, InputError> {
        serde_json::from_str(text).map_err(InputError::new)
    }
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
        Ok(position(engine))
    })
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
