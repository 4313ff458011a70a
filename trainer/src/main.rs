//! The `kaeshi-trainer` program.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kaeshi_trainer::{datagen, train};

/// Makes the weights of Kaeshi's Othello evaluation.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Datagen(datagen::Options),
    Train(train::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Datagen(options) => options.run(),
        Command::Train(options) => options.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("kaeshi-trainer: {why}");
            ExitCode::FAILURE
        }
    }
}
