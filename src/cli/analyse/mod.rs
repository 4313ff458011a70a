//! `kaeshi analyse`: where games were won and lost.

mod games;
mod html;
mod jobs;
mod line_up;
mod options;
mod outputs;
mod pages;
mod print;
mod prior;
mod record;
mod run;
mod stone_game;
mod stones;
mod text;
mod totals;

pub(crate) use self::options::Analyse;
pub(crate) use self::text::lost;
