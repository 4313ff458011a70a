//! Loads games from SGF files.

use std::fs::{self, File};
use std::io::Read;

use kaeshi_protocol::sgf::{Game, Point};

use super::board::{need_grid, side};
use crate::engine::Engine;
use crate::game::{Grid, Side};
use crate::shell::play::{PlayError, play_as};
use crate::shell::session::Session;

/// Maximum size of a file in bytes; a game takes a few thousand.
const MAX_FILE: u64 = 1 << 20;

/// The value of `GM` for Othello.
const OTHELLO: u32 = 2;

/// Sets up the game in `file` before the move with number `before`, from 1, or at its end. Returns the number of plies
/// of each move of the file. On an error, nothing changes.
pub(super) fn load(
    file: &str,
    before: Option<u32>,
    session: &mut Session,
) -> Result<Vec<usize>, String> {
    let text = read(file).map_err(|why| format!("{file}: {why}"))?;
    let game = Game::parse(&text).map_err(|why| format!("{file}: {why}"))?;
    let game_name = session.options().game.clone();
    let mut engine = session.open(&game_name).map_err(|why| why.to_string())?;
    let grid = need_grid(session)?;
    let layout = Layout::of(&game, &grid);
    layout.check(&game, &*engine)?;
    let count = before.map_or(game.moves.len(), |before| before as usize - 1);
    let mut plies = Vec::new();
    for (number, (color, point)) in (1..).zip(game.moves.iter().take(count)) {
        let square = layout
            .name(point.as_deref())
            .map_err(|why| format!("move {number}: {why}"))?;
        let played = play_as(&mut *engine, side(*color), square.as_deref());
        plies.push(played.map_err(|why| match why {
            PlayError::NotYourTurn => format!("move {number}: {color} is not to move"),
            PlayError::Refused(why) => format!("move {number}: {why}"),
        })?);
    }
    session.engine = engine;
    Ok(plies)
}

fn read(file: &str) -> Result<String, String> {
    let kind = fs::metadata(file).map_err(|why| why.to_string())?;
    // Opening a pipe would wait for its other end.
    if !kind.is_file() {
        return Err("it is not a regular file".into());
    }
    let mut text = String::new();
    let mut file = File::open(file)
        .map_err(|why| why.to_string())?
        .take(MAX_FILE + 1);
    file.read_to_string(&mut text)
        .map_err(|why| why.to_string())?;
    if text.len() as u64 > MAX_FILE {
        return Err(format!("the file is longer than {MAX_FILE} bytes"));
    }
    Ok(text)
}

/// The mapping from pairs of letters to squares.
struct Layout {
    files: usize,
    ranks: usize,
    /// Othello programs count rows from the top, as Othello does. Programs that store all games like Go count from the
    /// top of their board, which is the last rank.
    first_rank_on_top: bool,
    size: Option<(u32, u32)>,
}

impl Layout {
    fn of(game: &Game, grid: &Grid) -> Self {
        Self {
            files: grid.files,
            ranks: grid.ranks().len(),
            first_rank_on_top: game.kind == Some(OTHELLO),
            size: game.size,
        }
    }

    /// The square's file and rank, both from 0.
    fn square(&self, point: Point) -> Option<(usize, usize)> {
        let (file, row) = (usize::from(point.column), usize::from(point.row));
        let rank = if self.first_rank_on_top {
            row
        } else {
            self.ranks.checked_sub(row + 1)?
        };
        (file < self.files && rank < self.ranks).then_some((file, rank))
    }

    /// The name of a square. `None` is a pass, and so is `tt` if there is no such square.
    fn name(&self, point: Option<&str>) -> Result<Option<String>, String> {
        let Some(text) = point else {
            return Ok(None);
        };
        let square = Point::parse(text).and_then(|point| self.square(point));
        match square {
            Some((file, rank)) => {
                let letter = char::from(b'a' + u8::try_from(file).unwrap_or_default());
                Ok(Some(format!("{letter}{}", rank + 1)))
            }
            None if text == "tt" => Ok(None),
            None => Err(format!(
                "'{}' is not a square of this board",
                text.escape_debug()
            )),
        }
    }

    /// Checks that the file has this board, and that its stones are those of the starting position.
    fn check(&self, game: &Game, start: &dyn Engine) -> Result<(), String> {
        let own = (self.files as u64, self.ranks as u64);
        if let Some((files, ranks)) = self.size
            && (u64::from(files), u64::from(ranks)) != own
        {
            return Err(format!("the game is on a board of {files} by {ranks}"));
        }
        if game.stones.is_empty() {
            return Ok(());
        }
        let mut cells: Vec<Option<Side>> = vec![None; self.files * self.ranks];
        for (color, point) in &game.stones {
            if let Some((file, rank)) = Point::parse(point).and_then(|point| self.square(point)) {
                cells[rank * self.files + file] = Some(side(*color));
            }
        }
        match start.grid() {
            Some(grid) if grid.cells == cells => Ok(()),
            _ => Err("the stones set up in the file are not the starting position".into()),
        }
    }
}
