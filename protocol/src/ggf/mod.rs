//! GGF, the Generic Game Format, in which Othello servers and NBoard keep games: one line a game.
//!
//! ```
//! use kaeshi_protocol::ggf::Game;
//!
//! let start = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
//! let line = format!("(;GM[Othello]TI[5:00//2:00]TY[8]BO[8 {start} *]B[F5//1.5]W[d6/-0.5]B[PA];)");
//! let game = Game::parse(&line)?.expect("the line is not blank");
//! assert_eq!(game.moves.len(), 3);
//! assert_eq!(game.clocks[0].expect("TI is for both").main.as_secs(), 300);
//! assert_eq!(game.moves[1].1.eval, Some(-0.5));
//! # Ok::<_, kaeshi_protocol::Malformed>(())
//! ```
//!
//! Upper and lower case are the same. A game may start from any board. Moves are not checked against the rules, so
//! passes may be missing. Tags without meaning here (`RB`, `KM`, `CO`, ...) are skipped, and so is the `1` that servers
//! put first. Synchronised pairs of games on one line are refused.

mod write;

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_while, take_while1};
use nom::character::complete::{alpha1, char, one_of, satisfy};
use nom::combinator::{cut, eof, map_opt, opt, peek, recognize, value, verify};
use nom::sequence::{preceded, terminated};

use crate::board::{Board, Disc, Move, disc, square};
use crate::line::{LineError, LineParser, Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::space::is_space;
use crate::text::Text;
use crate::time::{MAX_TIME, SECONDS, bounded};

/// A game and its moves so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// `BO`: the discs at the start.
    pub board: Board,
    /// The side that moves first.
    pub side: Disc,
    /// `B` and `W`: the moves in the order of the line.
    pub moves: Vec<(Disc, Item)>,
    /// `TI`, `TB` and `TW`: the clocks of Black and White at the start.
    pub clocks: [Option<Clock>; 2],
    /// `PB` and `PW`: the names of Black and White; empty if unknown.
    pub players: [Text; 2],
    /// `PC`: the place of the game; empty if unknown.
    pub place: Text,
    /// `DT`: the date, in any form; empty if unknown.
    pub date: Text,
    /// `RE`: the result; `None` if the game is not over or the value is not understood.
    pub result: Option<Verdict>,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// Disc difference for Black, negative if White won.
    pub margin: f64,
    /// Why the game ended.
    pub end: End,
}

impl Verdict {
    /// Reads `+12.00` or `-64.00:t`; anything else, such as `?`, is no result.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::ggf::{End, Verdict};
    ///
    /// let verdict = Verdict::parse("+13.00:t").expect("a result");
    /// assert_eq!((verdict.margin, verdict.end), (13.0, End::Time));
    /// assert_eq!(Verdict::parse("?"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (margin, end) = match text.split_once(':') {
            None => (text, End::Over),
            Some((margin, end)) => {
                let letters = [("r", End::Resigned), ("t", End::Time), ("s", End::Agreed)];
                let end = end.trim();
                let known = letters
                    .iter()
                    .find(|(letter, _)| end.eq_ignore_ascii_case(letter));
                (margin, known?.1)
            }
        };
        let margin = margin.trim().parse::<f64>().ok();
        let margin = margin.filter(|margin| (-64.0..=64.0).contains(margin))?;
        Some(Self { margin, end })
    }

    /// The black discs at the end, empty squares to the winner; `None` unless a full board can have that difference.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::ggf::Verdict;
    ///
    /// let discs = |text| Verdict::parse(text).expect("a result").black_discs();
    /// assert_eq!((discs("+16.00"), discs("-64.00:r"), discs("+13.00")), (Some(40), Some(0), None));
    /// ```
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an integer from 0 to 64, as is checked before"
    )]
    pub fn black_discs(&self) -> Option<u8> {
        let discs = 32.0 + self.margin / 2.0;
        (discs.fract() == 0.0 && (0.0..=64.0).contains(&discs)).then_some(discs as u8)
    }
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The game ended by the rules.
    Over,
    /// The loser resigned: `:r`.
    Resigned,
    /// The loser ran out of time: `:t`.
    Time,
    /// Both players agreed: `:s`.
    Agreed,
}

