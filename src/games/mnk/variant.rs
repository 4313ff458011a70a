//! The variants of the family: sizes, rules and names, and the names of cells.
//!
//! A variant is called `mnk M N K`: M files wide, N ranks high, K in a row, as in the literature on m,n,k games.
//! Positions put the height first, see [`super::fen`]. `tictactoe` is `mnk 3 3 3`, `gomoku` is `mnk 15 15 5`. Two words
//! may follow the sizes. With `gravity` a stone falls to the lowest empty cell of its file (`connect4` is `mnk 7 6 4
//! gravity`). With `exact` a line longer than K does not win.

use std::fmt;

use crate::core::shorten;
use crate::game::InputError;

/// The largest width or height of a board: files are named by one letter.
pub const MAX_SIDE: u8 = 26;

/// The sizes of a board, the length of a line, and which rules differ from the plain game's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    width: u8,
    height: u8,
    in_row: u8,
    gravity: bool,
    exact: bool,
}

/// A cell of a board: bit `rank * (width + 1) + file` of its bitboards, both counted from 0 at `a1`.
///
/// The bit after the last file of every rank is the guard column and never a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(super) u16);

impl Cell {
    /// The cell's bit in every bitboard.
    #[inline]
    #[must_use]
    pub fn bit(self) -> u32 {
        self.0.into()
    }

    /// The cell's index in arrays with an element for every bit.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The cell that has `bit`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "boards have few bits")]
    pub(super) fn at(bit: u32) -> Self {
        Self(bit as u16)
    }
}

impl Variant {
    /// Tic-tac-toe: 3x3, three in a row.
    pub const TIC_TAC_TOE: Self = Self::plain(3, 3, 3);

    /// Gomoku without restrictions: 15x15, five or more in a row.
    pub const GOMOKU: Self = Self::plain(15, 15, 5);

    /// Connect Four: 7x6, four in a row, and stones fall.
    pub const CONNECT_FOUR: Self = Self::plain(7, 6, 4).with_gravity();

    const fn plain(width: u8, height: u8, in_row: u8) -> Self {
        Self {
            width,
            height,
            in_row,
            gravity: false,
            exact: false,
        }
    }

    /// The same game, but a stone falls to the lowest empty cell of its file.
    #[must_use]
    pub const fn with_gravity(self) -> Self {
        Self {
            gravity: true,
            ..self
        }
    }

    /// The same game, but a line that is longer does not win.
    #[must_use]
    pub const fn exactly(self) -> Self {
        Self {
            exact: true,
            ..self
        }
    }

    /// The game on a board `width` files wide and `height` ranks high, with `in_row` in a row to win.
    ///
    /// # Errors
    /// When a side is not from 1 to [`MAX_SIDE`], or no line of that length fits.
    pub fn new(width: u32, height: u32, in_row: u32) -> Result<Self, InputError> {
        let side = |name, length: u32| match u8::try_from(length) {
            Ok(length @ 1..=MAX_SIDE) => Ok(length),
            _ => Err(InputError::new(format_args!(
                "{name} must be from 1 to {MAX_SIDE}, not {length}"
            ))),
        };
        let (width, height) = (side("the width", width)?, side("the height", height)?);
        let longest = width.max(height);
        match u8::try_from(in_row) {
            Ok(in_row) if (1..=longest).contains(&in_row) => Ok(Self::plain(width, height, in_row)),
            _ => Err(InputError::new(format_args!(
                "the number in a row must be from 1 to {longest} on a board \
                 {width} wide and {height} high, not {in_row}"
            ))),
        }
    }

    /// The variant called `name`: `tictactoe`, `gomoku`, `connect4`, or `mnk M N K` (M wide, N high, K in a row).
    /// `gravity` and `exact` may follow the latter.
    ///
    /// Case does not matter; the numbers may be separated by blanks or commas.
    ///
    /// # Errors
    /// When the name is none of these, or the sizes make no game.
    pub fn named(name: &str) -> Result<Self, InputError> {
        let lower = name.to_ascii_lowercase();
        let mut words = lower
            .split(|c: char| c.is_ascii_whitespace() || c == ',')
            .filter(|word| !word.is_empty());
        match words.next() {
            Some("mnk") => {}
            _ if matches!(lower.trim(), "tictactoe" | "tic-tac-toe") => {
                return Ok(Self::TIC_TAC_TOE);
            }
            _ if lower.trim() == "gomoku" => return Ok(Self::GOMOKU),
            _ if lower.trim() == "connect4" => return Ok(Self::CONNECT_FOUR),
            _ => {
                return Err(InputError::new(format_args!(
                    "unknown variant '{}': the variants are tictactoe, gomoku, connect4 and mnk M N K",
                    shorten(name)
                )));
            }
        }
        let mut size = |what| match words.next() {
            Some(word) => number(word, what),
            None => Err(InputError::new(format_args!(
                "{what} is missing: write 'mnk M N K' for M files, N ranks and K in a row"
            ))),
        };
        let sizes = [
            size("the width")?,
            size("the height")?,
            size("the number in a row")?,
        ];
        words.try_fold(Self::new(sizes[0], sizes[1], sizes[2])?, Self::with)
    }

