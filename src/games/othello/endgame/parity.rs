//! Quadrant parity: the side that plays last in a quadrant usually gains, so odd ones come first.

use crate::games::othello::rules::square::{Square, Squares};

/// The quadrant of each square, as a set.
pub(super) static QUADRANT: [u64; 64] = {
    let mut quadrants = [0; 64];
    let mut square = 0;
    while square < 64 {
        quadrants[square] = 0x0f0f_0f0f << (square & 0x24);
        square += 1;
    }
    quadrants
};

/// The squares of the quadrants that hold an odd number of empty squares.
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    Squares(empty).fold(0, |odd, square| odd ^ QUADRANT[square.index()])
}

/// The four empty squares in search order: those alone in their quadrant first, then three together, then pairs.
#[inline]
pub(super) fn order_of_four(empty: u64) -> [Square; 4] {
    let mut rest = empty;
    let mut packed = rest.trailing_zeros();
    for place in 1..4 {
        rest &= rest.wrapping_sub(1);
        packed |= rest.trailing_zeros() << (8 * place);
    }
    ORDERS[order_index(packed)].map(|shift| Square::wrapped(packed >> shift))
}

/// The index in [`ORDERS`] of four squares, a byte each.
///
/// Two bits of a square tell its quadrant. The product brings the eight of them together at its upper end: the factor was
/// found by trying, and no two sets of these bits have the same index.
#[inline]
const fn order_index(packed: u32) -> usize {
    ((packed & 0x2424_2424).wrapping_mul(0x0204_0089) >> 24) as usize
}

/// Search order by the quadrants of four squares: the places of the squares in `packed`, in bits.
static ORDERS: [[u8; 4]; 256] = {
    let mut orders = [[0; 4]; 256];
    // A square of each quadrant.
    let samples = [0x00, 0x04, 0x20, 0x24];
    let mut quadrants = 0;
    while quadrants < 256 {
        let (mut packed, mut place) = (0, 0);
        while place < 4 {
            packed |= samples[quadrants >> (2 * place) & 3] << (8 * place);
            place += 1;
        }
        orders[order_index(packed)] = order(quadrants);
        quadrants += 1;
    }
    orders
};

/// The order for the quadrants of four squares, two bits each.
const fn order(quadrants: usize) -> [u8; 4] {
    let places = [0, 8, 16, 24];
    let mut order = [0; 4];
    let mut filled = 0;
    // Alone, then three, then pairs quadrant by quadrant; four together stay as they are.
    let sizes = [1, 3, 2, 4];
    let mut turn = 0;
    while turn < 16 {
        let (size, quadrant) = (sizes[turn / 4], turn % 4);
        let mut place = 0;
        while place < 4 {
            if quadrants >> (2 * place) & 3 == quadrant && count(quadrants, quadrant) == size {
                order[filled] = places[place];
                filled += 1;
            }
            place += 1;
        }
        turn += 1;
    }
    order
}

const fn count(quadrants: usize, quadrant: usize) -> usize {
    let (mut count, mut place) = (0, 0);
    while place < 4 {
        count += (quadrants >> (2 * place) & 3 == quadrant) as usize;
        place += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_squares_are_ordered_by_the_sizes_of_their_groups() {
        let mut rng = crate::games::othello::samples::Rng::new(23);
        for _ in 0..20_000 {
            let mut empty = 0_u64;
            while empty.count_ones() < 4 {
                empty |= 1 << (rng.next() & 63);
            }
            let order = order_of_four(empty).map(Square::index);
            let mut expected: Vec<usize> = Squares(empty).map(Square::index).collect();
            let group = |square: usize| (empty & QUADRANT[square]).count_ones();
            let rank = |square: usize| [1, 3, 2, 4].iter().position(|&size| size == group(square));
            // Pairs quadrant by quadrant.
            expected.sort_by_key(|&square| (rank(square), square >> 5 & 1, square >> 2 & 1));
            assert_eq!(order.to_vec(), expected, "{empty:#x}");
        }
    }
}
