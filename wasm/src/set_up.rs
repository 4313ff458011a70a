//! Positions that people set up by clicks.

use kaeshi::game::InputError;
use kaeshi::games;
use serde::Deserialize;

use crate::game::{Position, Request, describe, with_engine};

/// A board as it was set up.
#[derive(Debug, Deserialize)]
pub struct SetUpRequest {
    /// The name of the game, or a position of it.
    pub setup: String,
    /// The squares, as in [`Position::cells`].
    pub cells: String,
    /// 1 if the first player is to move, otherwise 2.
    pub turn: u8,
}

/// The position with these stones. Its text begins a game.
///
/// # Errors
/// If no game can lead there.
pub(crate) fn set_up(request: &SetUpRequest) -> Result<Position, InputError> {
    let text = text(request)?;
    let mut position = describe(&Request {
        setup: text.clone(),
        moves: Vec::new(),
        text: String::new(),
    })?;
    position.text = text;
    Ok(position)
}

fn text(request: &SetUpRequest) -> Result<String, InputError> {
    let (files, squares, written) = with_engine(&request.setup, |engine| {
        let grid = engine.grid();
        let grid = grid.ok_or_else(|| InputError::new("the game has no board to set up"))?;
        Ok((grid.files, grid.cells.len(), engine.write()))
    })?;
    let cells: Vec<char> = request.cells.chars().collect();
    let is_known = cells.iter().all(|cell| "xo.".contains(*cell));
    if cells.len() != squares || !is_known {
        return Err(InputError::new(format_args!(
            "a board of {squares} squares is needed, each x, o or ."
        )));
    }
    let side = if request.turn == 1 { 'x' } else { 'o' };
    let rows = cells.chunks(files).map(row);
    if games::family(&request.setup).unwrap_or("othello") == "othello" {
        let rows: Vec<String> = rows.collect();
        check_discs(&cells)?;
        return Ok(format!("{} {side}", rows.join("/")));
    }
    // The first row is the highest rank.
    let rows: Vec<String> = rows.rev().collect();
    let rows = rows.join("/");
    let name = request.setup.split_whitespace().next().unwrap_or_default();
    if name != "mnk" {
        return Ok(format!("{name} {rows} {side}"));
    }
    let sizes = written.split_whitespace();
    let sizes: Vec<&str> = sizes.take_while(|word| !word.contains('/')).collect();
    Ok(format!("mnk {} {rows} {side}", sizes.join(" ")))
}

/// A row with runs of empty squares as numbers.
fn row(cells: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in cells.iter().chain(&['|']) {
        if *cell == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        if *cell != '|' {
            text.push(*cell);
        }
    }
    text
}

/// Whether a game of Othello can have these discs, as far as simple facts tell: the centre is never empty again, and a
/// disc is placed beside another one.
fn check_discs(cells: &[char]) -> Result<(), InputError> {
    const CENTRE: [(usize, &str); 4] = [(27, "d4"), (28, "e4"), (35, "d5"), (36, "e5")];
    let empty: Vec<&str> = CENTRE
        .iter()
        .filter(|(at, _)| cells.get(*at) == Some(&'.'))
        .map(|(_, name)| *name)
        .collect();
    if !empty.is_empty() {
        return Err(InputError::new(format_args!(
            "no game leads to this position: the centre always has four discs ({} empty)",
            empty.join(", ")
        )));
    }
    let mut reached = vec![false; cells.len()];
    let mut next = vec![CENTRE[0].0];
    while let Some(at) = next.pop() {
        if cells[at] == '.' || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let (file, rank) = (at % 8, at / 8);
        for rank in rank.saturating_sub(1)..=(rank + 1).min(7) {
            for file in file.saturating_sub(1)..=(file + 1).min(7) {
                next.push(8 * rank + file);
            }
        }
    }
    let alone = (0..cells.len()).find(|&at| cells[at] != '.' && !reached[at]);
    alone.map_or(Ok(()), |at| {
        let name = format!("{}{}", char::from(b"abcdefgh"[at % 8]), at / 8 + 1);
        Err(InputError::new(format_args!(
            "no game leads to this position: the disc on {name} is not connected with the centre"
        )))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(setup: &str, cells: &str, turn: u8) -> Result<Position, InputError> {
        set_up(&SetUpRequest {
            setup: setup.into(),
            cells: cells.replace(' ', ""),
            turn,
        })
    }

    #[test]
    fn boards_become_positions() -> Result<(), InputError> {
        let start = format!("{}ox......xo{}", ".".repeat(27), ".".repeat(27));
        let othello = done("othello", &start, 2)?;
        assert_eq!(othello.text, "8/8/8/3ox3/3xo3/8/8/8 o");
        assert_eq!((othello.turn, othello.moves.len()), (2, 4));
        assert_eq!(done(&othello.text, &start, 2)?, othello);
        let marks = done("tictactoe", "x.. .o. ..x", 2)?;
        assert_eq!(marks.text, "tictactoe 2x/1o1/x2 o");
        assert_eq!((&*marks.cells, marks.moves.len()), ("x...o...x", 6));
        let four = done("connect4", &format!("xo{}", ".".repeat(40)), 1)?;
        assert_eq!((four.moves.len(), four.turn), (7, 1));
        let own = done("mnk 4 3 3 gravity", "xo.. .... ....", 1)?;
        assert_eq!(own.text, "mnk 3 4 3 gravity 4/4/xo2 x");
        assert_eq!((own.files, own.moves.len()), (4, 4));
        // A position that was set up can be changed.
        assert_eq!(done(&own.text, "xoxo .... ....", 1)?.cells, "xoxo........");
        assert_eq!(done(&four.text, &format!("xo{}", ".".repeat(40)), 1)?, four);
        Ok(())
    }

    #[test]
    fn what_no_game_leads_to_is_refused_with_a_reason() {
        let start = format!("{}ox......xo{}", ".".repeat(27), ".".repeat(27));
        let with_corner = start.replacen('.', "x", 1);
        for (setup, cells, turn, why) in [
            (
                "othello",
                &*".".repeat(64),
                1,
                "four discs (d4, e4, d5, e5 empty)",
            ),
            ("othello", &with_corner, 1, "disc on a1 is not connected"),
            (
                "tictactoe",
                "x.. ... ...",
                1,
                "with 1 x and 0 o it cannot be x's turn",
            ),
            ("tictactoe", "xxx ooo ...", 1, "x has a line already"),
            (
                "connect4",
                &format!("{}x", ".".repeat(41)),
                2,
                "above an empty cell",
            ),
            ("tictactoe", "x", 1, "a board of 9 squares"),
            ("tictactoe", "x?. ... ...", 1, "a board of 9 squares"),
            ("daifugo", "", 1, "no board"),
        ] {
            let refused = done(setup, cells, turn).expect_err("it is refused");
            assert!(refused.to_string().contains(why), "{cells}: {refused}");
        }
    }
}
