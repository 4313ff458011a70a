//! Certain draws: pairs of cells, and the potential of the remaining lines.

use super::super::bits::Bits;
use super::super::position::Mnk;
use crate::game::Side;

/// Maximum number of cells examined; larger boards are left undecided.
const MAX_PAIRS: usize = 128;

/// Number of lines that room is allocated for.
const MAX_LINES: usize = 400;

/// A line of the attacker without a stone of the defender.
#[derive(Debug, Clone, Copy)]
struct Line<B> {
    /// Its empty cells that are in no pair.
    open: B,
    /// 2^-(open cells), in units of 2^-k.
    weight: u32,
}

/// The buffers of one bound, so that no node allocates.
#[derive(Debug)]
pub(in super::super) struct Pairing<B> {
    lines: Vec<Line<B>>,
    /// By bit: the total weight of the lines through a cell.
    weights: Vec<u32>,
    /// By two bits, the lower one first: the total weight of the lines through both cells.
    common: Vec<u32>,
    cells: Vec<u32>,
}

impl<B: Bits> Default for Pairing<B> {
    fn default() -> Self {
        Self {
            lines: Vec::with_capacity(MAX_LINES),
            weights: vec![0; MAX_PAIRS],
            common: vec![0; MAX_PAIRS * MAX_PAIRS],
            cells: Vec::with_capacity(MAX_PAIRS),
        }
    }
}

impl<B: Bits> Pairing<B> {
    /// Whether the defender, who has just moved to `answer` or was not to move, keeps `attacker`, now to
    /// move, from ever filling a line.
    ///
    /// When the attacker takes one cell of a pair, the defender takes the other, so that no line with both is ever
    /// filled. In all other lines, cells of pairs count as the attacker's. If the potential of those lines, with the
    /// heaviest cell twice, is below that of one line, the defender keeps it so. It takes the heaviest cell whenever
    /// the attacker moves outside the pairs (Erdős and Selfridge, "On a combinatorial game", 1973). Pairs are chosen
    /// greedily, by how much they reduce the potential.
    pub(super) fn holds(&mut self, game: &Mnk<B>, attacker: Side, answer: B) -> bool {
        let own = game.stones(attacker);
        let other = game.stones(!attacker) | answer;
        let whole = 1 << game.rules().variant().in_row();
        let mut potential = self.collect(game, own, other, whole);
        if potential * 2 >= whole * 5 {
            return false;
        }
        let mut free = true;
        loop {
            if potential < whole && potential + self.heaviest() < whole {
                return true;
            }
            if free {
                self.fill();
                free = false;
            }
            let Some((first, second, gain)) = self.best_pair() else {
                return false;
            };
            potential -= gain;
            self.pair(first, second);
            if self.lines.iter().any(|line| line.weight >= whole) {
                return false;
            }
        }
    }

    /// Collects the attacker's lines; returns their potential.
    fn collect(&mut self, game: &Mnk<B>, own: B, other: B, whole: u32) -> u32 {
        self.lines.clear();
        let mut empty = B::default();
        let mut potential = 0;
        for &mask in game.rules().masks() {
            if (mask & other).is_empty() {
                let open = mask & !own;
                let weight = whole >> open.count();
                potential += weight;
                empty = empty | open;
                self.lines.push(Line { open, weight });
            }
        }
        self.cells.clear();
        let cells = &mut self.cells;
        empty.for_each(|bit| cells.push(bit));
        for &cell in &self.cells {
            self.weights[cell as usize] = 0;
        }
        for line in &self.lines {
            let weights = &mut self.weights;
            line.open
                .for_each(|bit| weights[bit as usize] += line.weight);
        }
        potential
    }

    fn heaviest(&self) -> u32 {
        let weights = self.cells.iter().map(|&cell| self.weights[cell as usize]);
        weights.max().unwrap_or(0)
    }

    /// Computes `common` for all pairs.
    fn fill(&mut self) {
        for (at, &first) in self.cells.iter().enumerate() {
            for &second in &self.cells[at + 1..] {
                self.common[first as usize * MAX_PAIRS + second as usize] = 0;
            }
        }
        for at in 0..self.lines.len() {
            let Line { open, weight } = self.lines[at];
            self.add(open, weight);
        }
    }

    /// Adds `weight` (wrapping: it may be negative) to all pairs in `open`.
    #[inline]
    fn add(&mut self, open: B, weight: u32) {
        let common = &mut self.common;
        open.for_each(|first| {
            // The cells above `first`.
            let rest = open >> first >> 1;
            rest.for_each(|distance| {
                let second = first + 1 + distance;
                let pair = &mut common[first as usize * MAX_PAIRS + second as usize];
                *pair = pair.wrapping_add(weight);
            });
        });
    }

    /// The pair that reduces the potential most, and by how much; `None` if no pair does.
    fn best_pair(&self) -> Option<(u32, u32, u32)> {
        let mut best = None;
        let mut most = 0;
        for (at, &first) in self.cells.iter().enumerate() {
            let row = &self.common[first as usize * MAX_PAIRS..][..MAX_PAIRS];
            let weight = self.weights[first as usize];
            for &second in &self.cells[at + 1..] {
                let gain = (3 * row[second as usize])
                    .saturating_sub(weight + self.weights[second as usize]);
                if gain > most {
                    most = gain;
                    best = Some((first, second, gain));
                }
            }
        }
        best
    }

    /// Makes a pair of two cells.
    fn pair(&mut self, first: u32, second: u32) {
        let pair = B::bit(first) | B::bit(second);
        let mut at = 0;
        while at < self.lines.len() {
            let Line { open, weight } = self.lines[at];
            let touched = open & pair;
            if touched.is_empty() {
                at += 1;
                continue;
            }
            let both = touched == pair;
            let rest = open & !pair;
            // The pairs among the cells that stay open: removed with the line, or doubled in weight.
            let change = if both { weight.wrapping_neg() } else { weight };
            self.add(rest, change);
            let weights = &mut self.weights;
            rest.for_each(|bit| weights[bit as usize] = weights[bit as usize].wrapping_add(change));
            if both {
                self.lines.swap_remove(at);
            } else {
                self.lines[at] = Line {
                    open: rest,
                    weight: 2 * weight,
                };
                at += 1;
            }
        }
        self.cells.retain(|&cell| cell != first && cell != second);
    }
}
