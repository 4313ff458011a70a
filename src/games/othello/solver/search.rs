//! NWS.
use super::super::board::{Square, Squares};
use super::super::flip::flip;
use super::super::{moves, stability};
use super::parity::QUADRANT;
use super::{NONE, Solver, final_margin};

/// knobs
pub const DEFAULT: [i32; 32] = {
    let mut k = [0; 32];
    k[0] = 7; // sort from
    k[1] = 5; // cache from
    k[2] = 16; // mobility weight
    k[3] = 16; // corner replies weight
    k[4] = 8; // odd
    k[5] = 0; // square value scale
    k[6] = 0; // potential
    k[7] = 8; // etc from
    k[8] = 0; // stability of corners
    k[9] = 1; // one-reply first
    k
};

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// stability thresholds
const STABILITY: [i32; 17] = [
    99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32,
];

#[derive(Clone, Copy)]
struct Move {
    own: u64,
    other: u64,
    square: u8,
    rating: i32,
}

impl Solver {
    #[inline]
    pub(super) fn node(&mut self, own: u64, other: u64, alpha: i32, odd: u64, empties: u32) -> i32 {
        if empties < self.knobs[0] as u32 {
            match empties {
                0 => {
                    self.nodes += 1;
                    final_margin(own, 0)
                }
                1 => {
                    self.nodes += 1;
                    super::last_disc_margin(own, other, alpha)
                }
                2..=3 => self.few(own, other, alpha),
                4 => self.four(own, other, alpha),
                _ => self.shallow(own, other, alpha, odd, empties),
            }
        } else {
            self.sorted(own, other, alpha, odd, empties)
        }
    }