/// A move with its annotations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item {
    /// The move.
    pub mv: Move,
    /// The evaluation by its player, in discs.
    pub eval: Option<f64>,
    /// Thinking time in seconds, 0 or more.
    pub seconds: Option<f64>,
}

/// The clock of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Main time.
    pub main: Duration,
    /// Increment: time gained by each move.
    pub increment: Duration,
    /// Additional time after the main time is used up.
    pub grace: Duration,
}

impl Game {
    /// Reads one line; `None` if it is blank.
    ///
    /// # Errors
    /// If the line is no GGF, or a game that is not Othello on 8 by 8 squares.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::ggf::Game;
    ///
    /// let board = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    /// let game = Game::parse(&format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {board} *]B[F5]W[D6];)"))?;
    /// assert!(game.is_some());
    /// # Ok::<(), kaeshi_protocol::Malformed>(())
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, Malformed> {
        parse_line("game", line, cut(game))
    }
}

/// The tags of a line and their values, in their order, moves among them; none where the line is no GGF. A reader of
/// [`Game`] takes the last value of a tag that is there twice.
///
/// # Examples
/// ```
/// use kaeshi_protocol::ggf::tags;
///
/// let found: Vec<_> = tags("(;GM[Othello]PB[a]PB[ b ];)").collect();
/// assert_eq!(found, [("GM", "Othello"), ("PB", "a"), ("PB", "b")]);
/// ```
#[must_use]
pub fn tags(line: &str) -> impl DoubleEndedIterator<Item = (&str, &str)> + Clone {
    let inside = line.split_once("(;").map_or("", |(_, rest)| rest);
    let tags = inside.split(']');
    tags.filter_map(|tag| {
        let (name, value) = tag.split_once('[')?;
        Some((name.trim(), value.trim()))
    })
}

/// The largest value of a move, in discs. Lines with larger numbers would be longer than any reader takes.
const MAX_NUMBER: f64 = 1e9;

/// A tag and its value.
#[derive(Clone)]
enum Property {
    Board(Board, Disc),
    Move(Disc, Item),
    Clocks([bool; 2], Clock),
    Player(Disc, Text),
    Place(Text),
    Date(Text),
    Result(Option<Verdict>),
    Other,
}

pub(crate) fn game(input: &str) -> Parsed<'_, Game> {
    // Servers write the number of games on the line before the game.
    let count = opt((char('1'), take_while1(is_space)));
    let start = preceded(count, spaced(tag("(;")));
    let start = expecting("a game in GGF, which begins with '(;'", start);
    let (mut rest, _) = cut(start).parse(input)?;
    let mut position = None;
    let mut game = Game::new();
    loop {
        let end = (tag::<_, _, LineError<'_>>(";)"), take_while(is_space));
        if let (after, Some(_)) = opt(end).parse(rest)? {
            rest = after;
            break;
        }
        let property = expecting("a tag such as BO, or ';)' at the end of the game", property);
        let (after, property) = cut(property).parse(rest)?;
        match property {
            Property::Board(..) if position.is_some() => return Err(LineError::repeated(rest)),
            Property::Board(board, side) => position = Some((board, side)),
            Property::Move(..) if position.is_none() => {
                return Err(LineError::expected("the board (BO) before the moves", rest));
            }
            Property::Move(side, item) => game.moves.push((side, item)),
            other => game.set(other),
        }
        rest = after;
    }
    let Some((board, side)) = position else {
        return Err(LineError::expected("a board (BO) in the game", rest));
    };
    Ok((
        rest,
        Game {
            board,
            side,
            ..game
        },
    ))
}

