//! Games in SGF.

use kaeshi::game::InputError;
use kaeshi_protocol::board::{Disc, Move, Square};
use kaeshi_protocol::ggf::{self, End, Item, Verdict};
use kaeshi_protocol::gtp::Color;
use kaeshi_protocol::sgf::{Game, Point};

use super::entry::Entry;
use super::note::NoteKind;

/// The value of `GM` for Othello; its programs count rows from the top, as Othello does.
const OTHELLO: u32 = 2;

/// The main line of `game`.
///
/// # Errors
/// If the board is no Othello board, or does not begin at the starting position, or a point is none of it.
pub(super) fn entry(game: &Game) -> Result<Entry, InputError> {
    if game.size.is_some_and(|size| size != (8, 8)) {
        return Err(InputError::new("the game is on another board than 8 by 8"));
    }
    let is_from_top = game.kind == Some(OTHELLO);
    let start = ggf::Game::new();
    let mut stones = [None; 64];
    for (color, point) in &game.stones {
        let square = square(point, is_from_top)?;
        stones[usize::from(square.number())] = Some(disc(*color));
    }
    if !game.stones.is_empty() && stones != start.board.0 {
        return Err(InputError::new(
            "the stones set up in the file are not the starting position",
        ));
    }
    let mut moves = Vec::with_capacity(game.moves.len());
    for (color, point) in &game.moves {
        let mv = match point.as_deref() {
            None | Some("tt") => Move::Pass,
            Some(point) => Move::Place(square(point, is_from_top)?),
        };
        let (eval, seconds) = (None, None);
        moves.push((Some(disc(*color)), Item { mv, eval, seconds }));
    }
    let said = game.result.as_deref().unwrap_or_default();
    let result = result(said);
    let mut entry = Entry::replay(ggf::Game { result, ..start }, moves);
    if result.is_none() && !["", "?", "Void"].contains(&said) {
        let text = format_args!("its result '{said}' is not understood, and is left out");
        entry.note(NoteKind::UnknownResult, text);
    }
    Ok(entry)
}

/// Reads `B+10`, `W+R` (Black resigned), `B+T` (on time), `0` or `Draw`. A win without its size is none in discs.
fn result(text: &str) -> Option<Verdict> {
    if ["0", "draw"].contains(&&*text.to_ascii_lowercase()) {
        let (margin, end) = (0.0, End::Over);
        return Some(Verdict { margin, end });
    }
    let (winner, how) = text.split_once('+')?;
    let sign = match winner {
        "B" => 1,
        "W" => -1,
        _ => return None,
    };
    let (margin, end) = match &*how.to_ascii_lowercase() {
        "r" | "resign" => (64, End::Resigned),
        "t" | "time" => (64, End::Time),
        discs => (discs.parse().ok().filter(|discs| *discs <= 64)?, End::Over),
    };
    let margin: u8 = margin;
    let margin = f64::from(sign * i32::from(margin));
    Some(Verdict { margin, end })
}

fn square(point: &str, is_from_top: bool) -> Result<Square, InputError> {
    let square = Point::parse(point).and_then(|Point { column, row }| {
        let row = if is_from_top {
            row
        } else {
            7_u8.checked_sub(row)?
        };
        (column < 8 && row < 8).then(|| Square::new(8 * row + column))?
    });
    square
        .ok_or_else(|| InputError::new(format_args!("'{}' is not a square", point.escape_debug())))
}

fn disc(color: Color) -> Disc {
    match color {
        Color::Black => Disc::Black,
        Color::White => Disc::White,
    }
}