    fn shallow(&mut self, own: u64, other: u64, alpha: i32, odd: u64, empties: u32) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.stability_cut(own, other, alpha, empties) {
            return score;
        }
        let cached = empties >= self.knobs[1] as u32;
        let mut hint = 64;
        if cached && let Some(entry) = self.caches[empties as usize].get(own, other) {
            if i32::from(entry.lower) > alpha {
                return entry.lower.into();
            }
            if i32::from(entry.upper) <= alpha {
                return entry.upper.into();
            }
            hint = entry.best;
        }
        let legal = moves::legal(own, other);
        if legal == 0 {
            if moves::legal(other, own) == 0 {
                return final_margin(own, empties as i32);
            }
            self.nodes -= 1;
            return -self.shallow(other, own, !alpha, odd, empties);
        }
        let mut best = NONE;
        let mut best_square = 64;
        let hinted = if hint < 64 { 1u64 << hint } else { 0 };
        let rest = legal & !hinted;
        'all: for set in [
            legal & hinted,
            rest & odd & CORNERS,
            rest & odd & !CORNERS,
            rest & !odd & CORNERS,
            rest & !odd & !CORNERS,
        ] {
            for square in Squares(set) {
                let flips = flip(own, other, square);
                let score = -self.node(
                    other ^ flips,
                    own | flips | square.bit(),
                    !alpha,
                    odd ^ QUADRANT[square.index()],
                    empties - 1,
                );
                if score > best {
                    best = score;
                    best_square = square.number();
                    if score > alpha {
                        break 'all;
                    }
                }
            }
        }
        if cached {
            self.caches[empties as usize].put(own, other, alpha, best, best_square);
        }
        best
    }

    #[inline]
    fn stability_cut(&mut self, own: u64, other: u64, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < STABILITY[empties as usize] {
            return None;
        }
        let upper = 64 - 2 * stability::stable(other, own).count_ones() as i32;
        (upper <= alpha).then_some(upper)
    }

    fn sorted(&mut self, own: u64, other: u64, alpha: i32, odd: u64, empties: u32) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.stability_cut(own, other, alpha, empties) {
            return score;
        }
        let mut hint = 64;
        if let Some(entry) = self.caches[empties as usize].get(own, other) {
            if i32::from(entry.lower) > alpha {
                return entry.lower.into();
            }
            if i32::from(entry.upper) <= alpha {
                return entry.upper.into();
            }
            hint = entry.best;
        }
        let legal = moves::legal(own, other);
        if legal == 0 {
            if moves::legal(other, own) == 0 {
                return final_margin(own, empties as i32);
            }
            self.nodes -= 1;
            return -self.sorted(other, own, !alpha, odd, empties);
        }
        let mut best = NONE;
        let mut best_square = 64;
        if hint < 64 && legal >> hint & 1 != 0 {
            let square = Square::wrapped(hint.into());
            let flips = flip(own, other, square);
            best = -self.node(other ^ flips, own | flips | square.bit(), !alpha, odd ^ QUADRANT[square.index()], empties - 1);
            best_square = hint;
            if best > alpha {
                self.caches[empties as usize].put(own, other, alpha, best, best_square);
                return best;
            }
        }
        let rest = if hint < 64 { legal & !(1u64 << hint) } else { legal };
        let mut list = [Move { own: 0, other: 0, square: 0, rating: 0 }; 16];
        let mut count = 0;
        let etc = empties >= self.knobs[7] as u32;
        for square in Squares(rest) {
            let flips = flip(own, other, square);
            let (next_own, next_other) = (other ^ flips, own | flips | square.bit());
            if next_own == 0 { return 64; }
            if etc && let Some(entry) = self.caches[empties as usize - 1].get(next_own, next_other) {
                let lower = -i32::from(entry.upper);
                if lower > alpha {
                    return lower;
                }
                let upper = -i32::from(entry.lower);
                if upper <= alpha {
                    if upper > best { best = upper; best_square = square.number(); }
                    continue;
                }
            }
            let rating = self.rate(next_own, next_other, square, odd);
            list[count & 15] = Move { own: next_own, other: next_other, square: square.number(), rating };
            count += 1;
        }
        let list = &mut list[..count];
        for at in 0..count {
            let mut top = at;
            for i in at + 1..count { if list[i].rating > list[top].rating { top = i; } }
            let mv = list[top];
            list[top] = list[at];
            let score = -self.node(
                mv.own,
                mv.other,
                !alpha,
                odd ^ QUADRANT[mv.square as usize],
                empties - 1,
            );
            if score > best {
                best = score;
                best_square = mv.square;
                if score > alpha {
                    self.stats[at.min(20)] += 1;
                    break;
                }
            }
        }
        self.caches[empties as usize].put(own, other, alpha, best, best_square);
        best
    }

    fn rate(&mut self, own: u64, other: u64, square: Square, odd: u64) -> i32 {
        let k = &self.knobs;
        let replies = moves::legal(own, other);
        let mut rating =
            -(replies.count_ones() as i32 * k[2]) - (replies & CORNERS).count_ones() as i32 * k[3];
        if odd & square.bit() != 0 {
            rating += k[4];
        }
        if k[6] != 0 {
            rating -= k[6] * moves::potential(own, other).count_ones() as i32;
        }
        if k[5] != 0 {
            rating += k[5] * VALUES[square.index()];
        }
        if k[8] != 0 {
            rating += k[8] * (stability::edge_stable(other, own)).count_ones() as i32;
        }
        if k[10] != 0 { rating += k[10] * corner_stable(other).count_ones() as i32; }
        rating
    }
}
fn corner_stable(own: u64) -> u64 {
    let corners = own & CORNERS;
    let next = corners << 1 & 0x0200_0000_0000_0002 | corners >> 1 & 0x4000_0000_0000_0040 | corners << 8 | corners >> 8;
    corners | own & next
}
const VALUES: [i32; 64] = {
    // by distance classes: A B C D / E F G / H I / J
    let q = [
        [18, 4, 16, 12],
        [4, 2, 6, 8],
        [16, 6, 14, 10],
        [12, 8, 10, 0],
    ];
    let mut v = [0; 64];
    let mut s = 0;
    while s < 64 {
        let (x, y) = (s % 8, s / 8);
        let (x, y) = (if x > 3 { 7 - x } else { x }, if y > 3 { 7 - y } else { y });
        v[s] = q[y][x];
        s += 1;
    }
    v
};
