//! GTP's view of the game: vertices, colours, and GoGui's questions about the rules.

use std::fmt::Write;

use kaeshi_protocol::gtp::{Color, MAX_FILES, Rule, Vertex};

use crate::engine::Engine;
use crate::game::{Grid, Side};
use crate::shell::play::is_square;
use crate::shell::session::Session;

/// The board, if the game has one and GTP can name its squares.
pub(super) fn grid(engine: &dyn Engine) -> Option<Grid> {
    engine.grid().filter(|grid| grid.files <= MAX_FILES.into())
}

/// The board, or why there is none.
pub(super) fn need_grid(session: &Session) -> Result<Grid, String> {
    grid(&*session.engine).ok_or_else(|| {
        let game = &session.options().game;
        format!("{game} cannot be played by GTP: choose another game with set_game")
    })
}

pub(super) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::First,
        Color::White => Side::Second,
    }
}

fn color(side: Side) -> Color {
    match side {
        Side::First => Color::Black,
        Side::Second => Color::White,
    }
}

/// The game's name of a square, with `i` as a file; `None` for a pass.
pub(super) fn name(vertex: Vertex) -> Option<String> {
    match vertex {
        Vertex::Point { file, rank } => {
            let letter = char::from(b'a' + file);
            Some(format!("{letter}{}", u16::from(rank) + 1))
        }
        Vertex::Pass => None,
    }
}

/// The vertex of a move; a move that is no square is a pass.
pub(super) fn vertex(name: &str) -> Vertex {
    let point = || {
        let (letter, number) = name.split_at_checked(1)?;
        let file = letter.bytes().next()?.checked_sub(b'a')?;
        let rank = number.parse::<u8>().ok()?.checked_sub(1)?;
        Some(Vertex::Point { file, rank })
    };
    point().filter(|_| is_square(name)).unwrap_or(Vertex::Pass)
}

/// `B+10`, `W+4` or `0`.
pub(super) fn final_score(engine: &dyn Engine) -> Option<String> {
    Some(match engine.margin()? {
        0 => "0".into(),
        margin if margin > 0 => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    })
}

/// The answer to a question of GoGui.
pub(super) fn answer(rule: Rule, session: &Session) -> Result<String, String> {
    let grid = need_grid(session)?;
    let engine = &*session.engine;
    Ok(match rule {
        Rule::GameId => capitalised(session.options().game.split(' ').next().unwrap_or_default()),
        Rule::BoardSize => format!("{} {}", grid.files, grid.ranks().len()),
        Rule::Board => draw(&grid),
        Rule::LegalMoves => {
            let moves = engine.moves();
            let moves: Vec<_> = moves.iter().map(|mv| vertex(mv).to_string()).collect();
            moves.join(" ")
        }
        Rule::SideToMove => color(engine.side()).to_string(),
        Rule::FinalResult => match engine.margin() {
            None => "The game is not over".into(),
            Some(0) => "Draw".into(),
            Some(margin) => {
                let winner = if margin > 0 { "Black" } else { "White" };
                // A margin of 1 occurs only where wins have no size, since disc differences are even.
                match margin.unsigned_abs() {
                    1 => format!("{winner} wins"),
                    discs => format!("{winner} wins by {discs}"),
                }
            }
        },
    })
}

pub(super) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The board with the last rank first, as GoGui requires.
fn draw(grid: &Grid) -> String {
    let mut drawing = String::new();
    for rank in grid.ranks().rev() {
        drawing.push('\n');
        let signs = rank.iter().map(|cell| match cell {
            None => '.',
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
        });
        for (file, sign) in signs.enumerate() {
            let _ = write!(drawing, "{}{sign}", if file > 0 { " " } else { "" });
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_vertices_agree_but_for_the_letter_i() {
        for (own, gtp) in [("a1", "A1"), ("h8", "H8"), ("i9", "J9"), ("y25", "Z25")] {
            assert_eq!(vertex(own).to_string(), gtp);
            assert_eq!(name(vertex(own)).as_deref(), Some(own));
        }
        assert_eq!(vertex("0000"), Vertex::Pass);
        assert_eq!(vertex("p"), Vertex::Pass);
    }
}
