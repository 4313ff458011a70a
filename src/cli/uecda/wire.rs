//! Reads and writes numbers and tables over a connection.

use std::io::{self, Read, Write};

use kaeshi::games::daifugo::{Cards, Meld, Shown, hand_showing};
use kaeshi_protocol::uecda::{BYTES, Cell, Grid};

/// Why there is no answer from a server that has ended.
const CLOSED: &str = "the server closed the connection before the last game was over";

/// A connection after the introduction.
pub(super) struct Wire<S> {
    stream: S,
}

impl<S: Read + Write> Wire<S> {
    pub(super) fn new(stream: S, name: &str) -> io::Result<Self> {
        let mut wire = Self { stream };
        wire.send(&Grid::introduction(name))?;
        Ok(wire)
    }

    pub(super) fn number(&mut self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.read(&mut bytes)?;
        Ok(u32::from_be_bytes(bytes))
    }

    pub(super) fn grid(&mut self) -> io::Result<Grid> {
        let mut bytes = [0; BYTES];
        self.read(&mut bytes)?;
        Ok(Grid::from_bytes(&bytes))
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.stream.read_exact(bytes).map_err(named_if_closed)
    }

    pub(super) fn send(&mut self, grid: &Grid) -> io::Result<()> {
        let sent = self.stream.write_all(&grid.to_bytes());
        sent.map_err(named_if_closed)
    }
}

/// Says [`CLOSED`] whatever way the server went: by an end, a reset, or without reading on.
fn named_if_closed(why: io::Error) -> io::Error {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    match why.kind() {
        BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof => {
            io::Error::new(ConnectionAborted, CLOSED)
        }
        _ => why,
    }
}

/// The content of a cell.
fn shown(cell: Cell) -> Shown {
    Shown::on_table(cell.row, cell.column, cell.joker)
}

/// The meld on a table; `None` if the table is empty or holds no meld.
pub(super) fn meld(grid: &Grid) -> Option<Meld> {
    let cells: Vec<Shown> = grid.cells().map(shown).collect();
    Meld::showing(&cells)
}

/// The cards of a table.
pub(super) fn hand(grid: &Grid) -> Cards {
    let cells: Vec<Shown> = grid.cells().map(shown).collect();
    hand_showing(&cells)
}

/// A table with the meld. A single joker goes to the cell where it beats everything.
pub(super) fn play(meld: Option<Meld>, reversed: bool) -> Grid {
    let mut grid = Grid::EMPTY;
    let Some(meld) = meld else {
        return grid;
    };
    for shown in meld.shown() {
        let alone = meld == Meld::JOKER;
        let column = match shown.rank {
            _ if alone && reversed => 0,
            rank => (rank + 1).cast_unsigned(),
        };
        let row = match shown.suit {
            Some(suit) => 3 - suit as u8,
            None if alone => 0,
            None => 4,
        };
        grid.put(Cell {
            row,
            column,
            joker: shown.joker,
        });
    }
    grid
}

/// A table with the cards to give away.
pub(super) fn gift(cards: Cards) -> Grid {
    let mut grid = Grid::EMPTY;
    for card in cards.iter() {
        grid.put(match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) => Cell {
                row: 3 - suit as u8,
                column: rank.number() + 1,
                joker: false,
            },
            _ => Cell {
                row: 4,
                column: 1,
                joker: true,
            },
        });
    }
    grid
}
