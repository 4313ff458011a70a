//! `kaeshi completions` and `kaeshi manual`: what shells and manuals have to know about the command line.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use kaeshi::game::InputError;

use super::{Cli, Failure};

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
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "kaeshi", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}

/// Print the manual page of kaeshi or one of its commands, for `man`
#[derive(Debug, Args)]
#[command(after_help = MANUAL_EXAMPLES)]
pub(crate) struct Manual {
    /// The command; without it the page of kaeshi itself is printed.
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Print the names of all commands instead, one a line.
    #[arg(long, conflicts_with = "command")]
    list: bool,
}

const MANUAL_EXAMPLES: &str = "\
Examples:
  kaeshi manual solve | man -l -    read the page of 'kaeshi solve'
  kaeshi manual --list              the commands that have a page";

impl Manual {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut cli = Cli::command();
        cli.build();
        let mut out = io::stdout().lock();
        if self.list {
            for command in cli.get_subcommands() {
                writeln!(out, "{}", command.get_name())?;
            }
            return Ok(());
        }
        let page = match &self.command {
            None => cli,
            Some(name) => {
                let command = cli.find_subcommand(name).cloned();
                let command = command.ok_or_else(|| {
                    InputError::new(format_args!("kaeshi has no command '{name}'"))
                })?;
                let full_name = format!("kaeshi-{name}");
                command.name(full_name.clone()).display_name(full_name)
            }
        };
        let version = concat!("Kaeshi ", env!("CARGO_PKG_VERSION"));
        Man::new(page).source(version).render(&mut out)?;
        Ok(())
    }
}
