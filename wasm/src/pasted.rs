//! Games that people paste, or that a link holds: transcripts, and GGF in Othello.

use kaeshi::engine::Engine;
use kaeshi::game::{InputError, Side};
use kaeshi_protocol::board::{Board, Disc, Move};
use kaeshi_protocol::ggf;
use kaeshi_protocol::transcript::Transcript;
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
    if kaeshi::games::family(&request.setup) != Some("othello") {
        return read_names(request, text);
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
    let setup = fen(&game.board, game.side);
    let moves = game.moves.iter().map(|(disc, item)| (Some(*disc), item.mv));
    Ok(Pasted {
        moves: replay(&setup, moves)?,
        setup,
        players: game.players.map(|name| name.as_str().to_owned()),
    })
}

/// The board as [`Request::setup`] has it: the starting position by its name.
fn fen(board: &Board, side: Disc) -> String {
    let mut text = String::new();
    for (index, cell) in board.0.iter().enumerate() {
        if index > 0 && index % 8 == 0 {
            text.push('/');
        }
        match cell {
            Some(Disc::Black) => text.push('x'),
            Some(Disc::White) => text.push('o'),
            None => text.push('1'),
        }
    }
    text.push_str(if side == Disc::Black { " x" } else { " o" });
    text
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
}