impl Game {
    /// A game from the starting position, without moves and tags.
    #[must_use]
    pub fn new() -> Self {
        let disc = |square| match square {
            28 | 35 => Some(Disc::Black),
            27 | 36 => Some(Disc::White),
            _ => None,
        };
        Self {
            board: Board(std::array::from_fn(disc)),
            side: Disc::Black,
            moves: Vec::new(),
            clocks: [None; 2],
            players: [Text::default(), Text::default()],
            place: Text::default(),
            date: Text::default(),
            result: None,
        }
    }

    /// Stores the value of a tag about the whole game.
    fn set(&mut self, property: Property) {
        let [black, white] = &mut self.players;
        match property {
            Property::Clocks(of, clock) => {
                for (known, _) in self.clocks.iter_mut().zip(of).filter(|(_, of)| *of) {
                    *known = Some(clock);
                }
            }
            Property::Player(Disc::Black, name) => *black = name,
            Property::Player(Disc::White, name) => *white = name,
            Property::Place(place) => self.place = place,
            Property::Date(date) => self.date = date,
            Property::Result(result) => self.result = result,
            Property::Board(..) | Property::Move(..) | Property::Other => {}
        }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// Also skips the space after it.
fn spaced<'a, T>(part: impl LineParser<'a, T>) -> impl LineParser<'a, T> {
    terminated(part, take_while(is_space))
}

fn property(input: &str) -> Parsed<'_, Property> {
    let name = terminated(alpha1, char('['));
    let (rest, name) = spaced(name).parse(input)?;
    let close = || cut(expecting("']'", spaced(char(']'))));
    let both = |of| move |clock| Property::Clocks(of, clock);
    match name.to_ascii_uppercase().as_str() {
        "GM" => {
            let othello = value(Property::Other, spaced(tag_no_case("othello")));
            terminated(cut(expecting("the game 'Othello'", othello)), close()).parse(rest)
        }
        "BO" => terminated(position, close()).parse(rest),
        "B" => terminated(move_of(Disc::Black), close()).parse(rest),
        "W" => terminated(move_of(Disc::White), close()).parse(rest),
        "TI" => terminated(clock.map(both([true, true])), close()).parse(rest),
        "TB" => terminated(clock.map(both([true, false])), close()).parse(rest),
        "TW" => terminated(clock.map(both([false, true])), close()).parse(rest),
        other => {
            let said = |text: &str| remark(other, text);
            terminated(take_till(|sign| sign == ']').map(said), close()).parse(rest)
        }
    }
}

/// A tag about the whole game.
fn remark(name: &str, text: &str) -> Property {
    match name {
        "PB" => Property::Player(Disc::Black, text.into()),
        "PW" => Property::Player(Disc::White, text.into()),
        "PC" => Property::Place(text.into()),
        "DT" => Property::Date(text.into()),
        "RE" => Property::Result(Verdict::parse(text.trim())),
        _ => Property::Other,
    }
}

fn position(input: &str) -> Parsed<'_, Property> {
    let size = expecting("a board of 8 by 8 ('8')", spaced(char('8')));
    let (mut rest, _) = cut(size).parse(input)?;
    let mut cells = [None; 64];
    for (cell, found) in cells.iter_mut().zip(0..) {
        if found > 0 && rest.starts_with(']') {
            return Err(LineError::short(found, rest));
        }
        let what = if found == 0 {
            "a board of 64 squares (*, O or -)"
        } else {
            "a square (*, O or -)"
        };
        let sign = alt((disc.map(Some), value(None, one_of("-."))));
        let sign = expecting(what, spaced(sign));
        (rest, *cell) = cut(sign).parse(rest)?;
    }
    let mover = expecting("the side to move (* or O) after 64 squares", spaced(disc));
    cut(mover)
        .map(|side| Property::Board(Board(cells), side))
        .parse(rest)
}

