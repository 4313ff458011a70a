//! Games of Othello in the form of PGN, as servers for people keep them: tags, numbered moves, the discs at the end.
//!
//! ```
//! use kaeshi_protocol::pgn::Game;
//!
//! let text = "[Black \"Alice\"]\n[White \"Bob\"]\n[Result \"40-24\"]\n\n1. f5 d6 {a comment} 2. c3 d3 40-24\n";
//! let game = Game::parse(text)?;
//! assert_eq!(game.tag("black"), Some("Alice"));
//! assert_eq!(game.moves.len(), 4);
//! assert_eq!(Game::parse(&game.to_string())?, game);
//! # Ok::<_, kaeshi_protocol::pgn::Broken>(())
//! ```
//!
//! Black moves first. A result is the number of black and of white discs. `1-0` may mean either side, so only the tag
//! stores it. Passes are written `--` and may be missing. Comments, variations and `$` marks are skipped.
//!
//! `XBoard` keeps games of its variant `reversi` like those of chess: White moves first and drops pieces. Its moves
//! (`P@f5`, `@@@@`) are read as Othello moves; the meaning of its tags is left to the caller.

use std::fmt;

use nom::Parser;
use nom::combinator::cut;

use crate::board::{Move, any_move};
use crate::ggf::{self, End};
use crate::line::{expecting, parse_line};
use crate::malformed::{Excerpt, Malformed};
use crate::text::{Text, Word};

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// Names and values, in the order of the text.
    pub tags: Vec<(Word, Text)>,
    /// The moves; passes only where the text has them.
    pub moves: Vec<Move>,
}

/// The tag for a result that is no number of discs on a full board, written as in GGF: `+13.00`, `-7.50:t`.
pub const MARGIN_TAG: &str = "Margin";

/// Why a game was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The number of the line in the game, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub why: Malformed,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Broken {}

/// The games of a text, each with the number of its first line, from 1. Tags that follow moves begin a new game.
pub fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut games: Vec<(usize, &str)> = Vec::new();
    let (mut begin, mut first, mut at) = (0, 1, 0);
    let mut boundaries = Boundaries::default();
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        if boundaries.begins_game(line) {
            games.push((first, text.get(begin..at).unwrap_or_default()));
            (begin, first) = (at, number);
        }
        at += line.len();
    }
    games.push((first, text.get(begin..).unwrap_or_default()));
    let is_blank = |game: &(usize, &str)| game.1.trim().is_empty();
    games.into_iter().filter(move |game| !is_blank(game))
}

/// Where games begin in a text that is read line by line; [`split`] is for a text in memory.
///
/// # Examples
/// ```
/// use kaeshi_protocol::pgn::Boundaries;
///
/// let mut boundaries = Boundaries::default();
/// let lines = ["[Black \"a\"]", "1. f5 {", "[no tag]", "}", "[Black \"b\"]", "1. d3"];
/// let begins = lines.map(|line| boundaries.begins_game(line));
/// assert_eq!(begins, [false, false, false, false, true, false]);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Boundaries {
    inside: Inside,
    has_moves: bool,
}

impl Boundaries {
    /// Whether `line`, the next one of the text, begins another game than the line before.
    pub fn begins_game(&mut self, line: &str) -> bool {
        if self.inside.is_tag(line) {
            return std::mem::take(&mut self.has_moves);
        }
        self.has_moves |= !line.trim().is_empty();
        self.inside.skip_line(line);
        false
    }

    /// Forgets an open comment or variation, so that the next tag begins a game.
    pub fn resume(&mut self) {
        *self = Self {
            inside: Inside::default(),
            has_moves: true,
        };
    }
}

impl Game {
    /// Reads one game.
    ///
    /// # Errors
    /// If a line is neither a tag nor made of moves and comments, or if a comment or a variation does not end.
    pub fn parse(text: &str) -> Result<Self, Broken> {
        let mut game = Self::default();
        let mut inside = Inside::default();
        for (line, number) in text.lines().zip(1..) {
            let read = if game.moves.is_empty() && inside.is_tag(line) {
                tag(line).map(|tag| game.tags.push(tag))
            } else {
                inside.words(line, |word| game.read_word(line, word))
            };
            read.map_err(|why| Broken { line: number, why })?;
        }
        if inside.comment || inside.variations > 0 {
            return Err(Broken {
                line: text.lines().count(),
                why: Malformed::Expected {
                    expected: "the end of a comment or a variation",
                    found: Excerpt::word("", ""),
                },
            });
        }
        Ok(game)
    }

