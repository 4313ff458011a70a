//! Where things are on the screen, for drawing and for the mouse.

use ratatui::layout::{Position, Rect};

/// Sizes of a square in columns and rows, the largest first.
const CELLS: [(u16, u16); 5] = [(7, 3), (5, 2), (4, 1), (3, 1), (2, 1)];

/// Columns for the numbers of the ranks, and the row for the letters of the files.
const MARGIN: (u16, u16) = (3, 1);

/// Minimum width of the panel beside the board, in columns.
const MIN_PANEL: u16 = 26;

/// Minimum size of the screen for a game of cards, in columns and rows.
const MIN_CARDS: (u16, u16) = (60, 16);

/// Number of rows for messages.
const MESSAGE_ROWS: u16 = 2;

/// Maximum number of columns and of rows that are drawn. A terminal may claim 65535 of each, for which no memory suffices.
const MAX_SIZE: (u16, u16) = (1000, 500);

/// The part that is drawn of a terminal with this number of columns and of rows.
pub(super) fn drawn_area(columns: u16, rows: u16) -> Rect {
    Rect::new(0, 0, columns.min(MAX_SIZE.0), rows.min(MAX_SIZE.1))
}

/// The squares of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Squares {
    /// Squares in a rank.
    pub(super) files: usize,
    /// Number of ranks.
    pub(super) ranks: usize,
    /// Whether rank 1 is at the top, as in Othello.
    pub(super) is_top_down: bool,
}

/// The parts of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) title: Rect,
    /// The board with its margin, or the table of cards.
    pub(super) table: Rect,
    pub(super) panel: Rect,
    pub(super) messages: Rect,
    pub(super) keys: Rect,
    /// Size of a square in columns and rows; 0 in a game of cards.
    pub(super) cell: (u16, u16),
    squares: Option<Squares>,
}

impl Layout {
    /// The largest board that fits into `screen`; `None` if none does.
    pub(super) fn of(screen: Rect, squares: Option<Squares>) -> Option<Self> {
        let body_rows = screen.height.checked_sub(2 + MESSAGE_ROWS)?;
        let (cell, table_columns) = if let Some(squares) = squares {
            let fits = |cell: &&(u16, u16)| {
                let (columns, rows) = board_size(squares, **cell);
                columns + MIN_PANEL <= screen.width && rows <= body_rows
            };
            let cell = *CELLS.iter().find(fits)?;
            (cell, board_size(squares, cell).0 + 1)
        } else {
            let (columns, rows) = MIN_CARDS;
            if screen.width < columns || screen.height < rows {
                return None;
            }
            ((0, 0), screen.width - MIN_PANEL - 1)
        };
        let row = |y: u16, height: u16| Rect::new(screen.x, screen.y + y, screen.width, height);
        let body = row(1, body_rows);
        Some(Self {
            title: row(0, 1),
            table: Rect {
                width: table_columns,
                ..body
            },
            panel: Rect {
                x: body.x + table_columns + 1,
                width: screen.width - table_columns - 1,
                ..body
            },
            messages: row(1 + body_rows, MESSAGE_ROWS),
            keys: row(1 + body_rows + MESSAGE_ROWS, 1),
            cell,
            squares,
        })
    }

    /// The smallest screen for a game, in columns and rows.
    pub(super) fn minimum(squares: Option<Squares>) -> (u16, u16) {
        match squares {
            Some(squares) => {
                let (columns, rows) = board_size(squares, CELLS[CELLS.len() - 1]);
                (columns + MIN_PANEL, rows + 2 + MESSAGE_ROWS)
            }
            None => MIN_CARDS,
        }
    }

    /// Where the square with this index is: a1 first, then rank by rank.
    pub(super) fn square(&self, index: usize) -> Rect {
        let Some(squares) = self.squares else {
            return Rect::default();
        };
        let (file, rank) = (index % squares.files, index / squares.files);
        let row = if squares.is_top_down {
            rank
        } else {
            squares.ranks - 1 - rank
        };
        let (width, height) = self.cell;
        Rect {
            x: self.table.x + MARGIN.0 + small(file) * width,
            y: self.table.y + MARGIN.1 + small(row) * height,
            width,
            height,
        }
    }

    /// The square at a place of the screen.
    pub(super) fn square_at(&self, place: Position) -> Option<usize> {
        let squares = self.squares?;
        let mut all = 0..squares.files * squares.ranks;
        all.find(|&index| self.square(index).contains(place))
    }
}

/// The size of a board with its margin.
fn board_size(squares: Squares, cell: (u16, u16)) -> (u16, u16) {
    (
        MARGIN.0 + small(squares.files) * cell.0,
        MARGIN.1 + small(squares.ranks) * cell.1,
    )
}

/// A number that is small, as a number of columns or rows.
pub(super) fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(files: usize, ranks: usize) -> Squares {
        Squares {
            files,
            ranks,
            is_top_down: true,
        }
    }

    fn screen(columns: u16, rows: u16) -> Rect {
        Rect::new(0, 0, columns, rows)
    }

    #[test]
    fn the_usual_boards_fit_into_the_usual_terminal() {
        for (files, ranks, cell) in [
            (8, 8, (5, 2)),
            (3, 3, (7, 3)),
            (7, 6, (7, 3)),
            (15, 15, (3, 1)),
        ] {
            let layout = Layout::of(screen(80, 24), Some(squares(files, ranks))).expect("it fits");
            assert_eq!(layout.cell, cell, "{files} by {ranks}");
            let last = layout.square(files * ranks - 1);
            assert!(
                layout
                    .table
                    .contains(Position::new(last.right() - 1, last.bottom() - 1))
            );
            assert!(layout.panel.width >= MIN_PANEL && layout.panel.right() == 80);
        }
        assert_eq!(Layout::of(screen(80, 24), Some(squares(26, 26))), None);
        assert!(Layout::of(screen(80, 24), None).is_some());
    }

    #[test]
    fn the_minimum_is_enough_and_one_less_is_not() {
        for board in [Some(squares(8, 8)), Some(squares(26, 26)), None] {
            let (columns, rows) = Layout::minimum(board);
            assert!(Layout::of(screen(columns, rows), board).is_some());
            assert!(Layout::of(screen(columns - 1, rows), board).is_none());
            assert!(Layout::of(screen(columns, rows - 1), board).is_none());
        }
    }

    #[test]
    fn a_click_finds_the_square_that_is_drawn_there() {
        for is_top_down in [true, false] {
            let board = Squares {
                files: 7,
                ranks: 6,
                is_top_down,
            };
            let layout = Layout::of(screen(100, 40), Some(board)).expect("it fits");
            for index in 0..42 {
                let square = layout.square(index);
                let place = Position::new(square.right() - 1, square.bottom() - 1);
                assert_eq!(layout.square_at(place), Some(index));
            }
            assert_eq!(layout.square_at(Position::new(0, 1)), None);
        }
    }
}
