//! Exact play between two players with open hands: the game [`Daifugo`](super::Daifugo), and the last two players of a
//! game under all rules.

mod balance;
mod end;
mod end_game;
mod end_notation;
mod end_policy;
mod group_win_check;
mod open_hands;
mod open_hands_policy;
mod win_check;

pub use end::{EndMove, TwoPlayerEnd};
pub use group_win_check::wins_unanswered;
pub use open_hands_policy::OpenHands;

pub(super) use group_win_check::GroupWinCheck;