fn move_of<'a>(side: Disc) -> impl LineParser<'a, Property> {
    cut(item).map(move |item| Property::Move(side, item))
}

/// A move with optional evaluation and time, up to a bracket, a blank or the end.
pub(crate) fn item(input: &str) -> Parsed<'_, Item> {
    let end = || alt((value((), eof), value((), satisfy(ends_number))));
    let nothing = || value(None, peek(end()));
    let number = || expecting("a number", alt((nothing(), number.map(Some))));
    let part = || preceded(char('/'), cut(number()));
    let mv = expecting("a square from a1 to h8, or a pass (PA)", any_move);
    let is_time = |seconds: &Option<f64>| seconds.is_none_or(|time| time <= MAX_TIME.as_secs_f64());
    let seconds = preceded(
        char('/'),
        cut(expecting(SECONDS, verify(number(), is_time))),
    );
    (mv, opt(part()), opt(seconds), take_while(is_space))
        .map(|(mv, eval, seconds, _)| Item {
            mv,
            eval: eval.flatten(),
            seconds: seconds.flatten().map(|seconds| seconds.max(0.0)),
        })
        .parse(input)
}

/// A square, `--`, or any prefix of the word `pass`.
fn any_move(input: &str) -> Parsed<'_, Move> {
    let is_pass = |word: &str| "PASS".starts_with(&word.to_ascii_uppercase()) || is_short(word);
    let pass = alt((tag("--"), verify(alpha1, is_pass)));
    alt((square.map(Move::Place), value(Move::Pass, pass))).parse(input)
}

fn is_short(word: &str) -> bool {
    word.eq_ignore_ascii_case("ps")
}

/// A decimal number. Of a pair separated by a comma, which depends on who benefits from a draw, the mean.
pub(crate) fn number(input: &str) -> Parsed<'_, f64> {
    let in_range = |number: &f64| number.abs() <= MAX_NUMBER;
    let figure = |text: &str| text.parse::<f64>().ok().filter(in_range);
    let number = |text: &str| match text.split_once(',') {
        None => figure(text),
        Some((more, less)) => Some(f64::midpoint(figure(more)?, figure(less)?)),
    };
    map_opt(take_while1(|sign| !ends_number(sign)), number).parse(input)
}

fn ends_number(sign: char) -> bool {
    matches!(sign, '/' | ']') || is_space(sign)
}

/// `main/increment/grace`, each as minutes and seconds; the last two may be missing. What servers add after a comma is
/// skipped.
fn clock(input: &str) -> Parsed<'_, Clock> {
    let part = || {
        let remark = preceded(char(','), take_till(|sign| matches!(sign, '/' | ']')));
        terminated(opt(time), opt(remark))
    };
    let next = || opt(preceded(char('/'), part()));
    (part(), next(), next(), take_while(is_space))
        .map(|(main, increment, grace, _)| Clock {
            main: main.unwrap_or_default(),
            increment: increment.flatten().unwrap_or_default(),
            grace: grace.flatten().unwrap_or_default(),
        })
        .parse(input)
}

/// `5:00`, `1:30:00`, `20` or `0.5`: hours, minutes and seconds from the right.
fn time(input: &str) -> Parsed<'_, Duration> {
    let digits = take_while1(|sign: char| sign.is_ascii_digit() || matches!(sign, ':' | '.'));
    let seconds = |text: &str| {
        text.split(':').try_fold(0.0, |sum, part| {
            let part = if part.is_empty() { "0" } else { part };
            Some(sum * 60.0 + part.parse::<f64>().ok()?)
        })
    };
    let (rest, text) = recognize(digits).parse(input)?;
    let duration = seconds(text).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match duration.and_then(bounded) {
        Some(time) => Ok((rest, time)),
        None => Err(LineError::expected(
            "a time such as 5:00, up to ten years",
            input,
        )),
    }
}
