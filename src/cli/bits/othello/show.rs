//! The flips of one move, step by step, in hexadecimal.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use kaeshi::games::othello::board::{Board, Square};
use kaeshi::games::othello::variants::{carry, loops, tables};
use serde::Serialize;

use super::ways::{FLIPS, Sample};
use crate::cli::experiment::word::Word;

/// How one move turns discs over, in every way.
#[derive(Debug, Serialize)]
pub(super) struct Picture {
    #[serde(skip)]
    board: Board,
    #[serde(rename = "move")]
    square: String,
    own: Word,
    other: Word,
    /// The directions of the loops, with the values of the variable `mask`.
    loops: Vec<Walk>,
    tables: Vec<Lookup>,
    carry: Vec<Carry>,
    /// The result of each way.
    flips: Vec<Found>,
    /// Whether all results are the same.
    confirmed: bool,
}

#[derive(Debug, Serialize)]
struct Walk {
    direction: &'static str,
    masks: Vec<Word>,
    flips: Word,
}

#[derive(Debug, Serialize)]
struct Lookup {
    line: &'static str,
    place: usize,
    other: String,
    own: String,
    ends: String,
    turned: String,
    flips: Word,
}

#[derive(Debug, Serialize)]
struct Carry {
    line: &'static str,
    squares: Word,
    filled: Word,
    next: Word,
    sum: Word,
    end: Word,
    flips: Word,
}

#[derive(Debug, Serialize)]
struct Found {
    way: &'static str,
    flips: Word,
}

impl Picture {
    /// The flips of a move to `square`, which is empty.
    pub(super) fn of(board: Board, square: Square) -> Self {
        let Board { own, other } = board;
        let sample = Sample::new(board);
        let results = FLIPS.map(|(way, flip)| (way, flip(&sample, square)));
        Self {
            board,
            square: square.to_string(),
            own: Word(own),
            other: Word(other),
            loops: loops::DIRECTIONS
                .map(|direction| walk(board, square, direction))
                .into(),
            tables: lookups(board, square),
            carry: carries(board, square),
            confirmed: results.iter().all(|(_, flips)| *flips == results[0].1),
            flips: results
                .map(|(way, flips)| Found {
                    way,
                    flips: Word(flips),
                })
                .into(),
        }
    }

    /// Prints it; the exit code is 1 if the results differ.
    pub(super) fn print(&self, json: bool) -> io::Result<ExitCode> {
        let out = &mut io::stdout().lock();
        if json {
            writeln!(out, "{}", serde_json::json!(self))?;
        } else {
            out.write_all(self.text().as_bytes())?;
        }
        Ok(if self.confirmed {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{}\nmove   {}, X to move\nown    {}\nother  {}\n\n",
            rows(self.board),
            self.square,
            self.own,
            self.other
        );
        text += "Loops in eight directions: the variable mask, step by step\n";
        for walk in &self.loops {
            let masks: Vec<_> = walk.masks.iter().map(Word::to_string).collect();
            let _ = writeln!(text, "  {:<10}  {}", walk.direction, masks.join(" "));
            let _ = writeln!(text, "  {:<10}  flips {}", "", walk.flips);
        }
        text += "\nMultiplication and tables: lines as eight bits, the first square lowest\n";
        text += "  line           place  other     own       ends      turned    flips\n";
        for at in &self.tables {
            let _ = writeln!(
                text,
                "  {:<13}  {:>5}  {}  {}  {}  {}  {}",
                at.line, at.place, at.other, at.own, at.ends, at.turned, at.flips
            );
        }
        text += "\nCarry propagation: the four lines towards higher bits\n";
        for at in &self.carry {
            let _ = writeln!(text, "  {}", at.line);
            for (what, word) in [
                ("line", at.squares),
                ("other | !line", at.filled),
                ("next square", at.next),
                ("sum & line", at.sum),
                ("sum & own", at.end),
                ("minus 1 & line", at.flips),
            ] {
                let _ = writeln!(text, "    {what:<15} {word}");
            }
        }
        text += "\nFlips\n";
        for result in &self.flips {
            let _ = writeln!(text, "  {:<26} {}", result.way, result.flips);
        }
        if self.flips.iter().all(|found| found.flips.0 == 0) {
            text += "  the move turns nothing over: it is not legal\n";
        }
        text
    }
}

fn walk(board: Board, square: Square, direction: loops::Direction) -> Walk {
    let mut masks = Vec::new();
    let flips = loops::walk(board.own, board.other, square, direction, |mask| {
        masks.push(Word(mask));
    });
    Walk {
        direction: direction.name,
        masks,
        flips: Word(flips),
    }
}

fn lookups(board: Board, square: Square) -> Vec<Lookup> {
    let names = ["rank", "file", "diagonal of 9", "diagonal of 7"];
    let byte = |bits: u8| format!("{bits:08b}");
    let lookups = names
        .into_iter()
        .zip(tables::lookups(board.own, board.other, square));
    let lookups = lookups.map(|(line, found)| Lookup {
        line,
        place: found.place,
        other: byte(found.other),
        own: byte(found.own),
        ends: byte(found.ends),
        turned: byte(found.turned),
        flips: Word(found.flips),
    });
    lookups.collect()
}

fn carries(board: Board, square: Square) -> Vec<Carry> {
    let names = ["right", "down", "down right", "down left"];
    let lines = names.into_iter().zip(carry::lines(square));
    let carries = lines.map(|(name, line)| {
        let found = carry::along(board.own, board.other, line);
        Carry {
            line: name,
            squares: Word(line),
            filled: Word(found.filled),
            next: Word(found.next),
            sum: Word(found.sum),
            end: Word(found.end),
            flips: Word(found.flips),
        }
    });
    carries.collect()
}

/// The board, a row a line; the side to move is `X`.
fn rows(board: Board) -> String {
    let signs = board.to_string();
    let mut text = String::from("  a b c d e f g h\n");
    for (row, signs) in (1..=8).zip(signs.as_bytes().chunks(8)) {
        let signs: Vec<String> = signs
            .iter()
            .map(|&sign| char::from(sign).to_string())
            .collect();
        let _ = writeln!(text, "{row} {}", signs.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_d3_at_the_start() {
        let d3 = "d3".parse().expect("a square");
        let picture = Picture::of(Board::START, d3);
        assert!(picture.confirmed);
        let down = &picture.loops[2];
        let masks = [0x0800_0000, 0x08_0000_0000].map(Word);
        assert_eq!(down.masks, masks);
        assert_eq!(down.flips, masks[0]);
        let file = &picture.tables[1];
        assert_eq!(
            (file.place, &*file.other, &*file.own),
            (2, "00001000", "00010000")
        );
        assert_eq!((&*file.ends, &*file.turned), ("00010000", "00001000"));
        let down = &picture.carry[1];
        assert_eq!((down.next, down.sum), (masks[0], masks[1]));
        assert_eq!((down.end, down.flips), (masks[1], masks[0]));
    }
}
