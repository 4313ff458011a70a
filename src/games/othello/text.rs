//! The text of Othello: FEN, move names and the drawn board.
//!
//! The format of the UGI engines that play Othello. A position is rows from the first (top) rank down, then the side to
//! move. Discs are `x` (Black, moves first) and `o`, digits are runs of empty squares. Moves are squares; a pass is
//! `0000` and an explicit ply.

use std::fmt::Write;

use super::constants::DISC;
use super::position::{Othello, OthelloMove};
use super::rules::board::{Board, Colour};
use super::rules::square::{Square, Squares};
use crate::game::{Game, Grid, InputError, Notation, Outcome, SetupError, Side};
use crate::search::Score;

/// A pass, as this program writes it.
const PASS: &str = "0000";
/// A pass, as other programs write it.
const PASS_TOO: [&str; 5] = ["pass", "pas", "pa", "ps", "--"];

impl Notation for Othello {
    fn start(&self) -> Self {
        Self::default()
    }

    fn read(&self, text: &str) -> Result<Self, SetupError> {
        let text = without_name(text.trim());
        let (rows, side) = text.split_once(' ').ok_or_else(|| {
            InputError::new("the side to move (x or o) is missing after the board")
        })?;
        let side = match side.trim() {
            "x" | "X" => Side::First,
            "o" | "O" => Side::Second,
            other => {
                let why = format_args!("the side to move must be x or o, not '{other}'");
                return Err(InputError::new(why).into());
            }
        };
        let [black, white] = read_rows(rows)?;
        Ok(Self::new(Board::of(black, white, colour(side)), side))
    }

    fn read_move(&self, text: &str) -> Result<OthelloMove, InputError> {
        let refuse = |why: &str| Err(InputError::new(why));
        if self.board.is_over() {
            return refuse("the game is over");
        }
        let legal = self.board.legal();
        let lower = text.to_ascii_lowercase();
        if lower == PASS || PASS_TOO.contains(&lower.as_str()) {
            return match legal {
                0 => Ok(OthelloMove::PASS),
                _ => refuse("a pass is not allowed while there is a legal square"),
            };
        }
        let square: Square = lower.parse().map_err(InputError::new)?;
        if legal & square.bit() != 0 {
            let flips = self.board.flips(square);
            return Ok(OthelloMove {
                square: Some(square),
                flips,
            });
        }
        refuse(match () {
            () if self.board.empty() & square.bit() == 0 => "the square is taken",
            () if legal == 0 => "there is no legal square: pass (0000)",
            () => "no disc would be turned over",
        })
    }

    fn write_move(&self, mv: &OthelloMove) -> String {
        mv.square
            .map_or_else(|| PASS.into(), |square| square.to_string())
    }

    fn write(&self) -> String {
        let [black, white] = self.colours();
        let mut text = String::new();
        for rank in 0..8 {
            if rank > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for file in 0..8 {
                let sign = match 1_u64 << (rank * 8 + file) {
                    bit if black & bit != 0 => 'x',
                    bit if white & bit != 0 => 'o',
                    _ => {
                        gap += 1;
                        continue;
                    }
                };
                push_gap(&mut text, &mut gap);
                text.push(sign);
            }
            push_gap(&mut text, &mut gap);
        }
        text.push_str(if self.side == Side::First { " x" } else { " o" });
        text
    }

    fn draw(&self) -> String {
        let [black, white] = self.colours();
        let legal = self.board.legal();
        let mut drawing = String::from("  a b c d e f g h\n");
        for rank in 0..8 {
            let _ = write!(drawing, "{}", rank + 1);
            for file in 0..8 {
                let bit = 1_u64 << (rank * 8 + file);
                let sign = match bit {
                    _ if black & bit != 0 => 'X',
                    _ if white & bit != 0 => 'O',
                    _ if legal & bit != 0 => '*',
                    _ => '.',
                };
                let _ = write!(drawing, " {sign}");
            }
            drawing.push('\n');
        }
        let turn = match self.result() {
            Some(_) => "game over",
            None if self.side == Side::First => "X to move",
            None => "O to move",
        };
        let (black, white) = (black.count_ones(), white.count_ones());
        let _ = write!(drawing, "X {black}, O {white}, {turn}");
        drawing
    }

    fn result(&self) -> Option<Outcome> {
        let margin = self.terminal_score(0)?;
        Some(match margin {
            Score::DRAW => Outcome::Drawn,
            margin if margin > Score::DRAW => Outcome::Won(self.side),
            _ => Outcome::Won(!self.side),
        })
    }

    fn grid(&self) -> Option<Grid> {
        let [black, white] = self.colours();
        let owner = |square: u32| match 1_u64 << square {
            bit if black & bit != 0 => Some(Side::First),
            bit if white & bit != 0 => Some(Side::Second),
            _ => None,
        };
        Some(Grid {
            files: 8,
            cells: (0..64).map(owner).collect(),
        })
    }

    fn describe(&self, score: Score) -> String {
        match score.0 / DISC {
            0 => "a draw".into(),
            discs => format!("{discs:+} discs"),
        }
    }
}

impl Othello {
    /// Black's discs and White's.
    fn colours(&self) -> [u64; 2] {
        let Board { own, other } = self.board;
        match self.side {
            Side::First => [own, other],
            Side::Second => [other, own],
        }
    }
}

