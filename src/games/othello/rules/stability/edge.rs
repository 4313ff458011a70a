//! The edges, and the table of stable discs on one, computed by the compiler.

/// The squares of the four edges.
pub(super) const EDGES: u64 = 0xff81_8181_8181_81ff;

/// Discs of the first index that no play of either side on the edge turns over, by own and other discs.
pub(super) static STABLE_ON_EDGE: [[u8; 256]; 256] = table();

/// Computed from full edges to empty ones: a disc is stable if no next play turns it over and it is stable afterwards.
#[allow(long_running_const_eval, reason = "35,000 plays take a moment and end")]
#[allow(
    clippy::cast_possible_truncation,
    clippy::large_stack_arrays,
    reason = "edges are below 256; run by the compiler alone"
)]
const fn table() -> [[u8; 256]; 256] {
    let mut table = [[0; 256]; 256];
    let mut taken = 256;
    while taken > 0 {
        taken -= 1;
        let mut own = taken;
        loop {
            table[own][taken ^ own] = survivors(&table, own as u8, (taken ^ own) as u8);
            if own == 0 {
                break;
            }
            own = (own - 1) & taken;
        }
    }
    table
}

const fn survivors(table: &[[u8; 256]; 256], own: u8, other: u8) -> u8 {
    let mut stable = own;
    let mut empty = !(own | other);
    while empty != 0 && stable != 0 {
        let square = empty & empty.wrapping_neg();
        empty ^= square;
        let flips = line_flips(own, other, square);
        stable &= table[(own | flips | square) as usize][(other & !flips) as usize];
        let flips = line_flips(other, own, square);
        stable &= table[(own & !flips) as usize][(other | flips | square) as usize];
    }
    stable
}

/// The discs a play of `own` on `square` turns over on the edge.
const fn line_flips(own: u8, other: u8, square: u8) -> u8 {
    let (mut up, mut run_up) = (square << 1, 0);
    while up & other != 0 {
        run_up |= up;
        up <<= 1;
    }
    let (mut down, mut run_down) = (square >> 1, 0);
    while down & other != 0 {
        run_down |= down;
        down >>= 1;
    }
    (if up & own != 0 { run_up } else { 0 }) | (if down & own != 0 { run_down } else { 0 })
}
