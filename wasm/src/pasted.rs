//! Games that people paste, or that a link holds: transcripts, and in Othello GGF and PGN.

use kaeshi::engine::Engine;
use kaeshi::game::{InputError, Side};
use kaeshi_protocol::board::{Board, Disc, Move};
use kaeshi_protocol::transcript::Transcript;
use kaeshi_protocol::{ggf, pgn};
use serde::Serialize;

use crate::game::{Request, with_engine};

/// A game as it was pasted.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Pasted {
    /// The game or the position that it began with, as in [`Request::setup`].
    pub setup: String,
    /// Its moves, with all passes.
    pub moves: Vec<String>,
    /// The names of the players; empty if unknown.
    pub players: [String; 2],
}

/// Maximum length of a pasted text in bytes, far more than a game has.
const MAX_TEXT: usize = 1 << 16;

/// Reads the text of `request` as a game of the game that it names.
///
/// # Errors
/// If it is too long, no game, or has a move that is not legal.
pub(crate) fn read(request: &Request) -> Result<Pasted, InputError> {
    let text = request.text.trim();
    if text.len() > MAX_TEXT {
        return Err(InputError::new(format_args!(
            "the text is longer than {MAX_TEXT} bytes"
        )));
    }
    // A game that is unknown is refused before its moves, which Othello might misunderstand.
    with_engine(&request.setup, |_| Ok(()))?;
    // A position has no name of a game before it only in Othello.
    if kaeshi::games::family(&request.setup).unwrap_or("othello") != "othello" {
        return read_names(request, text);
    }
    if text.starts_with('[') {
        return read_pgn(text);
    }
    let line = text.replace(['\r', '\n'], " ");
    if line.contains("(;") {
        return read_ggf(&line);
    }
    let moves = Transcript::parse(&line).map_err(InputError::new)?.0;
    let moves = moves.into_iter().map(|mv| (None, mv));
    Ok(Pasted {
        setup: request.setup.clone(),
        moves: replay(&request.setup, moves)?,
        players: Default::default(),
    })
}

fn read_ggf(line: &str) -> Result<Pasted, InputError> {
    let game = ggf::Game::parse(line).map_err(InputError::new)?;
    let game = game.ok_or_else(|| InputError::new("the text is blank"))?;
    let setup = setup(&fen(&game.board, game.side))?;
    let moves = game.moves.iter().map(|(disc, item)| (Some(*disc), item.mv));
    Ok(Pasted {
        moves: replay(&setup, moves)?,
        setup,
        players: game.players.map(|name| name.as_str().to_owned()),
    })
}

fn read_pgn(text: &str) -> Result<Pasted, InputError> {
    let games = pgn::split(text).count();
    if games != 1 {
        return Err(InputError::new(format_args!(
            "the text has {games} games, and one can be shown"
        )));
    }
    let game = pgn::Game::parse(text).map_err(InputError::new)?;
    let tag = |name| game.tag(name).filter(|value| *value != "?");
    // Only `XBoard` writes this tag; it calls the first player White and has positions of its own.
    let is_turned = tag("Variant").is_some_and(|name| name.eq_ignore_ascii_case("reversi"));
    let players = if is_turned {
        ["White", "Black"]
    } else {
        ["Black", "White"]
    };
    let setup = match tag("FEN") {
        Some(_) if is_turned => {
            return Err(InputError::new(
                "the game of XBoard does not begin at the starting position",
            ));
        }
        Some(fen) => setup(fen)?,
        None => NAME_OF_START.into(),
    };
    let moves = game.moves.iter().map(|mv| (None, *mv));
    Ok(Pasted {
        moves: replay(&setup, moves)?,
        setup,
        players: players.map(|name| tag(name).unwrap_or_default().to_owned()),
    })
}

/// The name of Othello's starting position.
pub(crate) const NAME_OF_START: &str = "othello";

/// The position `fen` of Othello as [`Request::setup`] has it: the starting position by its name.
fn setup(fen: &str) -> Result<String, InputError> {
    let text = |setup: &str| with_engine(setup, |engine| Ok(engine.write()));
    let (start, text) = (text(NAME_OF_START)?, text(fen)?);
    Ok(if text == start {
        NAME_OF_START.into()
    } else {
        text
    })
}

