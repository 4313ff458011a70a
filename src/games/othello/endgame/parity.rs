//! Quadrant parity: the side that plays last in a quadrant usually gains, so odd ones come first.

use super::square_list::SquareList;
use crate::games::othello::rules::square::Squares;

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
pub(super) fn order_of_four(empty: u64) -> SquareList {
    let mut rest = empty;
    let mut packed = rest.trailing_zeros();
    for place in 1..4 {
        rest &= rest.wrapping_sub(1);
        packed |= rest.trailing_zeros() << (8 * place);
    }
    // The two bits of the quadrant, for each square in turn.
    let quadrants = packed >> 2 & 0x0101_0101 | packed >> 4 & 0x0202_0202;
    let quadrants = (quadrants | quadrants >> 6 | quadrants >> 12 | quadrants >> 18) & 0xff;
    let order = ORDERS[quadrants as usize];
    let [a, b, c, d] = order.map(|shift| packed >> shift & 0xff);
    SquareList::packed(a | b << 8 | c << 16 | d << 24)
}

/// Search order by the quadrants of four squares, two bits each: the indices of the squares, times eight.
static ORDERS: [[u8; 4]; 256] = {
    let mut orders = [[0; 4]; 256];
    let mut quadrants = 0;
    while quadrants < 256 {
        orders[quadrants] = order(quadrants);
        quadrants += 1;
    }
    orders
};

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
