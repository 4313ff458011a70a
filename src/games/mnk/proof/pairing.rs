//! When a draw is sure: pairs of cells, and the potential of the lines that are left.

use super::super::bits::Bits;
use super::super::position::Mnk;
use crate::game::Side;

/// The most empty cells that are looked at; boards with more are left undecided.
const MOST: usize = 128;

/// The most lines.
const MOST_LINES: usize = 400;

/// A line of the attacker without a stone of the defender.
#[derive(Debug, Clone, Copy)]
struct Line<B> {
    /// Its empty cells that are in no pair.
    open: B,
    /// 2^-(open cells); the unit is 2^k.
    weight: u32,
}

/// Room for one bound, so that none is allocated in a node.
#[derive(Debug)]
pub(in super::super) struct Pairing<B> {
    lines: Vec<Line<B>>,
    /// By bit: the weight of the lines through a cell.
    weights: Vec<u32>,
    /// By two bits, the lower one first: the weight of the lines through both.
    common: Vec<u32>,
    cells: Vec<u32>,
}

impl<B: Bits> Default for Pairing<B> {
    fn default() -> Self {
        Self {
            lines: Vec::with_capacity(MOST_LINES),
            weights: vec![0; MOST],
            common: vec![0; MOST * MOST],
            cells: Vec::with_capacity(MOST),
        }
    }
}

impl<B: Bits> Pairing<B> {
    /// Whether the defender, who has just moved to `answer` or was not to move, keeps `attacker`, now to
    /// move, from ever filling a line.
    ///
    /// The defender answers in a pair's other cell whenever the attacker takes one of it, so that no line
    /// with both is ever filled. Cells of pairs count as the attacker's in all other lines. If the
    /// potential of those, with the heaviest cell twice, is below that of one line, the defender
    /// keeps it so by taking the heaviest cell whenever the attacker moves outside of the pairs
    /// (Erdős and Selfridge, "On a combinatorial game", 1973). Pairs are chosen greedily, by what
    /// they take off the potential.
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

    /// Takes down the attacker's lines; their potential.
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

    /// Works out what all pairs have in common.
    fn fill(&mut self) {
        for (at, &first) in self.cells.iter().enumerate() {
            for &second in &self.cells[at + 1..] {
                self.common[first as usize * MOST + second as usize] = 0;
            }
        }
        for at in 0..self.lines.len() {
            let Line { open, weight } = self.lines[at];
            self.add(open, weight);
        }
    }

    /// Adds `weight` (wrapping: it may be less than nothing) to all pairs in `open`.
    #[inline]
    fn add(&mut self, open: B, weight: u32) {
        let common = &mut self.common;
        open.for_each(|first| {
            // The cells above.
            let rest = open >> first >> 1;
            rest.for_each(|distance| {
                let second = first + 1 + distance;
                let pair = &mut common[first as usize * MOST + second as usize];
                *pair = pair.wrapping_add(weight);
            });
        });
    }

    /// The pair that takes most off the potential, if one takes off anything, and how much.
    fn best_pair(&self) -> Option<(u32, u32, u32)> {
        let mut best = None;
        let mut most = 0;
        for (at, &first) in self.cells.iter().enumerate() {
            let row = &self.common[first as usize * MOST..][..MOST];
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
            // The pairs of the cells that stay open: gone with the line, or heavier.
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