    /// The same game with the rule that `word` stands for.
    pub(super) fn with(self, word: &str) -> Result<Self, InputError> {
        let other = match word {
            "gravity" => self.with_gravity(),
            "exact" => self.exactly(),
            _ => {
                return Err(InputError::new(format_args!(
                    "unexpected '{}' after the sizes: only gravity and exact may follow",
                    shorten(word)
                )));
            }
        };
        if other == self {
            return Err(InputError::new(format_args!("'{word}' is given twice")));
        }
        Ok(other)
    }

    /// The words for the rules that differ from the plain game's, each after a blank.
    pub(super) fn words(self) -> impl Iterator<Item = &'static str> {
        let gravity = self.gravity.then_some(" gravity");
        gravity.into_iter().chain(self.exact.then_some(" exact"))
    }

    /// Files, 1 to [`MAX_SIDE`].
    #[must_use]
    pub fn width(self) -> u32 {
        self.width.into()
    }

    /// Ranks, 1 to [`MAX_SIDE`].
    #[must_use]
    pub fn height(self) -> u32 {
        self.height.into()
    }

    /// Stones in a row that win, 1 to [`MAX_SIDE`].
    #[must_use]
    pub fn in_row(self) -> u32 {
        self.in_row.into()
    }

    /// Whether stones fall to the lowest empty cell of their file.
    #[inline]
    #[must_use]
    pub fn has_gravity(self) -> bool {
        self.gravity
    }

    /// Whether lines longer than [`Variant::in_row`] do not win.
    #[inline]
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.exact
    }

    /// Whether every empty cell may be chosen and every line wins, so that one more stone never harms.
    #[inline]
    #[must_use]
    pub fn is_plain(self) -> bool {
        !self.gravity && !self.exact
    }

    /// Cells, 1 to 676.
    #[must_use]
    pub fn cells(self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }

    /// Whether the board is small enough to be searched exactly at every depth: up to 7x7.
    #[must_use]
    pub fn is_small(self) -> bool {
        self.cells() <= 49
    }

    /// Whether a proof of the game's value may be within reach: up to two words, and no gravity. With gravity no bound
    /// shows a draw before the board is full.
    #[must_use]
    pub(super) fn is_provable(self) -> bool {
        self.bits() <= u128::BITS && !self.gravity
    }

    /// Bits from a cell to the one above it: one more than the width, for the guard column.
    #[must_use]
    pub fn stride(self) -> u32 {
        self.width() + 1
    }

    /// Bits a board needs: all ranks with their guard columns, except the last guard.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.stride() * self.height() - 1
    }

    /// The cell at `file` and `rank`, both counted from 0; `None` off the board.
    #[must_use]
    pub fn cell(self, file: u32, rank: u32) -> Option<Cell> {
        (file < self.width() && rank < self.height()).then(|| Cell::at(rank * self.stride() + file))
    }

    /// The cell's name: a file letter and a rank number, `a1` at the bottom left.
    #[must_use]
    pub fn name(self, cell: Cell) -> String {
        let file = file_letter(cell.bit() % self.stride());
        format!("{file}{}", cell.bit() / self.stride() + 1)
    }

    /// The cell that `text` names.
    ///
    /// # Errors
    /// When the text is not a letter and a number, or names a cell off the board.
    pub fn read_cell(self, text: &str) -> Result<Cell, InputError> {
        let last = (file_letter(self.width() - 1), self.height());
        let refuse = |why: &str| {
            let (file, rank) = last;
            Err(InputError::new(format_args!(
                "{why}: the cells are a1 to {file}{rank}"
            )))
        };
        let mut letters = text.chars();
        let file = letters.next().map(|letter| letter.to_ascii_lowercase());
        let digits = letters.as_str();
        let (Some(file @ 'a'..='z'), true) = (file, is_number(digits)) else {
            return refuse("not a cell");
        };
        let rank: u32 = digits.parse().unwrap_or(u32::MAX);
        let file = u32::from(file) - u32::from('a');
        self.cell(file, rank.wrapping_sub(1))
            .map_or_else(|| refuse("off the board"), Ok)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mnk {} {} {}", self.width, self.height, self.in_row)?;
        self.words().try_for_each(|word| f.write_str(word))
    }
}

/// The letter of a file counted from 0.
pub(super) fn file_letter(file: u32) -> char {
    char::from_digit(file + 10, 36).unwrap_or('?')
}

/// The number in `word`, saturating; `what` names it in the error.
pub(super) fn number(word: &str, what: &str) -> Result<u32, InputError> {
    if is_number(word) {
        Ok(word.parse().unwrap_or(u32::MAX))
    } else {
        Err(InputError::new(format_args!(
            "{what} must be a number, not '{}'",
            shorten(word)
        )))
    }
}

/// Whether `text` is one or more digits.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