    /// The tags and moves of `game`, which begins at the position `start` (FEN), or else at the starting position.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::{ggf, pgn};
    ///
    /// let game = pgn::Game::of(&ggf::Game::new(), None);
    /// assert_eq!((game.tag("Black"), game.tag("Result")), (Some("?"), Some("*")));
    /// ```
    #[must_use]
    pub fn of(game: &ggf::Game, start: Option<&str>) -> Self {
        let or_unknown = |text: &Text| match text.as_str() {
            "" => Text::new("?"),
            known => Text::new(known),
        };
        let [black, white] = &game.players;
        // Only a result tells which side lost on time or resigned.
        let known = game.result.filter(|result| result.black_discs().is_some());
        let discs = known.and_then(|result| result.black_discs());
        let discs = discs.map_or("*".into(), |black| format!("{black}-{}", 64 - black));
        let mut tags = vec![
            ("Event", or_unknown(&game.place)),
            ("Date", or_unknown(&game.date)),
            ("Black", or_unknown(black)),
            ("White", or_unknown(white)),
            ("Result", Text::from(discs)),
        ];
        match known.map(|result| result.end) {
            Some(End::Time) => tags.push(("Termination", "time forfeit".into())),
            Some(End::Resigned) => tags.push(("Termination", "abandoned".into())),
            Some(End::Over | End::Agreed) | None => {}
        }
        if let (Some(result), None) = (game.result, known) {
            // No two numbers of discs on a full board have this difference.
            tags.push((MARGIN_TAG, format!("{result}").into()));
        }
        if let Some(start) = start {
            tags.push(("FEN", Text::new(start)));
        }
        let tags = tags.into_iter();
        Self {
            tags: tags.map(|(name, value)| (Word::new(name), value)).collect(),
            moves: game.moves.iter().map(|(_, item)| item.mv).collect(),
        }
    }

    /// The value of the tag `name`, in any case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let found = tags.find(|(known, _)| known.as_str().eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Reads a move with or without its number, or a result.
    fn read_word(&mut self, line: &str, word: &str) -> Result<(), Malformed> {
        let digits = without_digits(word);
        let name = digits.trim_start_matches('.');
        let has_number = digits.len() < word.len();
        if is_result(word) || name.is_empty() {
            return Ok(());
        }
        let name = if has_number && digits.len() == name.len() {
            word
        } else {
            name
        };
        // `XBoard` writes drops.
        let own = match name {
            "@@@@" => "--",
            _ => name.strip_prefix("P@").unwrap_or(name),
        };
        if let Ok(("", mv)) = any_move(own) {
            self.moves.push(mv);
            return Ok(());
        }
        let rest = line.get(offset(line, name)..).unwrap_or_default();
        Err(Malformed::Expected {
            expected: "a move such as f5, a pass (--) or a result",
            found: Excerpt::word(line, rest),
        })
    }
}

/// What follows the digits that `word` begins with.
fn without_digits(word: &str) -> &str {
    word.trim_start_matches(|sign: char| sign.is_ascii_digit())
}

/// Whether `text` is one word that stands for a result: `40-24`, `1/2-1/2` or `*`.
fn is_result(text: &str) -> bool {
    let rest = without_digits(text);
    let has_number = rest.len() < text.len();
    let is_word = !text.contains(|sign: char| sign.is_whitespace() || SIGNS.contains(&sign));
    text == "*" || has_number && rest.starts_with(['-', '/']) && is_word
}

/// What ends a word, beside white space.
const SIGNS: [char; 6] = ['{', '}', '(', ')', ';', '$'];

/// The offset of `part` in `line`, of which it is a slice.
fn offset(line: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize)
}