/// The position after the name of the game, if `text` begins with that.
fn without_name(text: &str) -> &str {
    match text.split_once(' ') {
        Some((name, rest)) if name.eq_ignore_ascii_case("othello") => rest.trim_start(),
        _ => text,
    }
}

fn colour(side: Side) -> Colour {
    match side {
        Side::First => Colour::Black,
        Side::Second => Colour::White,
    }
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        let _ = write!(text, "{gap}");
        *gap = 0;
    }
}

/// Black's discs and White's of eight rows separated by `/`.
fn read_rows(rows: &str) -> Result<[u64; 2], InputError> {
    let mut discs = [0; 2];
    let mut count = 0;
    for (rank, row) in rows.split('/').enumerate() {
        count = rank + 1;
        if count > 8 {
            break;
        }
        let mut squares = Squares(0xff << (8 * rank));
        for sign in row.chars() {
            let wrong = |why: &str| InputError::new(format_args!("row {count} of the board {why}"));
            let side = match sign {
                'x' | 'X' => 0,
                'o' | 'O' => 1,
                '1'..='8' => {
                    let gap = usize::from(sign as u8 - b'1');
                    squares
                        .nth(gap)
                        .ok_or_else(|| wrong("has more than 8 squares"))?;
                    continue;
                }
                _ => {
                    return Err(wrong(&format!(
                        "has an unexpected '{sign}': write x, o or a digit from 1 to 8"
                    )));
                }
            };
            let square = squares
                .next()
                .ok_or_else(|| wrong("has more than 8 squares"))?;
            discs[side] |= square.bit();
        }
        if squares.next().is_some() {
            return Err(InputError::new(format_args!(
                "row {count} of the board has fewer than 8 squares"
            )));
        }
    }
    if count != 8 {
        let found = if count > 8 {
            "more".into()
        } else {
            count.to_string()
        };
        return Err(InputError::new(format_args!(
            "the board must have 8 rows separated by '/', found {found}"
        )));
    }
    Ok(discs)
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    const START: &str = "8/8/8/3ox3/3xo3/8/8/8 x";

    #[test]
    fn positions_are_read_and_written() {
        let start = Othello::default();
        assert_eq!(start.write(), START);
        assert_eq!(start.read(START), Ok(start));
        assert_eq!(start.read(&START.to_uppercase()), Ok(start));
        assert_eq!(start.read(&format!("Othello  {START}")), Ok(start));
        for board in samples::boards(500) {
            for side in [Side::First, Side::Second] {
                let position = Othello::new(board, side);
                assert_eq!(start.read(&position.write()), Ok(position));
            }
        }
    }

    #[test]
    fn wrong_positions_are_refused() {
        let cases = [
            ("", "the side to move (x or o) is missing after the board"),
            (
                "8/8/8/8/8/8/8/8",
                "the side to move (x or o) is missing after the board",
            ),
            (
                "8/8/8/8/8/8/8/8 w",
                "the side to move must be x or o, not 'w'",
            ),
            (
                "8/8/8/8/8/8/8/8 x 1",
                "the side to move must be x or o, not 'x 1'",
            ),
            (
                "8/8/8/8/8/8/8 x",
                "the board must have 8 rows separated by '/', found 7",
            ),
            (
                "8/8/8/8/8/8/8/8/8 x",
                "the board must have 8 rows separated by '/', found more",
            ),
            (
                "8/8/8/44x/8/8/8/8 x",
                "row 4 of the board has more than 8 squares",
            ),
            (
                "8/8/8/8/8/8/7/8 x",
                "row 7 of the board has fewer than 8 squares",
            ),
            (
                "8/8/8/9/8/8/8/8 x",
                "row 4 of the board has an unexpected '9': write x, o or a digit from 1 to 8",
            ),
            (
                "8/8/8/3ö4/8/8/8/8 x",
                "row 4 of the board has an unexpected 'ö': write x, o or a digit from 1 to 8",
            ),
        ];
        for (text, why) in cases {
            let refused = Othello::default().read(text).expect_err(text);
            assert_eq!(refused.to_string(), why, "{text}");
        }
    }

    #[test]
    fn moves_are_read_and_refused() {
        let start = Othello::default();
        let names = |position: &Othello| {
            let mut names = Vec::new();
            position.moves(|mv| names.push(position.write_move(&mv)));
            names
        };
        assert_eq!(names(&start), ["d3", "c4", "f5", "e6"]);
        for name in names(&start) {
            let mv = start.read_move(&name.to_uppercase()).expect("it is legal");
            assert_eq!(start.write_move(&mv), name);
        }
        for (text, why) in [
            ("d4", "the square is taken"),
            ("a1", "no disc would be turned over"),
            (
                "0000",
                "a pass is not allowed while there is a legal square",
            ),
            (
                "PASS",
                "a pass is not allowed while there is a legal square",
            ),
        ] {
            assert_eq!(start.read_move(text), Err(InputError::new(why)));
        }
        assert!(start.read_move("j9").is_err());
        let stuck = start.read("xo6/8/8/8/8/8/8/8 o").expect("it is a position");
        assert_eq!(names(&stuck), ["0000"]);
        assert!(stuck.read_move("pass").is_ok());
        let over = start.read("x7/8/8/8/8/8/8/8 o").expect("it is a position");
        assert_eq!(over.result(), Some(Outcome::Won(Side::First)));
        assert_eq!(
            over.read_move("0000"),
            Err(InputError::new("the game is over"))
        );
    }
}
