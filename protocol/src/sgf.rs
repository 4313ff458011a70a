//! SGF, the Smart Game Format: the main line of a game with one stone a move.
//!
//! Only what programs for Othello and for m,n,k games write is read. That is the first branch of a tree of variations,
//! its moves, the stones set up, `GM`, `SZ` and `RE`. Points stay text, since their meaning depends on the program that wrote
//! them.
//!
//! ```
//! use kaeshi_protocol::sgf::{Game, Point};
//! use kaeshi_protocol::gtp::Color;
//!
//! let game = Game::parse("(;GM[2]SZ[8];B[cd](;W[ee];B[])(;W[aa]))").expect("a game");
//! assert_eq!(game.kind, Some(2));
//! let points = [Some("cd"), Some("ee"), None].map(|point| point.map(str::to_owned));
//! let moves: Vec<_> = game.moves.iter().map(|(_, point)| point.clone()).collect();
//! assert_eq!(moves, points);
//! assert_eq!(game.moves[1].0, Color::White);
//! assert_eq!(Point::parse("cd"), Some(Point { column: 2, row: 3 }));
//! ```

use std::fmt;

use crate::gtp::Color;

/// The main line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// The number of the game, `GM`: 1 is Go, 2 Othello, 4 Gomoku.
    pub kind: Option<u32>,
    /// `SZ`: columns and rows.
    pub size: Option<(u32, u32)>,
    /// `AB` and `AW`: stones on the board before the first move.
    pub stones: Vec<(Color, String)>,
    /// `B` and `W`: the point, or `None` for a pass.
    pub moves: Vec<(Color, Option<String>)>,
    /// `RE`: the result, such as `B+10` or `W+R`.
    pub result: Option<String>,
}

/// A point named by two letters: `cd` is column 2, row 3 from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// From the left, 0 to 25.
    pub column: u8,
    /// From the top, 0 to 25.
    pub row: u8,
}

impl Point {
    /// Reads two letters in either case; `None` if the text is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = |sign: u8| {
            sign.is_ascii_alphabetic()
                .then(|| sign.to_ascii_lowercase() - b'a')
        };
        match *text.as_bytes() {
            [column, row] => Some(Self {
                column: number(column)?,
                row: number(row)?,
            }),
            _ => None,
        }
    }
}

/// Why a file was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// What is wrong.
    pub what: &'static str,
    /// The place in bytes from the start of the file, from 1.
    pub at: usize,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.at)
    }
}

impl std::error::Error for Broken {}

impl Game {
    /// Reads the first game of a file.
    ///
    /// # Errors
    /// If the text is not SGF, ends too early, has `GM`, `SZ` or `RE` twice, which SGF forbids, or one of the first two without
    /// a number.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::sgf::Game;
    ///
    /// let game = Game::parse("(;GM[2];B[fe];W[df])")?;
    /// assert_eq!(game.kind, Some(2));
    /// # Ok::<(), kaeshi_protocol::sgf::Broken>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Broken> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_space();
        if !reader.eat("(") {
            return Err(reader.broken("a game begins with '(;', which is not"));
        }
        let mut game = Self::default();
        loop {
            reader.skip_space();
            match reader.peek() {
                // The first branch is the main line; the others follow its end.
                Some('(' | ';') => reader.skip(1),
                Some(')') => return Ok(game),
                Some(sign) if sign.is_ascii_alphabetic() => game.read_property(&mut reader)?,
                Some(_) => return Err(reader.broken("a property, ';', '(' or ')' is missing")),
                None => return Err(reader.broken("the file ends before the game does")),
            }
        }
    }

    fn read_property(&mut self, reader: &mut Reader<'_>) -> Result<(), Broken> {
        let twice = reader.broken("GM, SZ or RE is there twice");
        let no_number = reader.broken("GM is one number, SZ is one or two: this is neither");
        let name = reader.name();
        let values = reader.values()?;
        let color = if name.ends_with('B') {
            Color::Black
        } else {
            Color::White
        };
        let first = values.first().map(String::as_str).unwrap_or_default();
        match name.as_str() {
            "B" | "W" => {
                let point = Some(first.trim()).filter(|point| !point.is_empty());
                self.moves.push((color, point.map(str::to_owned)));
            }
            "AB" | "AW" => self
                .stones
                .extend(values.into_iter().map(|point| (color, point))),
            "GM" if self.kind.is_some() => return Err(twice),
            "SZ" if self.size.is_some() => return Err(twice),
            "RE" if self.result.is_some() => return Err(twice),
            "RE" => self.result = Some(first.trim().to_owned()),
            "GM" => self.kind = Some(number(first).ok_or(no_number)?),
            "SZ" => {
                let (columns, rows) = first.split_once(':').unwrap_or((first, first));
                let size = number(columns).zip(number(rows));
                self.size = Some(size.ok_or(no_number)?);
            }
            _ => {}
        }
        Ok(())
    }
}

fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

/// A position in a file.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        self.skip(if found { sign.len() } else { 0 });
        found
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        let space = rest.len() - rest.trim_start().len();
        self.skip(space);
    }

    fn broken(&self, what: &'static str) -> Broken {
        Broken {
            what,
            at: self.at + 1,
        }
    }

    /// The upper-case letters of a property's name. Old files add lower-case ones, which are ignored.
    fn name(&mut self) -> String {
        let rest = self.rest();
        let end = rest
            .find(|sign: char| !sign.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default();
        let name = name.chars().filter(char::is_ascii_uppercase).collect();
        self.skip(end);
        name
    }

    /// The values in brackets after a name.
    fn values(&mut self) -> Result<Vec<String>, Broken> {
        let mut values = Vec::new();
        self.skip_space();
        while self.eat("[") {
            let mut value = String::new();
            loop {
                let sign = self.peek().ok_or_else(|| self.broken("a ']' is missing"))?;
                self.skip(sign.len_utf8());
                match sign {
                    ']' => break,
                    '\\' => {
                        let escaped = self.peek();
                        self.skip(escaped.map_or(0, char::len_utf8));
                        value.extend(escaped);
                    }
                    _ => value.push(sign),
                }
            }
            values.push(value);
            self.skip_space();
        }
        if values.is_empty() {
            return Err(self.broken("a property has no value in brackets"));
        }
        Ok(values)
    }
}
