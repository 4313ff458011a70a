//! One hand against another: the groups that cannot be answered, and perfect wins.

use std::fmt;

use kaeshi::games::daifugo::{Answerable, Cards, Located};
use serde::Serialize;

use super::naive;
use super::win;
use crate::cli::experiment::report::Section;

/// A hand against that of the opponents.
#[derive(Debug, Serialize)]
pub(super) struct Duel {
    /// In the usual order of ranks, then in a revolution.
    orders: [Order; 2],
}

/// A hand against that of the opponents in one order of ranks.
#[derive(Debug, Serialize)]
struct Order {
    reversed: bool,
    /// The groups of the first hand, each rank as a whole.
    groups: Vec<Group>,
    perfect_win: PerfectWin,
    /// The same for the second hand against the first.
    opponents_perfect_win: PerfectWin,
}

#[derive(Debug, Serialize)]
struct Group {
    cards: String,
    dominates: bool,
    #[serde(skip)]
    naive: bool,
}

/// Whether the leader plays out unanswered, in four ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct PerfectWin {
    formula: bool,
    /// By a depth-first search; none if the hand is too large for one.
    search: Option<bool>,
    each_last_group: bool,
    two_player_check: bool,
}

/// Maximum number of cards of a hand that is searched.
const MAX_SEARCHED: u8 = 12;

impl PerfectWin {
    fn of(hand: Cards, other: Cards, reversed: bool) -> Self {
        let small = hand.len() <= MAX_SEARCHED;
        Self {
            formula: win::by_formula(hand, other, reversed),
            search: small.then(|| win::by_search(hand, other, reversed)),
            each_last_group: naive::wins_by_last_group(hand, other, reversed),
            two_player_check: win::by_two_player_check(hand, other, reversed),
        }
    }

    /// Number of ways that do not say what the formula says, and of ways.
    fn differing(self) -> (u64, u64) {
        let others = [
            self.search,
            Some(self.each_last_group),
            Some(self.two_player_check),
        ];
        let differing = others
            .into_iter()
            .flatten()
            .filter(|&other| other != self.formula);
        (
            differing.count() as u64,
            others.iter().flatten().count() as u64,
        )
    }
}

impl Duel {
    pub(super) fn of(hand: Cards, other: Cards) -> Self {
        let order = |reversed| Order {
            reversed,
            groups: groups(hand, other, reversed),
            perfect_win: PerfectWin::of(hand, other, reversed),
            opponents_perfect_win: PerfectWin::of(other, hand, reversed),
        };
        Self {
            orders: [false, true].map(order),
        }
    }

    /// The ways to find it out compared.
    pub(super) fn check(&self) -> Section {
        let mut section = Section::new("The two hands: formulas, and other ways");
        for order in &self.orders {
            let name = if order.reversed {
                ", in a revolution"
            } else {
                ""
            };
            let wrong = order
                .groups
                .iter()
                .filter(|group| group.dominates != group.naive);
            // A hand without cards has no groups.
            if !order.groups.is_empty() {
                let cases = order.groups.len() as u64;
                section.checked(
                    format!("C18 dominate, naive{name}"),
                    cases,
                    wrong.count() as u64,
                );
            }
            for (whose, perfect) in [
                ("first", order.perfect_win),
                ("second", order.opponents_perfect_win),
            ] {
                let (wrong, cases) = perfect.differing();
                section.checked(format!("C19 perfectWin, {whose} hand{name}"), cases, wrong);
            }
        }
        section
    }
}

/// The groups of `hand`, weakest first.
fn groups(hand: Cards, other: Cards, reversed: bool) -> Vec<Group> {
    let answerable = if reversed {
        Answerable::by_in_revolution(Located::of(other))
    } else {
        Answerable::by(Located::of(other))
    };
    let ranks = hand.ranks();
    let groups = ranks.iter().map(|rank| {
        let cards = hand & rank.cards();
        let (number, count) = (rank.number().into(), cards.len().into());
        Group {
            cards: cards.to_string(),
            dominates: Located::of(cards).dominates(answerable),
            naive: !naive::answers(other, number, count, reversed),
        }
    });
    groups.collect()
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for order in &self.orders {
            let name = if order.reversed {
                " in a revolution"
            } else {
                ""
            };
            writeln!(f, "First hand against second{name}")?;
            for group in &order.groups {
                let dominates = if group.dominates {
                    "cannot be answered"
                } else {
                    "can be answered"
                };
                writeln!(f, "  {:<8}  {dominates}", group.cards)?;
            }
            for (whose, perfect) in [
                ("first", order.perfect_win),
                ("second", order.opponents_perfect_win),
            ] {
                let win = if perfect.formula { "yes" } else { "no" };
                writeln!(f, "  perfect win if the {whose} hand leads: {win}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_and_a_three_win_against_the_articles_hand() {
        let hand = |text: &str| text.parse().expect("cards");
        let example = hand("C3H4C5H5S5D6CJHJS2");
        let duel = Duel::of(hand("CKDKD3"), example);
        let [order, reversed] = &duel.orders;
        assert!(order.perfect_win.formula && !order.opponents_perfect_win.formula);
        // There the three is the strongest, and the kings come last.
        assert!(reversed.perfect_win.formula && !reversed.groups[1].dominates);
        assert_eq!(
            order
                .groups
                .iter()
                .map(|group| group.dominates)
                .collect::<Vec<_>>(),
            [false, true]
        );
        assert!(duel.check().is_confirmed());
        assert!(
            !Duel::of(hand("CKDKD3H8"), example).orders[0]
                .perfect_win
                .formula
        );
    }

    #[test]
    fn no_cards_are_played_out_already() {
        let duel = Duel::of(Cards::EMPTY, Cards::DECK);
        assert!(duel.orders[0].perfect_win.formula);
        assert!(duel.check().is_confirmed());
        assert_eq!(duel.orders[0].opponents_perfect_win.search, None);
    }
}
