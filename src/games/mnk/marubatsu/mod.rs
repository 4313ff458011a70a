//! Tic-tac-toe as a series of articles builds it, to reproduce its figures exactly.
//!
//! "Pythonで〇×ゲームのAIを一から作成する" by ysgeso on Qiita, parts 186 (taking moves back) and 212 (bitboards) above all. The same
//! functions, written anew: [`Board`] lists legal moves, [`Marubatsu`] is a game in progress, [`chance`] plays at
//! random as Python does. [`ArticleSearch`] is the searches whose nodes are counted, [`solved`] checks which players
//! always find a best move, and [`tree_counts`] counts the game tree. The program itself plays by [`crate::search`] on
//! [`Mnk`](super::Mnk).

mod ai14s;
mod article_search;
mod board;
pub mod chance;
mod descent;
pub mod larger;
mod linemarks;
mod mailbox;
pub mod padded;
pub mod players;
pub mod solved;
mod state;
mod table;
pub mod tree_counts;

pub use ai14s::{Half, ai14s_eval, best_by_ai14s_eval};
pub use article_search::{ArticleSearch, Method, SearchOutcome};
pub use board::{Board, CELLS, FULL, Move, Moves, SIZE};
pub use descent::Descent;
pub use linemarks::LineMarks;
pub use mailbox::{List1dBoard, ListBoard, MarubatsuBoard};
pub use state::{Marubatsu, MarubatsuOn};
pub use table::{Known, same};
