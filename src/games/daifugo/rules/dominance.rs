//! Groups that no opponent can answer, and hands that win without being answered.
//!
//! After Katsuki Ohto, "Bit operations for Daifugo programs", 2016.

use std::ops::BitOr;

use super::super::cards::{Located, every};

/// The groups that a hand can answer (the article's ND, "no dominance"). Bit `4 * rank + count - 1` is set if and only
/// if the hand holds some strictly stronger rank at least `count` times.
///
/// Groups only: no joker, no sequences, no lock. For several opponents whose hands are known, `|` joins what each can
/// answer. If only the union of the hands is known, some groups that two of them could answer together look answerable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Answerable(u64);

impl Answerable {
    /// The groups that the hand with these ranks can answer (`noDominance`). At most four rounds: each settles all
    /// groups of up to some number of cards, and the next one finds a larger number.
    #[must_use]
    pub const fn by(hand: Located) -> Self {
        let mut round = Round::first(hand);
        while round.left != 0 {
            round = round.next();
        }
        Self(round.answerable)
    }

    /// The rounds of [`Answerable::by`], one by one: at most four, none for a hand of threes alone.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::games::daifugo::{Answerable, Located};
    ///
    /// let hand = Located::of("C3H4C5H5S5D6CJHJS2".parse().unwrap());
    /// let rounds: Vec<_> = Answerable::rounds(hand).collect();
    /// assert_eq!(rounds.len(), 3);
    /// assert_eq!(rounds[0].answerable, 0x1111_1111_1111);
    /// assert_eq!(rounds[2].answerable, Answerable::by(hand).bits());
    /// ```
    pub fn rounds(hand: Located) -> impl Iterator<Item = Round> {
        let next = |round: &Round| (round.left != 0).then(|| round.next());
        std::iter::successors(next(&Round::first(hand)), next)
    }

    /// The groups that the hand can answer while a revolution reverses the ranks.
    #[must_use]
    pub const fn by_in_revolution(hand: Located) -> Self {
        let mut stronger = hand.bits() << 4;
        let mut answerable = 0;
        while stronger != 0 {
            answerable |= down_to(stronger.trailing_zeros());
            stronger &= !answerable;
        }
        Self(answerable)
    }

