//! Games written for downloads: GGF and PGN in Othello, otherwise the names of the moves.

use kaeshi::game::{Game, InputError, Side};
use kaeshi_protocol::board::{Board, Disc, Move};
use kaeshi_protocol::ggf::{self, End, Item, Verdict};
use kaeshi_protocol::transcript::Transcript;
use kaeshi_protocol::{Text, pgn};
use serde::{Deserialize, Serialize};

use crate::analysis;
use crate::game::{Position, Request, describe};
use crate::pasted::NAME_OF_START;

/// A game to write.
#[derive(Debug, Deserialize)]
pub struct WriteRequest {
    /// As in [`Request::setup`].
    pub setup: String,
    /// Its moves, with all passes.
    pub moves: Vec<String>,
    /// The names of the players; empty if unknown.
    #[serde(default)]
    pub players: [String; 2],
    /// The date, such as `2026.11.23`; empty if unknown.
    #[serde(default)]
    pub date: String,
    /// The format.
    pub format: Format,
}

/// A format of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A line of GGF.
    Ggf,
    /// PGN as Othello servers write it.
    Pgn,
    /// The names of the moves, after the position at the beginning if that is not the usual one.
    Text,
}

/// A written game.
#[derive(Debug, Serialize)]
pub struct Written {
    /// The content of the file.
    pub text: String,
}

/// Writes a game.
///
/// # Errors
/// If the position or a move is refused, or the format has no such games.
pub(crate) fn write(request: &WriteRequest) -> Result<Written, InputError> {
    let text = match request.format {
        Format::Text => {
            describe(&position_after(request, request.moves.len()))?;
            format!("{}\n", request.moves.join(" "))
        }
        Format::Ggf => format!("{}\n", othello(request)?),
        Format::Pgn => {
            let (name, start) = (NAME_OF_START.to_owned(), position_after(request, 0));
            let usual = describe(&Request {
                setup: name,
                ..position_after(request, 0)
            })?;
            let start = Some(describe(&start)?.text).filter(|start| *start != usual.text);
            pgn::Game::of(&othello(request)?, start.as_deref()).to_string()
        }
    };
    Ok(Written { text })
}

fn position_after(request: &WriteRequest, moves: usize) -> Request {
    Request {
        setup: request.setup.clone(),
        moves: request.moves[..moves].to_vec(),
        text: String::new(),
    }
}

fn othello(request: &WriteRequest) -> Result<ggf::Game, InputError> {
    let other = || InputError::new("GGF and PGN are written for Othello only");
    let played = analysis::othello(&request.setup, &request.moves)?.ok_or_else(other)?;
    let start = describe(&position_after(request, 0))?;
    let end = describe(&position_after(request, request.moves.len()))?;
    let mut game = ggf::Game {
        board: board(&start),
        side: side(&start),
        players: request.players.each_ref().map(|name| Text::new(name)),
        place: Text::new("Kaeshi"),
        date: Text::new(&request.date),
        result: end.margin.map(|margin| Verdict {
            margin: margin.into(),
            end: End::Over,
        }),
        ..ggf::Game::new()
    };
    for (name, before) in request.moves.iter().zip(played.positions()) {
        // A pass is the only move that a transcript may not have.
        let read = Transcript::parse(name).ok();
        let mv = read.and_then(|read| read.0.first().copied());
        let mv = mv.unwrap_or(Move::Pass);
        let item = Item {
            mv,
            eval: None,
            seconds: None,
        };
        let side = match before.side() {
            Side::First => Disc::Black,
            Side::Second => Disc::White,
        };
        game.moves.push((side, item));
    }
    Ok(game)
}

fn side(position: &Position) -> Disc {
    if position.turn == 1 {
        Disc::Black
    } else {
        Disc::White
    }
}

fn board(position: &Position) -> Board {
    let mut cells = position.cells.chars();
    Board(std::array::from_fn(|_| match cells.next() {
        Some('x') => Some(Disc::Black),
        Some('o') => Some(Disc::White),
        _ => None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pasted::{Pasted, read};

    fn written(setup: &str, moves: &[&str], format: Format) -> Result<String, InputError> {
        let request = WriteRequest {
            setup: setup.into(),
            moves: moves.iter().map(|&mv| mv.into()).collect(),
            players: ["<b>Ann]\n".into(), "Kaeshi 3".into()],
            date: "2026.11.23".into(),
            format,
        };
        write(&request).map(|written| written.text)
    }

    fn read_back(text: &str) -> Result<Pasted, InputError> {
        read(&Request {
            setup: "othello".into(),
            moves: Vec::new(),
            text: text.into(),
        })
    }

    #[test]
    fn games_are_read_back() -> Result<(), InputError> {
        // White is wiped out after nine moves.
        let wipe_out = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
        for format in [Format::Ggf, Format::Pgn] {
            let text = written("othello", &wipe_out, format)?;
            let game = read_back(&text)?;
            assert_eq!(game.moves, wipe_out, "{text}");
            assert_eq!(game.setup, "othello", "{text}");
            assert_eq!(game.players[1], "Kaeshi 3");
            let result = if format == Format::Ggf {
                "RE[+64"
            } else {
                "64-0"
            };
            assert!(text.contains(result), "{text}");
        }
        // A game from a position in which White moves first and has to pass.
        let setup = "8/8/8/3xx3/3xo3/8/8/8 o";
        let position = describe(&Request {
            setup: setup.into(),
            moves: Vec::new(),
            text: String::new(),
        })?;
        let first = position.moves[0].clone();
        for format in [Format::Ggf, Format::Pgn] {
            let text = written(setup, &[&first], format)?;
            let game = read_back(&text)?;
            assert_eq!(
                (&*game.setup, &game.moves[..]),
                (setup, &[first.clone()][..]),
                "{text}"
            );
        }
        Ok(())
    }

    #[test]
    fn other_games_are_written_as_moves() -> Result<(), InputError> {
        assert_eq!(written("connect4", &["d1", "d2"], Format::Text)?, "d1 d2\n");
        assert!(written("connect4", &["d1"], Format::Ggf).is_err());
        assert!(written("connect4", &["d3"], Format::Text).is_err());
        assert!(written("othello", &["a1"], Format::Pgn).is_err());
        Ok(())
    }
}
