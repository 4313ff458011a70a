//! The `kaeshi` program.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::init();
    match cli::Cli::from_arguments().run() {
        Ok(code) => code,
        Err(why) => {
            if !why.is_closed_output() {
                cli::print_message(&why.to_string());
            }
            why.status()
        }
    }
}
