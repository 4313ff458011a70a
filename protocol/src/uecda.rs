//! The protocol of the `UECda` tournament: tables of 8 by 15 numbers over TCP.
//!
//! All numbers have 32 bits, the highest byte first. Rows 0 to 3 are spades, hearts, diamonds and clubs. Columns 1 to
//! 13 are the ranks 3 to 2; 0 and 14 are for a joker below or above them. Row 4 is for a joker in a hand or beside four
//! of a rank. Rows 5 and 6 hold the state of the game.

/// Rows of a table.
pub const ROWS: usize = 8;
/// Columns of a table.
pub const COLUMNS: usize = 15;
/// Bytes of a table on the wire.
pub const BYTES: usize = 4 * ROWS * COLUMNS;
/// The TCP port of the servers.
pub const PORT: u16 = 42485;
/// The version of the protocol that a client announces.
pub const VERSION: u32 = 20_070;
/// Players in a game.
pub const PLAYERS: usize = 5;
/// The server's answer to an accepted play.
pub const ACCEPTED: u32 = 9;

/// A table of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid(pub [[u32; COLUMNS]; ROWS]);

/// A card in the upper five rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Row: 0 to 3 for spades to clubs, 4 for no suit.
    pub row: u8,
    /// Column: 1 to 13 for the ranks 3 to 2, 0 and 14 for a joker beyond them.
    pub column: u8,
    /// Whether the card is the joker.
    pub joker: bool,
}

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a number on the wire"
)]
pub struct Status {
    /// Whether cards are being exchanged.
    pub exchange: bool,
    /// Number of cards this client has to give away.
    pub to_give: u8,
    /// Whether this client is to move.
    pub my_turn: bool,
    /// The player to move, 0 to 4; 5 or more for none.
    pub turn: u8,
    /// Whether the table is empty.
    pub empty: bool,
    /// Whether a jack has reversed the ranks.
    pub back: bool,
    /// Whether a revolution has reversed the ranks.
    pub revolution: bool,
    /// Whether suits are locked.
    pub locked: bool,
    /// Number of cards of each player.
    pub counts: [u8; PLAYERS],
    /// Class of each player: 0 for the first of the last game, 4 for the last.
    pub classes: [u8; PLAYERS],
    /// The player on each seat, 0 to 4.
    pub seats: [u8; PLAYERS],
}

impl Grid {
    /// A table of zeros.
    pub const EMPTY: Self = Self([[0; COLUMNS]; ROWS]);

    /// A client's introduction: the version, and the ASCII letters of the name, 14 at most.
    #[must_use]
    pub fn introduction(name: &str) -> Self {
        let mut grid = Self::EMPTY;
        let [[version, ..], name_row, ..] = &mut grid.0;
        *version = VERSION;
        let letters = name.bytes().filter(u8::is_ascii_graphic).take(COLUMNS - 1);
        for (cell, letter) in name_row.iter_mut().zip(letters) {
            *cell = letter.into();
        }
        grid
    }

    /// Reads a table.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let mut grid = Self::EMPTY;
        let cells = grid.0.iter_mut().flatten();
        let (numbers, _) = bytes.as_chunks::<4>();
        for (cell, number) in cells.zip(numbers) {
            *cell = u32::from_be_bytes(*number);
        }
        grid
    }

    /// Writes a table.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let (numbers, _) = bytes.as_chunks_mut::<4>();
        for (number, cell) in numbers.iter_mut().zip(self.0.iter().flatten()) {
            *number = cell.to_be_bytes();
        }
        bytes
    }

    /// The cards in the upper five rows.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let rows = (0..5_u8).zip(&self.0);
        rows.flat_map(|(row, cells)| {
            let full = (0..).zip(cells).filter(|(_, value)| **value != 0);
            full.map(move |(column, &value)| Cell {
                row,
                column,
                joker: value == 2,
            })
        })
    }

    /// Puts a card into its cell; ignored if the cell is outside of the table.
    pub fn put(&mut self, cell: Cell) {
        let row = self.0.get_mut(usize::from(cell.row));
        if let Some(place) = row.and_then(|row| row.get_mut(usize::from(cell.column))) {
            *place = if cell.joker { 2 } else { 1 };
        }
    }

    /// The state of the game.
    #[must_use]
    pub fn status(&self) -> Status {
        let [_, _, _, _, _, state, players, _] = self.0;
        // Numbers above 255 have no meaning; they become 255, which has none either.
        let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let [
            exchange,
            to_give,
            my_turn,
            turn,
            empty,
            back,
            revolution,
            locked,
            ..,
        ] = state;
        let five = |from: usize| {
            let mut five = [0; PLAYERS];
            for (to, number) in five.iter_mut().zip(players.into_iter().skip(from)) {
                *to = small(number);
            }
            five
        };
        Status {
            exchange: exchange == 1,
            to_give: if exchange == 1 { small(to_give) } else { 0 },
            my_turn: my_turn == 1,
            turn: small(turn),
            empty: empty == 1,
            back: back == 1,
            revolution: revolution == 1,
            locked: locked == 1,
            counts: five(0),
            classes: five(5),
            seats: five(10),
        }
    }

    /// The same table with this state of the game.
    #[must_use]
    pub fn with_status(mut self, status: &Status) -> Self {
        let [_, _, _, _, _, state, players, _] = &mut self.0;
        let numbers = [
            status.exchange.into(),
            status.to_give,
            status.my_turn.into(),
            status.turn,
            status.empty.into(),
            status.back.into(),
            status.revolution.into(),
            status.locked.into(),
        ];
        for (cell, number) in state.iter_mut().zip(numbers) {
            *cell = number.into();
        }
        let five = [status.counts, status.classes, status.seats].concat();
        for (cell, number) in players.iter_mut().zip(five) {
            *cell = number.into();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_back() {
        let mut grid = Grid::introduction("Kaeshi, the fourteenth");
        let joker = Cell {
            row: 4,
            column: 1,
            joker: true,
        };
        grid.put(joker);
        grid.0[7][14] = 0x0102_0304;
        let bytes = grid.to_bytes();
        assert_eq!(&bytes[..8], &[0, 0, 78, 102, 0, 0, 0, 0]);
        assert_eq!(&bytes[BYTES - 4..], &[1, 2, 3, 4]);
        assert_eq!(Grid::from_bytes(&bytes), grid);
        assert!(grid.cells().any(|cell| cell == joker));
        let name: Vec<u32> = grid.0[1].to_vec();
        assert_eq!(name[..6], [75, 97, 101, 115, 104, 105]);
        assert_eq!(name[14], 0);
    }

    #[test]
    fn a_status_is_read_back() {
        let status = Status {
            exchange: true,
            to_give: 2,
            my_turn: false,
            turn: 6,
            empty: true,
            back: false,
            revolution: true,
            locked: false,
            counts: [10, 11, 11, 11, 10],
            classes: [0; 5],
            seats: [1, 3, 0, 4, 2],
        };
        let grid = Grid::EMPTY.with_status(&status);
        assert_eq!(grid.0[5][..4], [1, 2, 0, 6]);
        assert_eq!(
            grid.0[6],
            [10, 11, 11, 11, 10, 0, 0, 0, 0, 0, 1, 3, 0, 4, 2]
        );
        assert_eq!(Grid::from_bytes(&grid.to_bytes()).status(), status);
    }
}
