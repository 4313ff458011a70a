//! `kaeshi book`: opening books of Othello.

mod absorb;
mod add;
mod check;
mod common;
mod convert;
mod create;
mod fix;
mod growth;
mod learn;
mod merge;
mod prune;
mod search;
mod show;
mod stats;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{Failure, print_message};

/// Make, look up and trade opening books of Othello
///
/// A book holds positions, one for all boards that are symmetric to each other, with values by negamax over their graph.
/// It is a file that is never loaded as a whole, and a log of changes beside it (BOOK.log).
#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Book {
    #[command(subcommand)]
    command: Command,
}

const NOTES: &str = "\
Examples:
  kaeshi book import my.book edax.dat            a new book from one of Edax
  kaeshi book show my.book --position f5d6c3     what it says about a position
  kaeshi book add my.book games.ggf --plies 20   the positions of games
  kaeshi book fix my.book --depth 16             search what has no value yet
  kaeshi book learn my.book --depth 16 --jobs 4  extend it where good lines lead
  kaeshi book export my.book my.egbk3            for Egaroucid

Exit status:
  0    done
  1    'check' found something, or 'show' did not find the position
  2    the command line is not valid, or a file cannot be read or written";

#[derive(Debug, Subcommand)]
enum Command {
    New(create::New),
    Import(convert::Import),
    Export(convert::Export),
    Show(show::Show),
    Check(check::Check),
    Stats(stats::Stats),
    Fix(fix::Fix),
    Merge(merge::Merge),
    Prune(prune::Prune),
    Add(add::Add),
    Learn(learn::Learn),
    Frontier(learn::Frontier),
    Absorb(absorb::Absorb),
}

impl Book {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let done = match &self.command {
            Command::New(command) => command.run(),
            Command::Import(command) => command.run(),
            Command::Export(command) => command.run(),
            Command::Show(command) => return command.run(),
            Command::Check(command) => return command.run(),
            Command::Stats(command) => command.run(),
            Command::Fix(command) => command.run(),
            Command::Merge(command) => command.run(),
            Command::Prune(command) => command.run(),
            Command::Add(command) => command.run(),
            Command::Learn(command) => command.run(),
            Command::Frontier(command) => command.run(),
            Command::Absorb(command) => command.run(),
        };
        match done {
            Err(Failure::Refused(why)) => {
                print_message(&why.to_string());
                Ok(ExitCode::from(2))
            }
            done => done.map(|()| ExitCode::SUCCESS),
        }
    }
}
