//! Equivalence of positions, and of the moves of one position.
//!
//! Cards meet only those of the opponent. So a position is described by the number of cards that each player
//! holds of each rank, going up the ranks that are held. Ranks that only one player holds, with none of the opponent's
//! between them, are a *run*. They beat and are beaten by the same cards, and may change places; a rank that clears the
//! table is distinguished within its run.

use super::super::cards::{Cards, Counts, Located, Meld, Rank};
use super::moves::Move;
use super::position::Daifugo;
use crate::game::splitmix64;
use crate::search::ScoredMove;

/// Maximum number of runs, and one past the last.
const RUNS: usize = Rank::COUNT as usize + 2;
/// The contents of a run: `5 * mine + theirs` cards of a rank, below 25;
const HELD: usize = 25;
/// from here up the same for a rank that clears the table;
const CUTTING: usize = HELD;
/// and from here up the play on the table, answered by this rank, plus the number of its cards.
const TABLE: usize = CUTTING + HELD;
const KINDS: usize = TABLE + 5;

/// A random number for each possible content of each run; their sum is the hash.
static KEYS: [[u64; KINDS]; RUNS] = {
    let mut keys = [[0; KINDS]; RUNS];
    let mut at = 0;
    while at < RUNS * KINDS {
        keys[at / KINDS][at % KINDS] = splitmix64(at as u64);
        at += 1;
    }
    keys
};

/// The holder of a rank; a rank begins a run unless the rank before has the same holder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Me,
    Them,
    /// Always a run of its own.
    Both,
}

impl Daifugo {
    /// The hash, equal for all equivalent positions, seen from the player to move: two positions with exchanged seats
    /// share their table entries.
    #[inline]
    pub(in super::super) fn key(&self) -> u64 {
        let (mine, theirs) = self.mine_and_theirs();
        let [my_counts, their_counts] = [mine, theirs].map(|cards| Counts::of(cards).bits());
        let cutting = self.rules.cutting().bits();
        let (answer, size) = self.weakest_answer(mine);
        let mut key = u64::from(self.rules.number());
        let (mut run, mut last) = (0, Holder::Both);
        let mut left = (mine | theirs).ranks().bits();
        while left != 0 {
            let shift = left.trailing_zeros();
            left &= left - 1;
            let my_count = (my_counts >> shift & 0b111) as usize;
            let their_count = (their_counts >> shift & 0b111) as usize;
            let holder = match (my_count, their_count) {
                (_, 0) => Holder::Me,
                (0, _) => Holder::Them,
                _ => Holder::Both,
            };
            run += usize::from(holder == Holder::Both || holder != last || shift == answer);
            last = holder;
            let keys = &KEYS[run];
            let held = 5 * my_count + their_count;
            key = key.wrapping_add(if cutting >> shift & 1 != 0 {
                keys[CUTTING + held]
            } else if self.rules.has_groups() {
                keys[held]
            } else {
                // Card by card, it makes no difference whether two cards of a run are of one rank.
                let [one_of_mine, one_of_theirs] = [keys[5], keys[1]];
                one_of_mine
                    .wrapping_mul(my_count as u64)
                    .wrapping_add(one_of_theirs.wrapping_mul(their_count as u64))
            });
            if shift == answer {
                key = key.wrapping_add(keys[TABLE + size]);
            }
        }
        if size > 0 && answer == NO_ANSWER {
            key = key.wrapping_add(KEYS[0][TABLE + size]);
        }
        splitmix64(key)
    }

    /// The shift of the weakest rank that answers the table, and the number of cards on the table.
    ///
    /// Nothing else about the table matters: a pass clears it, an answer covers it.
    #[inline]
    fn weakest_answer(&self, mine: Cards) -> (u32, usize) {
        let Some(table) = self.table else {
            return (NO_ANSWER, 0);
        };
        let able = Located::of(mine)
            .at_least(table.count())
            .above(table.rank());
        (able.bits().trailing_zeros(), usize::from(table.count()))
    }

    /// Drops plays above `start` that are no better than another one there.
    pub(in super::super) fn drop_needless(&self, moves: &mut Vec<ScoredMove<Move>>, start: usize) {
        let mut keep = start;
        for index in start..moves.len() {
            let scored = moves[index];
            if !scored.mv.played.is_some_and(|play| self.is_needless(play)) {
                moves[keep] = scored;
                keep += 1;
            }
        }
        moves.truncate(keep);
    }

    /// Whether the same number of cards of a weaker rank, held as often, does as well.
    ///
    /// It does if the opponent holds nothing in between. Then the same cards answer both, and the stronger rank is
    /// worth keeping: it can do all that the weaker one can. Within a run the two are the same. The weaker rank may
    /// also be one that the opponent holds, if nothing of it is left afterwards.
    #[inline]
    fn is_needless(&self, play: Meld) -> bool {
        let (mine, theirs) = self.mine_and_theirs();
        let cutting = self.rules.cutting();
        let theirs = theirs.ranks().bits();
        let at = 1_u64 << play.rank().shift();
        if theirs & at != 0 || cutting.meets(play.cards()) {
            return false;
        }
        let held = (mine & play.rank().cards()).len();
        let (alike, whole) = if self.rules.has_groups() {
            let alike = Located::of(mine - cutting).exactly(held);
            (alike, held == play.count())
        } else {
            ((mine - cutting).ranks(), true)
        };
        let alike = self
            .table
            .map_or(alike, |table| alike.above(table.rank()))
            .bits();
        let weaker = at - 1;
        let Some(below) = (theirs & weaker).checked_ilog2() else {
            return alike & weaker != 0;
        };
        let between = weaker & (!1 << below);
        alike & between != 0 || (whole && alike >> below & 1 != 0)
    }
}

/// The shift when no rank answers the table, or the table is empty.
const NO_ANSWER: u32 = u64::BITS;