fn tag(line: &str) -> Result<(Word, Text), Malformed> {
    let tag = |input| {
        let tag = expecting("a tag such as [Black \"Alice\"]", tag_parts);
        cut(tag).parse(input)
    };
    let (name, value) = parse_line("tag", line, tag)?.unwrap_or_default();
    Ok((Word::new(&name), Text::new(&value)))
}

/// `[Name "value"]`; a backslash escapes the next character of the value.
fn tag_parts(input: &str) -> crate::line::Parsed<'_, (String, String)> {
    use nom::bytes::complete::{take_till1, take_while};
    use nom::character::complete::{anychar, char, none_of};
    use nom::multi::many0;
    use nom::sequence::{delimited, preceded};

    use crate::space::is_space;

    let space = || take_while(is_space);
    let name = take_till1(|sign| is_space(sign) || matches!(sign, '"' | ']'));
    let letter = nom::branch::alt((preceded(char('\\'), anychar), none_of("\"\\")));
    let value = delimited(char('"'), many0(letter), char('"'));
    let (rest, (_, _, name, _, value, _, _, _)) = (
        char('['),
        space(),
        name,
        space(),
        value,
        space(),
        char(']'),
        space(),
    )
        .parse(input)?;
    Ok((rest, (name.to_owned(), value.into_iter().collect())))
}

/// The comment or variation around a place in the text.
#[derive(Debug, Clone, Copy, Default)]
struct Inside {
    comment: bool,
    /// Nesting depth of variations.
    variations: u32,
}

impl Inside {
    fn is_tag(self, line: &str) -> bool {
        !self.comment && line.trim_start().starts_with('[')
    }

    fn skip_line(&mut self, line: &str) {
        let nothing: Result<(), ()> = self.words(line, |_| Ok(()));
        debug_assert!(nothing.is_ok(), "nobody objects");
    }

    /// Calls `read` for every word of a line outside of comments and variations.
    fn words<'a, E>(
        &mut self,
        line: &'a str,
        mut read: impl FnMut(&'a str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = line;
        while let Some(sign) = rest.chars().next() {
            let after = rest.get(sign.len_utf8()..).unwrap_or_default();
            if self.comment {
                self.comment = sign != '}';
                rest = after;
                continue;
            }
            rest = match sign {
                '{' => {
                    self.comment = true;
                    after
                }
                '(' => {
                    self.variations = self.variations.saturating_add(1);
                    after
                }
                ')' => {
                    self.variations = self.variations.saturating_sub(1);
                    after
                }
                ';' => break,
                '$' => after.trim_start_matches(|sign: char| sign.is_ascii_digit()),
                sign if sign.is_whitespace() => after,
                _ => {
                    let ends = |sign: char| sign.is_whitespace() || SIGNS.contains(&sign);
                    // An unmatched '}' is a word of its own, which is no move.
                    let end = after.find(ends).unwrap_or(after.len()) + sign.len_utf8();
                    let (word, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
                    if self.variations == 0 {
                        read(word)?;
                    }
                    rest
                }
            };
        }
        Ok(())
    }
}

/// Several lines: the tags, a blank line, the moves in lines of at most 80 characters, and a blank line. A tag `Result`
/// that is no result is a tag only; behind the moves stands `*` then.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.as_str().replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        let words = self.moves.iter().enumerate().map(|(at, mv)| {
            let name = match mv {
                Move::Place(square) => format!("{square:#}"),
                Move::Pass => "--".to_owned(),
            };
            match at % 2 {
                0 => format!("{}. {name}", at / 2 + 1),
                _ => name,
            }
        });
        let result = self.tag("Result").filter(|text| is_result(text));
        let result = result.unwrap_or("*");
        let mut column = 0;
        f.write_str("\n")?;
        for word in words.chain([result.to_owned()]) {
            match column {
                0 => {}
                _ if column + 1 + word.len() > 80 => {
                    f.write_str("\n")?;
                    column = 0;
                }
                _ => {
                    f.write_str(" ")?;
                    column += 1;
                }
            }
            f.write_str(&word)?;
            column += word.len();
        }
        f.write_str("\n\n")
    }
}
