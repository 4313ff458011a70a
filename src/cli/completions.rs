//! `kaeshi completions` and `kaeshi manual`: what shells and manuals have to know about the command line.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use kaeshi::game::InputError;

use super::Failure;

/// Print a script that completes kaeshi's commands and options in your shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  source <(kaeshi completions bash)                        in this bash
  kaeshi completions fish > ~/.config/fish/completions/kaeshi.fish
                                                           in fish, from its next start on";

impl Completions {
    /// Prints the script for the command line `cli`.
    pub(crate) fn run(&self, mut cli: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli, "kaeshi", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}

/// Print the manual page of kaeshi or one of its commands, for `man`
#[derive(Debug, Args)]
#[command(after_help = MANUAL_EXAMPLES)]
pub(crate) struct Manual {
    /// The command; without it the page of kaeshi itself is printed.
    #[arg(value_name = "COMMAND", num_args = 0..=2)]
    command: Vec<String>,
    /// Print the names of all commands instead, one a line.
    #[arg(long, conflicts_with = "command")]
    list: bool,
}

const MANUAL_EXAMPLES: &str = "\
Examples:
  kaeshi manual solve | man -l -    read the page of 'kaeshi solve'
  kaeshi manual book new            print the page of 'kaeshi book new'
  kaeshi manual --list              the commands that have a page";

impl Manual {
    /// Prints the page of the command line `cli` or of one of its commands.
    pub(crate) fn run(&self, mut cli: Command) -> Result<(), Failure> {
        cli.build();
        let mut out = io::stdout().lock();
        if self.list {
            for command in cli.get_subcommands() {
                let name = command.get_name();
                writeln!(out, "{name}")?;
                let below = command.get_subcommands().map(Command::get_name);
                for below in below.filter(|below| name != "help" && *below != "help") {
                    writeln!(out, "{name} {below}")?;
                }
            }
            return Ok(());
        }
        let mut page = cli;
        for name in &self.command {
            let command = page.find_subcommand(name).cloned();
            page = command.ok_or_else(|| {
                InputError::new(format_args!(
                    "kaeshi has no command '{}'",
                    self.command.join(" ")
                ))
            })?;
        }
        if !self.command.is_empty() {
            let full_name = format!("kaeshi-{}", self.command.join("-"));
            page = page.name(full_name.clone()).display_name(full_name);
        }
        let version = concat!("Kaeshi ", env!("CARGO_PKG_VERSION"));
        Man::new(page).source(version).render(&mut out)?;
        Ok(())
    }
}
