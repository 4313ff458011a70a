//! Daifugo (大富豪) for two to five players, with open or hidden hands.
//!
//! [`Cards`] and the forms made of it ([`Ranks`], [`Counts`], [`Located`], [`Answerable`]) are a small library of bit
//! operations on hands, usable by themselves. [`Daifugo`] is the game, solved to the end by the general search. Its
//! rule sets are `plain` (one card at a time) and `group` (groups of a rank, eights clear the table). [`MultiGame`] is
//! the game under all rules, decided by Monte Carlo until two players with known cards are left.
//!
//! The library follows Katsuki Ohto's article "Bit operations for Daifugo programs", 2016. Its worked example, from the
//! cards to what they can answer:
//!
//! ```
//! use kaeshi::games::daifugo::{Answerable, Cards, Counts, Located};
//!
//! let hand: Cards = "C3H4C5H5S5D6CJHJS2".parse().unwrap();
//! assert_eq!(hand.bits(), 0x0008_0005_0000_2d41);
//! // How many of each rank, then a bit in the place of the number.
//! assert_eq!(Counts::of(hand).bits(), 0x0001_0002_0000_1311);
//! let located = Counts::of(hand).locate();
//! assert_eq!(located.bits(), 0x0001_0002_0000_1411);
//! // The groups that this hand can answer: singles up to an ace, pairs up to a ten, threes of 3 and 4.
//! let answerable = Answerable::by(located);
//! assert_eq!(answerable.bits(), 0x0000_1111_3333_3377);
//!
//! // Two kings are safe from it. Kings and a three win without being answered; two threes do not.
//! let kings: Cards = "CKDK".parse().unwrap();
//! assert!(Located::of(kings).dominates(answerable));
//! let leader: Cards = "CKDKD3".parse().unwrap();
//! assert!(Located::of(leader).wins_unanswered(answerable));
//! let leader: Cards = "CKDKD3H8".parse().unwrap();
//! assert!(!Located::of(leader).wins_unanswered(answerable));
//! ```

mod cards;
mod engine;
mod monte_carlo;
mod party;
mod rules;
mod two_player;
mod variant;

pub use cards::{
    Card, Cards, Counts, Kind, Located, Meld, NotCards, Rank, Ranks, Shown, Suit, hand_showing,
};
pub use engine::MultiEngine;
pub use monte_carlo::{Arm, Bandit, PassHistory};
pub use party::{Action, Gift, MultiGame, PublicState};
pub use rules::{Answerable, Daifugo, Move, Round, Rules, any_two, down_to, up_to};
pub use two_player::{EndMove, OpenHands, TwoPlayerEnd, wins_unanswered};
pub use variant::Variant;
