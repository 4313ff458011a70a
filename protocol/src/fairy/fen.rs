//! Positions in FEN, with one kind of piece.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, one_of};
use nom::combinator::{cut, opt, value, verify};
use nom::multi::many0;
use nom::sequence::{delimited, terminated};

use super::Player;
use crate::board::{Board, Disc};
use crate::lexer::{digits, number, word};
use crate::line::{LineError, Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::space::is_space;

/// Maximum number of ranks or files of a board.
pub const MAX_SIDE: usize = 26;

/// A position of a game with one kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fen {
    /// The owner of each piece, the highest rank first. All ranks have the same length, at least 1.
    pub ranks: Vec<Vec<Option<Player>>>,
    /// The number of pieces in hand, White's first; `None` if the text has none.
    pub hands: Option<[u32; 2]>,
    /// The side to move.
    pub player: Player,
    /// Moves since the last one that changed the board; 0 if the text has no number.
    pub idle: u32,
    /// The number of the move, counted by White's moves from 1; 1 if the text has no number.
    pub number: u32,
}

impl Fen {
    /// Reads a position that fills the whole text.
    ///
    /// # Errors
    /// If something is missing or wrong.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        match parse_line("position", text, cut(fen))? {
            Some(fen) => Ok(fen),
            None => Err(Malformed::missing("a position", text)),
        }
    }

    /// The position on a board of 8 by 8 squares, and the side to move; `None` on any other board. The lowest rank
    /// comes first. White, who moves first, becomes Black.
    #[must_use]
    pub fn board(&self) -> Option<(Board, Disc)> {
        let disc = |player: Player| match player {
            Player::White => Disc::Black,
            Player::Black => Disc::White,
        };
        let ranks = self.ranks.iter().rev();
        let ranks = ranks.map(|rank| <[_; 8]>::try_from(rank.as_slice()).ok());
        let ranks: [[_; 8]; 8] = ranks.collect::<Option<Vec<_>>>()?.try_into().ok()?;
        let cells: Vec<_> = ranks
            .as_flattened()
            .iter()
            .map(|cell| cell.map(disc))
            .collect();
        Some((Board(cells.try_into().ok()?), disc(self.player)))
    }
}

/// A position, followed by anything.
pub(crate) fn fen(input: &str) -> Parsed<'_, Fen> {
    let sides = alt((
        value(Player::White, word("w")),
        value(Player::Black, word("b")),
    ));
    let hands = opt(delimited(
        char('['),
        hands,
        cut(expecting("a piece in hand (P or p) or ']'", char(']'))),
    ));
    let count = |what| opt(expecting(what, number::<u32>));
    let counts = (count("a number"), count("a number"));
    let (rest, (ranks, hands, _)) = (ranks, hands, expecting("a blank", gap)).parse(input)?;
    // Castling rights and en passant square, which these games do not have.
    let unused = many0(word("-"));
    let (rest, (player, _, (idle, number))) = (
        expecting("the side to move (w or b)", sides),
        unused,
        counts,
    )
        .parse(rest)?;
    Ok((
        rest,
        Fen {
            ranks,
            hands,
            player,
            idle: idle.unwrap_or(0),
            number: number.unwrap_or(1),
        },
    ))
}

fn gap(input: &str) -> Parsed<'_, &str> {
    verify(take_while(is_space), |gap: &str| !gap.is_empty()).parse(input)
}

/// All ranks, of the same length.
fn ranks(input: &str) -> Parsed<'_, Vec<Vec<Option<Player>>>> {
    let (mut rest, first) = rank(input)?;
    let files = first.len();
    let mut ranks = vec![first];
    while let Some(start) = rest.strip_prefix('/') {
        let (after, rank) = rank(start)?;
        if rank.len() != files || ranks.len() == MAX_SIDE {
            let what = "a rank as long as those before it, of 26 ranks at most";
            return Err(LineError::expected(what, start));
        }
        ranks.push(rank);
        rest = after;
    }
    Ok((rest, ranks))
}

fn rank(input: &str) -> Parsed<'_, Vec<Option<Player>>> {
    let piece = alt((
        value(Player::White, char('P')),
        value(Player::Black, char('p')),
    ));
    let run = verify(digits, |&length| (1..=MAX_SIDE).contains(&length));
    let cells = alt((
        piece.map(|owner| (1, Some(owner))),
        run.map(|length| (length, None)),
    ));
    let (rest, runs) = many0(cells).parse(input)?;
    let length: usize = runs.iter().map(|(length, _)| length).sum();
    if !(1..=MAX_SIDE).contains(&length) {
        let what = "a rank of 1 to 26 squares (P, p or the number of empty ones)";
        return Err(LineError::expected(what, input));
    }
    let cells = runs
        .into_iter()
        .flat_map(|(length, cell)| std::iter::repeat_n(cell, length));
    Ok((rest, cells.collect()))
}

/// `PPPppp`, in any order, or `-`.
fn hands(input: &str) -> Parsed<'_, [u32; 2]> {
    let nobody = value(
        [0, 0],
        terminated(tag("-"), nom::combinator::peek(char(']'))),
    );
    let pieces = many0(one_of("Pp")).map(|pieces: Vec<char>| {
        let count = |sign| {
            let own = pieces.iter().filter(|&&piece| piece == sign).count();
            u32::try_from(own).unwrap_or(u32::MAX)
        };
        [count('P'), count('p')]
    });
    alt((nobody, pieces)).parse(input)
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, rank) in self.ranks.iter().enumerate() {
            f.write_str(if at > 0 { "/" } else { "" })?;
            for run in rank.chunk_by(|one, next| one.is_none() && next.is_none()) {
                match run {
                    [Some(Player::White)] => f.write_str("P")?,
                    [Some(Player::Black)] => f.write_str("p")?,
                    empty => write!(f, "{}", empty.len())?,
                }
            }
        }
        if let Some([white, black]) = self.hands {
            let many = |sign: &str, count: u32| sign.repeat(count as usize);
            write!(f, "[{}{}]", many("P", white), many("p", black))?;
        }
        let player = match self.player {
            Player::White => 'w',
            Player::Black => 'b',
        };
        write!(f, " {player} - - {} {}", self.idle, self.number)
    }
}