/// The position on one line.
fn fen(board: &Board, side: Disc) -> String {
    let rows = board.0.chunks(8).map(|row| {
        let cell = |cell: &Option<Disc>| match cell {
            Some(Disc::Black) => 'x',
            Some(Disc::White) => 'o',
            None => '1',
        };
        row.iter().map(cell).collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    let side = if side == Disc::Black { 'x' } else { 'o' };
    format!("{} {side}", rows.join("/"))
}

/// Plays `moves`, each of the side that is known to play it; returns them with the passes that are missing.
fn replay(
    setup: &str,
    moves: impl Iterator<Item = (Option<Disc>, Move)>,
) -> Result<Vec<String>, InputError> {
    with_engine(setup, |engine| {
        let mut played = Vec::new();
        for (number, (disc, mv)) in moves.enumerate() {
            let refuse = |why: &dyn std::fmt::Display| {
                InputError::new(format_args!("move {}: {why}", number + 1))
            };
            if mv == Move::Pass {
                // A pass that the rules have made already, or that follows from the next move.
                continue;
            }
            if let Some(pass) = forced_pass(engine) {
                play(engine, &pass, &mut played).map_err(|why| refuse(&why))?;
            }
            let side = if engine.side() == Side::First {
                Disc::Black
            } else {
                Disc::White
            };
            if disc.is_some_and(|disc| disc != side) {
                return Err(refuse(&format_args!(
                    "'{mv:#}': it is the other side's turn"
                )));
            }
            play(engine, &format!("{mv:#}"), &mut played).map_err(|why| refuse(&why))?;
        }
        Ok(played)
    })
}

fn play(engine: &mut dyn Engine, mv: &str, played: &mut Vec<String>) -> Result<(), InputError> {
    engine.play(&[mv])?;
    played.extend(engine.last_move());
    Ok(())
}

/// The pass of the side to move, if it has no other move.
fn forced_pass(engine: &dyn Engine) -> Option<String> {
    let mut moves = engine.moves();
    let only = moves.pop().filter(|_| moves.is_empty())?;
    (!only.starts_with(|first: char| first.is_ascii_alphabetic())).then_some(only)
}

/// A game of squares without passes: names such as `d1`, with or without anything between them.
fn read_names(request: &Request, text: &str) -> Result<Pasted, InputError> {
    let mut names: Vec<String> = Vec::new();
    for sign in text.chars() {
        match (sign, names.last_mut()) {
            ('a'..='z' | 'A'..='Z', _) => names.push(sign.to_ascii_lowercase().into()),
            ('0'..='9', Some(last)) => last.push(sign),
            (' ' | ',' | ';' | '\t' | '\r' | '\n', _) => {}
            _ => return Err(InputError::new(format_args!("'{sign}' belongs to no move"))),
        }
    }
    with_engine(&request.setup, |engine| {
        let moves: Vec<&str> = names.iter().map(String::as_str).collect();
        engine.play(&moves)?;
        Ok(())
    })?;
    Ok(Pasted {
        setup: request.setup.clone(),
        moves: names,
        players: Default::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pasted(setup: &str, text: &str) -> Result<Pasted, InputError> {
        read(&Request {
            setup: setup.into(),
            moves: Vec::new(),
            text: text.into(),
        })
    }

    #[test]
    fn transcripts_are_read() -> Result<(), InputError> {
        assert_eq!(pasted("othello", "F5 d6\nc3")?.moves, ["f5", "d6", "c3"]);
        // White is wiped out after nine moves, so no pass follows.
        let wipe_out = "e6f4e3f6g5d6e7f5c5";
        assert_eq!(pasted("othello", wipe_out)?.moves.len(), 9);
        let why = pasted("othello", "f5a1").expect_err("not legal");
        assert_eq!(
            why.to_string(),
            "move 2: 'a1': no disc would be turned over"
        );
        assert!(pasted("othello", "<script>").is_err());
        assert!(pasted("othello", &"f5".repeat(1 << 16)).is_err());
        Ok(())
    }

    #[test]
    fn passes_are_filled_in() -> Result<(), InputError> {
        // A game of the first legal moves.
        let (played, squares) = with_engine("othello", |engine| {
            while let Some(first) = engine.moves().first() {
                engine.play(&[first])?;
            }
            let mut played = Vec::new();
            while let Some(last) = engine.last_move() {
                played.insert(0, last);
                engine.undo()?;
            }
            let squares = played.iter().filter(|mv| *mv != "0000").cloned();
            Ok((played.clone(), squares.collect::<Vec<_>>()))
        })?;
        assert!(squares.len() < played.len(), "there is a pass: {played:?}");
        assert_eq!(pasted("othello", &squares.concat())?.moves, played);
        let spelt = played.join(" ").replace("0000", "pa");
        assert_eq!(pasted("othello", &spelt)?.moves, played);
        Ok(())
    }

    #[test]
    fn ggf_gives_names_and_the_board() -> Result<(), InputError> {
        let board = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
        let line =
            format!("(;GM[Othello]PB[<b>Ann</b>]PW[Bob]TY[8]BO[8 {board} *]B[F5//1.5]W[d6];)");
        let game = pasted("othello", &line)?;
        assert_eq!(game.moves, ["f5", "d6"]);
        assert_eq!(game.players, ["<b>Ann</b>", "Bob"]);
        Ok(())
    }

    #[test]
    fn other_games_have_names_of_squares() -> Result<(), InputError> {
        assert_eq!(pasted("connect4", "d1d2 E1")?.moves, ["d1", "d2", "e1"]);
        assert!(pasted("tictactoe", "b2b2").is_err());
        assert!(pasted("tictactoe", "b2!").is_err());
        assert!(pasted("tictactoe", "2b").is_err());
        Ok(())
    }

    #[test]
    fn a_game_that_is_unknown_is_refused_before_its_moves() {
        for moves in ["", "e2e4", "f5d6"] {
            let why = pasted("chess", moves).expect_err("no game of ours");
            assert!(why.to_string().starts_with("unknown game 'chess'"), "{why}");
        }
    }
}
