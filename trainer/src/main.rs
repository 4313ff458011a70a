//! The `kaeshi-trainer` program.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kaeshi_trainer::{balance, compare, datagen, net, play, probcut, train, yardstick};

/// Makes the weights of Kaeshi's Othello evaluation.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(play::Options),
    Datagen(datagen::Options),
    Train(train::Options),
    TrainNet(net::Options),
    TrainStage(net::stage::Options),
    Balance(balance::Options),
    Errors(compare::Options),
    Probcut(probcut::Options),
    Yardstick(yardstick::Options),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Games(options) => options.run(),
        Command::Datagen(options) => options.run(),
        Command::Train(options) => options.run(),
        Command::TrainNet(options) => options.run(),
        Command::TrainStage(options) => options.run(),
        Command::Balance(options) => options.run(),
        Command::Errors(options) => options.run(),
        Command::Probcut(options) => options.run(),
        Command::Yardstick(options) => options.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("kaeshi-trainer: {why}");
            ExitCode::FAILURE
        }
    }
}
