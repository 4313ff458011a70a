//! Quick static results of a hand against another.

use super::super::cards::{Cards, Located};
use super::super::rules::{Answerable, Daifugo, Rules};

/// The plays that a hand needs against another hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WinCheck {
    /// Minimum number of plays to empty the hand.
    pub(super) plays: u16,
    /// Number of these plays that the other hand can answer.
    pub(super) answered: u16,
    /// Number of these plays that clear the table.
    pub(super) cutting: u16,
}

impl WinCheck {
    #[inline]
    pub(super) fn of(rules: Rules, hand: Cards, other: Cards) -> Self {
        let cutting = hand & rules.cutting();
        let held = hand - cutting;
        if rules.has_groups() {
            let cuts = u16::from(!cutting.is_empty());
            let held = Located::of(held);
            let answered = held.answered(Answerable::by(Located::of(other)));
            Self {
                plays: u16::from(held.len()) + cuts,
                answered: u16::from(answered.len()),
                cutting: cuts,
            }
        } else {
            Self {
                plays: u16::from(hand.len()),
                answered: u16::from((held & other.below_the_strongest()).len()),
                cutting: u16::from(cutting.len()),
            }
        }
    }

    /// Whether the holder, leading, plays to the end without once being answered.
    ///
    /// The article's perfect win: only one play can be answered, and that one comes last. A play that clears the table
    /// is never answered.
    pub(super) const fn wins_unanswered(self) -> bool {
        self.answered <= 1
    }

    /// Plies until the hand is empty if the holder moves first and is never answered: no line of play is quicker.
    ///
    /// Between two plays of one player the opponent must pass, unless the first of them cleared the table. Playing a
    /// rank in parts takes one play more for each ply it may save.
    pub(super) fn quickest(self) -> u16 {
        2 * self.plays - 1 - self.cutting.min(self.plays - 1)
    }
}

impl Cards {
    /// All cards weaker than the strongest one of the set.
    const fn below_the_strongest(self) -> Self {
        // Rounds down to the first card of the rank.
        match self.bits().checked_ilog2() {
            Some(strongest) => Self::from_bits((1 << (strongest & !3)) - 1),
            None => Self::EMPTY,
        }
    }
}

impl Daifugo {
    /// Whether the player to move leads, or takes the lead at no cost. That is by a whole rank that beats the table
    /// unanswered, or by the last cards.
    ///
    /// Such a play costs nothing, since the rank has to be played anyway. The exception is one of two ranks where the
    /// other clears the table: that one, played last, saves no pass.
    #[inline]
    pub(super) fn can_take_the_lead(&self) -> bool {
        let Some(table) = self.table else {
            return true;
        };
        let (mine, theirs) = self.mine_and_theirs();
        let cutting = self.rules.cutting();
        if self.rules.has_groups() {
            let held = Located::of(mine);
            let whole = held.of_size(table.count()).above(table.rank()).bits();
            let answerable = Answerable::by(Located::of(theirs)).bits() & !cutting.bits();
            let best_last = held.len() == 2 && cutting.meets(mine);
            let first = if best_last {
                whole & cutting.bits()
            } else {
                whole
            };
            first & !answerable != 0 || (whole != 0 && held.len() == 1)
        } else {
            let stronger = mine.above(table.rank());
            let answerable = theirs.below_the_strongest() - cutting;
            !answerable.has(stronger) || (!stronger.is_empty() && mine.len() == 1)
        }
    }
}
