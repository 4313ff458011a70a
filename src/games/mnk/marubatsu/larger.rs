//! Boards of any size, to answer the articles' open question: from which size on bitboards list moves faster.

/// A board as an array of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellBoard {
    taken: Vec<bool>,
}

/// A board as a set of bits, in words of 64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordBoard {
    /// Free cells; bits beyond the board are 0.
    free: Vec<u64>,
}

impl CellBoard {
    /// A board with one cell for each of `taken`, marked where it is true.
    #[must_use]
    pub fn new(taken: &[bool]) -> Self {
        Self {
            taken: taken.to_vec(),
        }
    }

    /// Writes the numbers of the free cells to `moves`, ascending.
    #[inline]
    pub fn list(&self, moves: &mut Vec<u16>) {
        moves.clear();
        for (index, taken) in (0..).zip(&self.taken) {
            if !taken {
                moves.push(index);
            }
        }
    }
}

impl WordBoard {
    /// A board with one cell for each of `taken`, marked where it is true.
    #[must_use]
    pub fn new(taken: &[bool]) -> Self {
        let mut free = vec![0; taken.len().div_ceil(64)];
        for (index, _) in taken.iter().enumerate().filter(|(_, taken)| !**taken) {
            free[index / 64] |= 1 << (index % 64);
        }
        Self { free }
    }

    /// Writes the numbers of the free cells to `moves`, ascending.
    #[inline]
    pub fn list(&self, moves: &mut Vec<u16>) {
        moves.clear();
        for (word, free) in (0_u16..).zip(&self.free) {
            let mut free = *free;
            while free != 0 {
                // Below 64, so nothing is lost.
                #[expect(clippy::cast_possible_truncation, reason = "below 64")]
                let bit = free.trailing_zeros() as u16;
                moves.push(64 * word + bit);
                free &= free - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::splitmix64;

    #[test]
    fn both_boards_list_the_same_moves() {
        let (mut cells, mut words) = (Vec::new(), Vec::new());
        for size in 1..=20_u64 {
            for round in 0..20 {
                let taken: Vec<bool> = (0..size * size)
                    .map(|cell| splitmix64(cell << 32 | size << 8 | round) % 20 < round)
                    .collect();
                CellBoard::new(&taken).list(&mut cells);
                WordBoard::new(&taken).list(&mut words);
                assert_eq!(cells, words);
                let free = taken.iter().filter(|taken| !**taken).count();
                assert_eq!(cells.len(), free);
                assert!(cells.iter().all(|cell| !taken[usize::from(*cell)]));
            }
        }
    }
}
