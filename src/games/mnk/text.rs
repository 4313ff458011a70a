//! The text of m,n,k games: positions, moves and the drawn board.

use std::fmt::Write;

use super::bits::Bits;
use super::fen::{self, Fen, sign};
use super::position::Mnk;
use super::variant::{Cell, file_letter};
use crate::game::{Game, Grid, InputError, Notation, Outcome, SetupError, Side};

impl<B: Bits> Notation for Mnk<B> {
    fn start(&self) -> Self {
        self.with_stones([B::default(); 2], Side::First)
    }

    fn read(&self, text: &str) -> Result<Self, SetupError> {
        let variant = self.rules().variant();
        let fen = Fen::parse(text, variant)?;
        if fen.variant != variant {
            return Err(SetupError::Variant(fen.variant.to_string()));
        }
        let mut stones = [B::default(); 2];
        for (owner, at) in fen.cells.iter().zip(0..) {
            if let (Some(owner), Some(cell)) = (
                owner,
                variant.cell(at % variant.width(), at / variant.width()),
            ) {
                let own = &mut stones[owner.index()];
                *own = *own | B::bit(cell.bit());
            }
        }
        self.check(stones, fen.side)?;
        Ok(self.with_stones(stones, fen.side))
    }

    fn read_move(&self, text: &str) -> Result<Cell, InputError> {
        if let Some(outcome) = self.result() {
            return Err(InputError::new(match outcome {
                Outcome::Won(winner) => format!("the game is over: {} has won", sign(winner)),
                Outcome::Drawn => "the game is over: the board is full".into(),
            }));
        }
        let cell = self.rules().variant().read_cell(text)?;
        if self.playable().has(cell.bit()) {
            return Ok(cell);
        }
        let name = self.write_move(&cell);
        Err(InputError::new(match self.owner(cell) {
            Some(owner) => format!("{name} is taken by {}", sign(owner)),
            None => format!("{name} is above an empty cell, to which the stone would fall"),
        }))
    }

    fn write_move(&self, cell: &Cell) -> String {
        self.rules().variant().name(*cell)
    }

    fn write(&self) -> String {
        let variant = self.rules().variant();
        fen::write(variant, self.side(), |file, rank| {
            variant.cell(file, rank).and_then(|cell| self.owner(cell))
        })
    }

    fn draw(&self) -> String {
        let variant = self.rules().variant();
        let mut drawing = String::from("  ");
        for file in 0..variant.width() {
            let _ = write!(drawing, " {}", file_letter(file));
        }
        for rank in (0..variant.height()).rev() {
            let _ = write!(drawing, "\n{:2}", rank + 1);
            for file in 0..variant.width() {
                let cell = variant.cell(file, rank).and_then(|cell| self.owner(cell));
                let _ = write!(drawing, " {}", cell.map_or('.', sign));
            }
        }
        let _ = match self.result() {
            Some(Outcome::Won(winner)) => write!(drawing, "\n{} has won", sign(winner)),
            Some(Outcome::Drawn) => write!(drawing, "\nthe board is full: a draw"),
            None => {
                let (side, in_row) = (sign(self.side()), variant.in_row());
                let exactly = if variant.is_exact() { "exactly " } else { "" };
                write!(drawing, "\n{side} to move, {exactly}{in_row} in a row wins")
            }
        };
        drawing
    }

    fn result(&self) -> Option<Outcome> {
        if self.is_won() {
            Some(Outcome::Won(!self.side()))
        } else {
            (self.empty_count() == 0).then_some(Outcome::Drawn)
        }
    }

    fn grid(&self) -> Option<Grid> {
        let variant = self.rules().variant();
        let (files, ranks) = (variant.width(), variant.height());
        let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        let owner = |(file, rank)| variant.cell(file, rank).and_then(|cell| self.owner(cell));
        Some(Grid {
            files: files as usize,
            cells: squares.map(owner).collect(),
        })
    }
}

impl<B: Bits> Mnk<B> {
    /// Whose stone is on `cell`.
    fn owner(&self, cell: Cell) -> Option<Side> {
        [Side::First, Side::Second]
            .into_iter()
            .find(|side| self.stones(*side).has(cell.bit()))
    }

    /// Whether play can lead to these stones with `side` to move.
    fn check(&self, stones: [B; 2], side: Side) -> Result<(), InputError> {
        let [first, second] = stones.map(B::count);
        let to_move = match first.checked_sub(second) {
            Some(0) => Some(Side::First),
            Some(1) => Some(Side::Second),
            _ => None,
        };
        if to_move != Some(side) {
            return Err(InputError::new(format_args!(
                "with {first} x and {second} o it cannot be {}'s turn",
                sign(side)
            )));
        }
        let rules = self.rules();
        let occupied = stones[0] | stones[1];
        let empty = rules.cells() & !occupied;
        let held = empty << rules.variant().stride();
        if rules.variant().has_gravity()
            && let Some(bit) = (occupied & held).lowest()
        {
            return Err(InputError::new(format_args!(
                "the stone on {} is above an empty cell, to which it would fall",
                rules.variant().name(Cell::at(bit))
            )));
        }
        if rules.has_line(stones[side.index()]) {
            return Err(InputError::new(format_args!(
                "{} has a line already and cannot be to move",
                sign(side)
            )));
        }
        let last = stones[(!side).index()];
        if rules.has_line(last) {
            let mut by_one_move = false;
            rules.each_cell(last, |cell| {
                by_one_move |= !rules.has_line(last & !B::bit(cell.bit()));
            });
            if !by_one_move {
                return Err(InputError::new(format_args!(
                    "{} has more lines than one move can complete",
                    sign(!side)
                )));
            }
        }
        Ok(())
    }
}
