//! Every game obeys the same laws, and the one search finds what trying everything finds.
//!
//! A game joins by one line in [`games`]: how its games begin, given a seed.

mod agree;
mod brute;
mod chance;
mod laws;

macro_rules! games {
    ($($name:ident: $start:expr;)*) => { $(
        mod $name {
            #[test]
            fn obeys_the_laws() {
                crate::laws::check($start);
            }

            #[test]
            fn is_searched_right_by_one_worker() {
                crate::agree::check($start, 1);
            }

            #[test]
            fn is_searched_right_by_two_workers() {
                crate::agree::check($start, 2);
            }

            #[test]
            fn is_searched_right_by_teams() {
                crate::agree::check_teams($start);
            }

            #[test]
            fn is_searched_right_although_stopped() {
                crate::agree::check_stopped($start);
            }

            #[test]
            fn has_every_line_right() {
                crate::agree::check_lines($start);
            }
        }
    )* };
}

games! {
    othello: |_| kaeshi::games::othello::Othello::default();
}