    /// The groups among these that an opponent with at most `cards` cards can answer, 1 or more.
    ///
    /// The article names this as what its test lacks. With hands that are known only together, a group of three looks
    /// answerable although nobody has three cards.
    ///
    /// # Panics
    /// In debug builds, if `cards` is 0.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::games::daifugo::{Answerable, Located, Rank};
    ///
    /// let unseen = Answerable::by(Located::of("C5D5H5".parse().unwrap()));
    /// let fours = Located::group(Rank::named('4').unwrap(), 3);
    /// assert!(!fours.dominates(unseen));
    /// assert!(fours.dominates(unseen.with_hands_up_to(2)));
    /// ```
    #[must_use]
    pub const fn with_hands_up_to(self, cards: u8) -> Self {
        debug_assert!(cards > 0);
        let count = if cards < 4 { cards } else { 4 };
        Self(self.0 & every((1 << count) - 1))
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl BitOr for Answerable {
    type Output = Self;
    /// The groups that one of two opponents can answer, each with the cards of one hand alone.
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A round of [`Answerable::by`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// The groups found so far: bit `4 * rank + count - 1`.
    pub answerable: u64,
    /// The stronger groups that may find more: bits, one rank below their own.
    pub left: u64,
}

impl Round {
    /// Before the first round. Only a strictly stronger rank answers, so every rank is moved one down.
    const fn first(hand: Located) -> Self {
        Self {
            answerable: 0,
            left: hand.bits() >> 4,
        }
    }

    /// The round after this one; `left` must not be 0.
    const fn next(self) -> Self {
        let answerable = self.answerable | up_to(self.left.ilog2());
        Self {
            answerable,
            left: self.left & !answerable,
        }
    }
}

/// All groups of ranks up to that of bit `index`, of as many cards or fewer (`ndMask`).
/// `index` is at most 59.
#[must_use]
pub const fn up_to(index: u32) -> u64 {
    (((1 << (index + 1)) - 1) & every(0b0001)) * ((1 << ((index & 3) + 1)) - 1)
}

/// All groups of ranks from that of bit `index` up, of as many cards or fewer. `index` is at
/// most 63.
#[must_use]
pub const fn down_to(index: u32) -> u64 {
    ((!0 << (index & !3)) & every(0b0001)) * ((1 << ((index & 3) + 1)) - 1)
}

impl Located {
    /// The groups, each rank as a whole, that the other hand can answer.
    #[must_use]
    pub const fn answered(self, other: Answerable) -> Self {
        Self::from_bits(self.bits() & other.bits())
    }

    /// Whether none of these groups can be answered (`dominate`).
    #[must_use]
    pub const fn dominates(self, other: Answerable) -> bool {
        self.bits() & other.bits() == 0
    }

    /// Whether the holder, leading, can play rank by rank without once being answered (`perfectWin`): all groups but
    /// one dominate, and that one is played last.
    ///
    /// For games with groups only. Splitting a rank never helps: whatever answers the whole answers a part of it.
    #[must_use]
    pub const fn wins_unanswered(self, other: Answerable) -> bool {
        !any_two(self.bits() & other.bits())
    }
}

/// Whether at least two bits are set (`any2`).
#[must_use]
pub const fn any_two(bits: u64) -> bool {
    bits & bits.wrapping_sub(1) != 0
}

#[cfg(test)]
mod tests {
    use super::super::super::cards::{Cards, Rank};
    use super::*;

    fn answerable(hand: &str) -> Answerable {
        Answerable::by(Located::of(hand.parse::<Cards>().unwrap()))
    }

    /// By threes, since nothing is weaker: how many of them the hand can answer at once.
    fn threes(hand: Answerable) -> [bool; 4] {
        [1, 2, 3, 4].map(|count| !Located::group(Rank::THREE, count).dominates(hand))
    }

    #[test]
    fn a_short_hand_answers_no_large_group() {
        let unseen = answerable("C5D5H5S5");
        assert_eq!(threes(unseen), [true; 4]);
        for cards in 1..=6 {
            let expected = [1, 2, 3, 4].map(|count| count <= cards);
            assert_eq!(threes(unseen.with_hands_up_to(cards)), expected, "{cards}");
        }
        let pair = answerable("C5D5").with_hands_up_to(4);
        assert_eq!(threes(pair), [true, true, false, false]);
    }

    #[test]
    fn rounds_lead_to_what_is_answerable() {
        let located = |hand: &str| Located::of(hand.parse::<Cards>().unwrap());
        // Four, three, two cards and one, each rank above the last: four rounds. Threes beat nothing.
        let rounds: Vec<_> = Answerable::rounds(located("C4D4H4S4C6D6H6C8D8CT")).collect();
        assert_eq!(rounds.len(), 4);
        assert_eq!(rounds[0].answerable, 0x0111_1111);
        assert_eq!(rounds[3].left, 0);
        let last = Answerable::by(located("C4D4H4S4C6D6H6C8D8CT"));
        assert_eq!(rounds[3].answerable, last.bits());
        assert_eq!(Answerable::rounds(located("C3D3H3S3")).count(), 0);
    }

    #[test]
    fn each_rank_is_answered_as_a_whole() {
        let mine = Located::of("C3C4D4C6C9D9".parse().unwrap());
        let answered = mine.answered(answerable("C5D5C7"));
        assert_eq!(answered, Located::of("C3C4D4C6".parse().unwrap()));
        assert!(!mine.dominates(answerable("C5D5C7")) && mine.dominates(answerable("C3D3")));
        let both = answerable("C4") | answerable("C5D5");
        assert_eq!(both.bits(), 0b0011_0011);
        assert_eq!(threes(both), [true, true, false, false]);
    }
}
