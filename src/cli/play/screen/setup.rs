//! A position that a person sets up, square by square.

use kaeshi::game::{Grid, Side};

/// A position while it is set up.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Setup {
    pub(super) grid: Grid,
    /// The side to move.
    pub(super) side: Side,
}

impl Setup {
    /// Puts a stone on a square, or nothing.
    pub(super) fn put(&mut self, index: usize, stone: Option<Side>) {
        if let Some(cell) = self.grid.cells.get_mut(index) {
            *cell = stone;
        }
    }

    /// Changes a square from empty to the first side, to the second, and to empty again.
    pub(super) fn turn(&mut self, index: usize) {
        let next = match self.grid.cells.get(index).copied().flatten() {
            None => Some(Side::First),
            Some(Side::First) => Some(Side::Second),
            Some(Side::Second) => None,
        };
        self.put(index, next);
    }

    /// Takes all stones from the board.
    pub(super) fn clear(&mut self) {
        self.grid.cells.fill(None);
    }

    /// The position as text. `current` is a position of the same game, as the game writes it.
    pub(super) fn text(&self, current: &str, is_othello: bool) -> String {
        let ranks = self.grid.ranks();
        let rows: Vec<String> = if is_othello {
            ranks.map(row).collect()
        } else {
            ranks.rev().map(row).collect()
        };
        let rows = rows.join("/");
        let side = match self.side {
            Side::First => 'x',
            Side::Second => 'o',
        };
        if is_othello {
            return format!("{rows} {side}");
        }
        // The variant, then the rows, the side, and the number of the move.
        let mut words: Vec<&str> = current.split(' ').collect();
        words.truncate(words.len().saturating_sub(3));
        let stones = self.grid.cells.iter().flatten().count();
        format!("{} {rows} {side} {}", words.join(" "), stones / 2 + 1)
    }
}

/// A rank: the stones and the numbers of empty squares between them.
fn row(cells: &[Option<Side>]) -> String {
    let mut text = String::new();
    for run in cells.chunk_by(|one, other| one.is_none() && other.is_none()) {
        match run {
            [Some(Side::First)] => text.push('x'),
            [Some(Side::Second)] => text.push('o'),
            empty => text += &empty.len().to_string(),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kaeshi::games;
    use kaeshi::search::TranspositionTable;

    use super::*;

    #[test]
    fn a_position_set_up_is_read_by_its_game() {
        for (game, moves) in [
            ("othello", &["f5", "d6", "c3"][..]),
            ("connect4", &["d1", "d2", "a1"]),
            ("mnk 3 5 3", &["a1", "c5"]),
        ] {
            let table = Arc::new(TranspositionTable::new(1).expect("a mebibyte"));
            let mut engine = games::open(game, table).expect(game);
            let start = engine.write();
            engine.play(moves).expect("legal moves");
            let grid = engine.grid().expect("a board");
            let side = engine.side();
            let setup = Setup { grid, side };
            let text = setup.text(&start, game == "othello");
            let written = engine.write();
            engine.set_up(Some(&text), &[]).expect(&text);
            assert_eq!(engine.write(), written);
        }
    }

    #[test]
    fn a_square_goes_through_all_contents() {
        let cells = vec![None; 4];
        let mut setup = Setup {
            grid: Grid { files: 2, cells },
            side: Side::First,
        };
        let mut seen = Vec::new();
        for _ in 0..3 {
            setup.turn(3);
            seen.push(setup.grid.cells[3]);
        }
        assert_eq!(seen, [Some(Side::First), Some(Side::Second), None]);
        setup.put(0, Some(Side::Second));
        setup.clear();
        assert_eq!(setup.grid.cells, [None; 4]);
    }
}
