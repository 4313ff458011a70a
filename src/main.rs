//! The `kaeshi` program.

mod cli;

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::init();
    match cli::Cli::from_arguments().run() {
        Ok(code) => code,
        Err(why) if is_broken_pipe(&why) => ExitCode::SUCCESS,
        Err(why) => {
            cli::print_message(&why.to_string());
            why.status()
        }
    }
}

/// Whether the reader of the output has closed the pipe, which is not reported as an error.
fn is_broken_pipe(why: &cli::Failure) -> bool {
    matches!(why, cli::Failure::Io(why) if why.kind() == io::ErrorKind::BrokenPipe)
}
