//! WTHOR, the binary files of the French federation: the games of tournaments (`.wtb`), the names of players (`.jou`)
//! and tournaments (`.trn`).
//!
//! Numbers are little-endian. A header of 16 bytes is followed by records of one size. A game has 68 bytes, of which 60
//! are its squares: ten times the rank plus the file, both from 1, or 0 for none. The name of a player has 20 bytes,
//! that of a tournament 26. Passes are not stored. Games begin at the starting position.
//!
//! ```
//! use kaeshi_protocol::board::Square;
//! use kaeshi_protocol::wthor::{Base, Game, Header};
//!
//! let f5 = Square::new(37).expect("it is on the board");
//! let game = Game { black: 7, score: 40, moves: vec![f5], ..Game::default() };
//! let bytes = Base { header: Header::default(), games: vec![Ok(game.clone())] }.to_bytes();
//! assert_eq!((bytes.len(), bytes.get(24)), (84, Some(&56)));
//! assert_eq!(Base::read(&bytes)?.games, [Ok(game)]);
//! # Ok::<_, kaeshi_protocol::wthor::Broken>(())
//! ```

mod names;

use std::fmt;

use crate::board::Square;

pub use names::{Kind, Names};

/// Size of a header in bytes.
pub const HEADER: usize = 16;
/// Size of a game in bytes.
pub const RECORD: usize = 68;
/// Maximum number of moves of a game.
const MOVES: usize = 60;

/// The header of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Header {
    /// When the file was made: year, month and day, unchecked.
    pub made: (u16, u8, u8),
    /// The year of the games; 0 if they are of several years.
    pub year: u16,
    /// The number of empty squares where the theoretical scores were computed; 0 if unknown, which by custom means 22.
    pub depth: u8,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// The number of the tournament, from 0 in the file of names.
    pub tournament: u16,
    /// The number of the player with the black discs, who moves first.
    pub black: u16,
    /// The number of the player with the white discs.
    pub white: u16,
    /// The black discs at the end, 0 to 64; empty squares count for the winner.
    pub score: u8,
    /// The black discs after perfect play from [`Header::depth`] empty squares on, 0 to 64.
    pub theoretical: u8,
    /// The squares of the moves, at most 60; who moved follows only from the rules.
    pub moves: Vec<Square>,
}

/// A file of games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Base {
    /// The header.
    pub header: Header,
    /// The games in the order of the file; an error for each that is not valid.
    pub games: Vec<Result<Game, Broken>>,
}

/// Why a file or a record was refused. The message is one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// The file is shorter than a header; its length in bytes.
    Header(usize),
    /// The length does not match the header: number of records, their size in bytes, length of the file in bytes.
    Length(u32, usize, usize),
    /// The games are on another board than 8 by 8; its side.
    Board(u8),
    /// The file holds solitaires, not games.
    Solitaires,
    /// A score above 64.
    Score(u8),
    /// A byte that is no square, and the number of its move, from 1.
    Square(u8, usize),
    /// A move after the end of the moves; its number, from 1.
    Behind(usize),
}

impl Base {
    /// Reads a `.wtb` file. A game that is not valid becomes an error; the others are read.
    ///
    /// # Errors
    /// If the file holds no games on 8 by 8 squares, or is cut off.
    pub fn read(bytes: &[u8]) -> Result<Self, Broken> {
        let (start, rest) = start(bytes)?;
        let games = records(rest, start.first, RECORD)?;
        start.check_games()?;
        Ok(Self {
            header: start.header,
            games: games.map(Game::read).collect(),
        })
    }

    /// The bytes of a `.wtb` file; games that are errors are left out.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let games = || self.games.iter().flatten();
        let count = u32::try_from(games().count()).unwrap_or(u32::MAX);
        let mut bytes = Start::new(self.header, count, 0).to_bytes();
        for game in games().take(usize::try_from(count).unwrap_or(usize::MAX)) {
            bytes.extend(game.to_bytes());
        }
        bytes
    }
}

impl Header {
    /// Reads the first [`HEADER`] bytes of a `.wtb` file, and how many records of [`RECORD`] bytes it says that follow.
    ///
    /// For files that are read record by record; [`Base::read`] is for a file in memory.
    ///
    /// # Errors
    /// When there are fewer bytes, or the file is not one of games of 8 by 8.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::wthor::{Game, Header};
    ///
    /// let game = Game { score: 40, ..Game::default() };
    /// let file = [&Header::default().to_bytes(1)[..], &game.to_bytes()].concat();
    /// let (head, record) = file.split_at(kaeshi_protocol::wthor::HEADER);
    /// assert_eq!(Header::read(head)?, (Header::default(), 1));
    /// assert_eq!(Game::read(record)?, game);
    /// # Ok::<_, kaeshi_protocol::wthor::Broken>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<(Self, u32), Broken> {
        let (start, _) = start(bytes)?;
        start.check_games()?;
        Ok((start.header, start.first))
    }

    /// The header of a `.wtb` file that `games` records follow.
    #[must_use]
    pub fn to_bytes(self, games: u32) -> Vec<u8> {
        Start::new(self, games, 0).to_bytes()
    }
}

impl Game {
    /// Reads a record of [`RECORD`] bytes.
    ///
    /// # Errors
    /// When it makes no sense as a game.
    pub fn read(record: &[u8]) -> Result<Self, Broken> {
        if record.len() != RECORD {
            return Err(Broken::Length(1, RECORD, record.len()));
        }
        let (numbers, rest) = record.split_at_checked(6).unwrap_or_default();
        let mut numbers = numbers.chunks_exact(2).map(little_endian);
        let mut number = || numbers.next().unwrap_or_default();
        let (scores, squares) = rest.split_at_checked(2).unwrap_or_default();
        if let Some(&score) = scores.iter().find(|score| **score > 64) {
            return Err(Broken::Score(score));
        }
        let mut scores = scores.iter().copied();
        let mut score = || scores.next().unwrap_or_default();
        Ok(Self {
            tournament: number(),
            black: number(),
            white: number(),
            score: score(),
            theoretical: score(),
            moves: read_moves(squares)?,
        })
    }

