//! Positions on one line: `H W K [gravity] [exact] row/row/... side [number]`.
//!
//! The format of the engine motors: the **height** comes first, then the width, then the number in a row. The first row
//! is the highest rank; `X` and `O` are stones, numbers are runs of empty cells (`12` is twelve). The three sizes may
//! be left out where the variant is known. Alone, separated by blanks or commas, they are the empty board, with
//! `gravity` and `exact` where these rules apply. The number of the move is ignored. The name of a variant is its empty
//! board, too, and the word `mnk`, `tictactoe` or `gomoku` may precede a position. `mnk 4 3 3` alone is the name (4
//! wide), `mnk 3 4 3 4/4/4 x` a position (3 high) of that variant. `tictactoe 3/1X1/3 o` is a position of tic-tac-toe.

use std::fmt::Write;

use super::variant::{Variant, is_number, number};
use crate::core::shorten;
use crate::game::{InputError, Side};

/// A position text taken apart: stones counted by row, but not checked together.
pub(super) struct Fen {
    /// The sizes, as written or as already known.
    pub(super) variant: Variant,
    /// Whose stone is on each cell, from `a1` rank by rank upwards.
    pub(super) cells: Vec<Option<Side>>,
    /// Whose turn it is.
    pub(super) side: Side,
}

impl Fen {
    /// Reads `text` as a position of `known`, unless it begins with sizes of its own.
    pub(super) fn parse(text: &str, known: Variant) -> Result<Self, InputError> {
        if let Ok(named) = Variant::named(text) {
            return Ok(Self::empty(named));
        }
        let mut words = text.split_ascii_whitespace().peekable();
        let first = words.peek().copied().unwrap_or_default();
        let named = Variant::named(first);
        if named.is_ok() || first.eq_ignore_ascii_case("mnk") {
            words.next();
        }
        let known = named.unwrap_or(known);
        // No position has this many words, so the rest need not be read.
        let words: Vec<&str> = words.take(9).collect();
        if let [sizes] = words[..]
            && sizes.contains(',')
        {
            let sizes: Vec<&str> = sizes.split(',').collect();
            return Ok(Self::empty(sizes_of(&sizes)?));
        }
        let has_sizes = words.len() > 1 && words[..2].iter().all(|word| is_number(word));
        let (variant, rest) = if has_sizes {
            let is_rule = |word: &&&str| word.starts_with(|letter| "gGeE".contains(letter));
            let rules = words.iter().skip(3).take_while(is_rule).count();
            let (sizes, rest) = words.split_at(words.len().min(3 + rules));
            (sizes_of(sizes)?, rest)
        } else {
            (known, &words[..])
        };
        match *rest {
            [] if has_sizes => Ok(Self::empty(variant)),
            [] => Err(InputError::new("the position is empty")),
            [_] => Err(InputError::new(
                "the side to move (x or o) is missing after the rows",
            )),
            [rows, side] => Self::assemble(variant, rows, side),
            [rows, side, count] => match number(count, "the number of the move")? {
                0 => Err(InputError::new("the number of the move must be at least 1")),
                _ => Self::assemble(variant, rows, side),
            },
            [_, _, _, word, ..] => Err(InputError::new(format_args!(
                "unexpected '{}' after the number of the move",
                shorten(word)
            ))),
        }
    }

    fn empty(variant: Variant) -> Self {
        Self {
            variant,
            cells: vec![None; variant.cells().into()],
            side: Side::First,
        }
    }

    fn assemble(variant: Variant, rows: &str, side: &str) -> Result<Self, InputError> {
        Ok(Self {
            variant,
            cells: read_rows(variant, rows)?,
            side: read_side(side)?,
        })
    }
}

/// Height, width and number in a row, then the words for rules.
fn sizes_of(words: &[&str]) -> Result<Variant, InputError> {
    let [height, width, in_row, rules @ ..] = words else {
        return Err(InputError::new(format_args!(
            "write three sizes before the board (height, width and number in a row), found {}",
            words.len()
        )));
    };
    let plain = Variant::new(
        number(width, "the width")?,
        number(height, "the height")?,
        number(in_row, "the number in a row")?,
    )?;
    let mut rules = rules.iter();
    rules.try_fold(plain, |variant, word| {
        variant.with(&word.to_ascii_lowercase())
    })
}

fn read_side(text: &str) -> Result<Side, InputError> {
    match text {
        "x" | "X" => Ok(Side::First),
        "o" | "O" => Ok(Side::Second),
        _ => Err(InputError::new(format_args!(
            "the side to move must be x or o, not '{}'",
            shorten(text)
        ))),
    }
}

/// The cells of all rows, the last row's first.
fn read_rows(variant: Variant, text: &str) -> Result<Vec<Option<Side>>, InputError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != variant.height() as usize {
        return Err(InputError::new(format_args!(
            "the board must have {} rows, found {}",
            variant.height(),
            rows.len()
        )));
    }
    let mut cells = Vec::with_capacity(variant.cells().into());
    for (index, row) in rows.iter().enumerate().rev() {
        let before = cells.len();
        read_row(row, variant.width() as usize, &mut cells)
            .map_err(|why| InputError::new(format_args!("row {}: {why}", index + 1)))?;
        let found = cells.len() - before;
        if found != variant.width() as usize {
            return Err(InputError::new(format_args!(
                "row {} ('{}') has {found} cells instead of {}",
                index + 1,
                shorten(row),
                variant.width()
            )));
        }
    }
    Ok(cells)
}

/// Appends the cells of `row`, at most one more than `width`.
fn read_row(row: &str, width: usize, cells: &mut Vec<Option<Side>>) -> Result<(), InputError> {
    let most = cells.len() + width + 1;
    let mut rest = row;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let stone = match sign {
            'x' | 'X' => Some(Side::First),
            'o' | 'O' => Some(Side::Second),
            '0' => {
                return Err(InputError::new(
                    "a number of empty cells cannot begin with 0",
                ));
            }
            _ if digits > 0 => {
                let run = rest[..digits].parse().unwrap_or(most);
                cells.resize(most.min(cells.len().saturating_add(run)), None);
                rest = &rest[digits..];
                continue;
            }
            _ => {
                return Err(InputError::new(format_args!(
                    "unexpected '{sign}': write x, o or a number of empty cells"
                )));
            }
        };
        if cells.len() < most {
            cells.push(stone);
        }
        rest = &rest[sign.len_utf8()..];
    }
    Ok(())
}

/// Writes a position; `stone` returns the owner of the stone at a file and a rank.
pub(super) fn write(
    variant: Variant,
    side: Side,
    stone: impl Fn(u32, u32) -> Option<Side>,
) -> String {
    let (width, height) = (variant.width(), variant.height());
    let mut text = format!("{height} {width} {}", variant.in_row());
    text.extend(variant.words());
    text.push(' ');
    let mut stones = 0;
    for rank in (0..height).rev() {
        let mut gap = 0;
        for file in 0..width {
            let Some(owner) = stone(file, rank) else {
                gap += 1;
                continue;
            };
            stones += 1;
            write_gap(&mut text, &mut gap);
            text.push(sign(owner).to_ascii_uppercase());
        }
        write_gap(&mut text, &mut gap);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    let _ = write!(text, "{} {}", sign(side), stones / 2 + 1);
    text
}

fn write_gap(text: &mut String, gap: &mut u32) {
    if *gap > 0 {
        let _ = write!(text, "{gap}");
        *gap = 0;
    }
}

/// How a side is written.
pub(super) fn sign(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}
