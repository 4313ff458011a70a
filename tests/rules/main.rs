//! Every game has the same properties, and the search finds the same values as brute force.
//!
//! A game is added by one line in each list below: how its games begin, given a seed.

mod agree;
mod brute;
mod chance;
mod laws;
mod oracle;

use kaeshi::games::daifugo::{Daifugo, Rules};
use kaeshi::games::mnk::bits::{Bits, Words};
use kaeshi::games::mnk::{Mnk, Variant};
use kaeshi::games::othello::Othello;

/// The empty board of an m,n,k game, on bitboards of any sufficient width.
fn mnk<B: Bits>(width: u32, height: u32, in_row: u32) -> Mnk<B> {
    Mnk::new(Variant::new(width, height, in_row).expect("a game"))
}

/// Games whose rules are tested.
macro_rules! rules {
    ($($name:ident: $start:expr;)*) => {
        mod rules {
            use super::*;

            $(#[test]
            fn $name() {
                laws::check($start);
            })*
        }
    };
}

rules! {
    othello: |_| Othello::default();
    daifugo: |seed| Daifugo::deal(Rules::GROUP, seed, 4);
    daifugo_plain: |seed| Daifugo::deal(Rules::PLAIN, seed, 4);
    tic_tac_toe: |_| Mnk::<u64>::new(Variant::TIC_TAC_TOE);
    oblong: |_| mnk::<u64>(6, 5, 4);
    upright: |_| mnk::<u128>(5, 9, 5);
    gomoku: |_| Mnk::<Words<4>>::new(Variant::GOMOKU);
    wide: |_| mnk::<Words<11>>(19, 19, 5);
}

/// Games that are small enough, or small enough near their end, for brute force.
macro_rules! search {
    ($($name:ident: $start:expr;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn one_worker_is_right() {
                agree::check($start, 1);
            }

            #[test]
            fn two_workers_are_right() {
                agree::check($start, 2);
            }

            #[test]
            fn teams_agree_with_one_worker() {
                agree::check_teams($start);
            }

            #[test]
            fn stopped_searches_are_right_in_the_end() {
                agree::check_stopped($start);
            }

            #[test]
            fn every_line_is_right() {
                agree::check_lines($start);
            }
        }
    )* };
}

search! {
    othello: |_| Othello::default();
    daifugo: |seed| Daifugo::deal(Rules::GROUP, seed, 11);
    daifugo_plain: |seed| Daifugo::deal(Rules::PLAIN, seed, 11);
    tic_tac_toe: |_| Mnk::<u64>::new(Variant::TIC_TAC_TOE);
    four_by_three: |_| mnk::<u64>(4, 3, 3);
    four_by_four: |_| mnk::<u64>(4, 4, 4);
    three_by_five: |_| mnk::<u128>(3, 5, 4);
}