    /// The record's [`RECORD`] bytes. Scores above 64 become 64, moves after the sixtieth are left out.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = [self.tournament, self.black, self.white];
        let scores = [self.score, self.theoretical].map(|score| score.min(64));
        let squares = self.moves.iter().map(|square| {
            let (rank, file) = (square.number() / 8, square.number() % 8);
            10 * (rank + 1) + file + 1
        });
        let squares = squares.chain(std::iter::repeat(0)).take(MOVES);
        let numbers = numbers.into_iter().flat_map(u16::to_le_bytes);
        numbers.chain(scores).chain(squares).collect()
    }
}

fn read_moves(bytes: &[u8]) -> Result<Vec<Square>, Broken> {
    let end = bytes.iter().position(|byte| *byte == 0);
    let (moves, behind) = bytes
        .split_at_checked(end.unwrap_or(bytes.len()))
        .unwrap_or_default();
    if let Some(at) = behind.iter().position(|byte| *byte != 0) {
        return Err(Broken::Behind(moves.len() + at + 1));
    }
    let square = |(at, &byte): (usize, &u8)| {
        let (rank, file) = (byte / 10, byte % 10);
        let is_on_board = (1..=8).contains(&rank) && (1..=8).contains(&file);
        let number = is_on_board.then(|| 8 * (rank - 1) + file - 1);
        let square = number.and_then(Square::new);
        square.ok_or(Broken::Square(byte, at + 1))
    };
    moves.iter().enumerate().map(square).collect()
}

/// The fields of a header in a file.
#[derive(Debug, Clone, Copy)]
struct Start {
    header: Header,
    /// Number of games.
    first: u32,
    /// Number of names.
    second: u16,
    size: u8,
    solitaires: u8,
}

impl Start {
    /// Refuses files of anything but games of 8 by 8.
    fn check_games(self) -> Result<(), Broken> {
        match (self.size, self.solitaires) {
            (0 | 8, 0) => Ok(()),
            (0 | 8, _) => Err(Broken::Solitaires),
            (other, _) => Err(Broken::Board(other)),
        }
    }

    fn new(header: Header, games: u32, names: u16) -> Self {
        Self {
            header,
            first: games,
            second: names,
            // A file of names has no board size.
            size: if names == 0 { 8 } else { 0 },
            solitaires: 0,
        }
    }

    fn to_bytes(self) -> Vec<u8> {
        let (year, month, day) = self.header.made;
        let century = u8::try_from(year / 100).unwrap_or(u8::MAX);
        let in_century = u8::try_from(year % 100).unwrap_or_default();
        let mut bytes = vec![century, in_century, month, day];
        bytes.extend(self.first.to_le_bytes());
        bytes.extend(self.second.to_le_bytes());
        bytes.extend(self.header.year.to_le_bytes());
        bytes.extend([self.size, self.solitaires, self.header.depth, 0]);
        bytes
    }
}

/// `count` records of `size` bytes, which must be all of `bytes`.
fn records(bytes: &[u8], count: u32, size: usize) -> Result<impl Iterator<Item = &[u8]>, Broken> {
    let announced = usize::try_from(count).ok();
    if announced.and_then(|count| count.checked_mul(size)) != Some(bytes.len()) {
        return Err(Broken::Length(count, size, HEADER + bytes.len()));
    }
    Ok(bytes.chunks_exact(size))
}

fn start(bytes: &[u8]) -> Result<(Start, &[u8]), Broken> {
    let split = bytes.split_first_chunk::<HEADER>();
    let (head, records) = split.ok_or(Broken::Header(bytes.len()))?;
    let [
        century,
        year,
        month,
        day,
        n1,
        n2,
        n3,
        n4,
        m1,
        m2,
        y1,
        y2,
        size,
        solitaires,
        depth,
        _,
    ] = *head;
    let header = Header {
        made: (100 * u16::from(century) + u16::from(year), month, day),
        year: u16::from_le_bytes([y1, y2]),
        depth,
    };
    let start = Start {
        header,
        first: u32::from_le_bytes([n1, n2, n3, n4]),
        second: u16::from_le_bytes([m1, m2]),
        size,
        solitaires,
    };
    Ok((start, records))
}

fn little_endian(bytes: &[u8]) -> u16 {
    let low_first = bytes.iter().rev();
    low_first.fold(0, |number, byte| number << 8 | u16::from(*byte))
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(length) => write!(
                f,
                "{length} bytes are too few for a file of WTHOR: its header alone has {HEADER}"
            ),
            Self::Length(count, size, length) => write!(
                f,
                "the header announces {count} records of {size} bytes, but the file has {length} bytes: it is cut off, \
                 or of another kind"
            ),
            Self::Board(size) => write!(
                f,
                "the header says a board of {size} by {size}, not 8 by 8: the file holds other games, or is of another kind"
            ),
            Self::Solitaires => write!(f, "the file holds solitaires, not games"),
            Self::Score(score) => write!(f, "a score of {score} discs: the most is 64"),
            Self::Square(byte, number) => write!(f, "move {number}: {byte} is not a square"),
            Self::Behind(number) => write!(f, "move {number} follows the end of the moves"),
        }
    }
}

impl std::error::Error for Broken {}
