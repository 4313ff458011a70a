//! The command line: all commands beside the protocols.

mod analyse;
mod bench;
mod bits;
mod board_svg;
mod book;
mod build;
mod command_line;
mod completions;
mod convert;
mod deal;
mod eval;
mod experiment;
mod failure;
mod filter;
mod json_lines;
mod marubatsu;
mod match_runner;
mod number;
mod options;
mod perft;
mod play;
mod position;
mod progress_bar;
mod results;
mod seconds;
mod solve;
mod uecda;
mod value;
mod verify;

pub(crate) use self::command_line::Cli;
pub(crate) use self::failure::{Failure, print_message};
