//! A program of a match, which is restarted after a failure.

use kaeshi::game::InputError;

use super::driver::protocol;
use super::player::Player;
use super::program::{Program, ProgramError, Supervision};
use crate::cli::print_message;

/// A contestant: one of the programs of a match.
pub(super) struct Contestant<'a> {
    command: &'a str,
    /// The options to set after the start, with their values.
    options: &'a [(String, String)],
    game: &'a str,
    supervision: Supervision,
    /// The running program; `None` if it is not running.
    player: Option<Player>,
}

/// Maximum length of a program's name in characters.
const MAX_NAME: usize = 80;

/// Maximum length in characters of what a program says against an option.
const MAX_COMPLAINT: usize = 200;

impl<'a> Contestant<'a> {
    /// A program that is not yet running.
    ///
    /// # Errors
    /// If the command names no program.
    pub(super) fn new(
        command: &'a str,
        options: &'a [(String, String)],
        game: &'a str,
        supervision: &Supervision,
    ) -> Result<Self, InputError> {
        protocol(command)?;
        Ok(Self {
            command,
            options,
            game,
            supervision: supervision.clone(),
            player: None,
        })
    }

    /// Starts the program for the first time, and returns its name. Prints a note for each option that it may not have taken.
    ///
    /// # Errors
    /// If the program cannot be started or gives no valid answer, or it has no such option.
    pub(super) fn start(&mut self) -> Result<String, StartError> {
        let (name, complaints) = self.launch()?;
        for complaint in complaints {
            print_message(&complaint);
        }
        Ok(name)
    }

    /// Starts the program. Returns its name, and what it said against its options.
    fn launch(&mut self) -> Result<(String, Vec<String>), StartError> {
        let mut complaints = Vec::new();
        let (driver, line) = protocol(self.command)?;
        let program = Program::start(line, &self.supervision)?;
        let mut player = Player { program, driver };
        let started = player.driver.start(&mut player.program, self.game);
        let name = started.map_err(|why| self.explain(&why))?;
        for (name, value) in self.options {
            let Player { program, driver } = &mut player;
            let set = driver.set_option(program, name, value);
            if let Some(line) = set.map_err(|why| self.explain(&why))? {
                let (command, line) = (
                    self.command,
                    line.chars().take(MAX_COMPLAINT).collect::<String>(),
                );
                complaints.push(format!(
                    "note: '{command}' may not have taken the option {name}={value}: {line}"
                ));
            }
        }
        self.player = Some(player);
        let name = InputError::new(name.trim()).to_string();
        Ok((name.chars().take(MAX_NAME).collect(), complaints))
    }

    /// The error of a failed start, with its reason.
    fn explain(&self, why: &ProgramError) -> StartError {
        let command = self.command;
        match why {
            ProgramError::Interrupted => StartError::Interrupted,
            ProgramError::Late => {
                let seconds = self.supervision.patience.as_secs_f64();
                StartError::Refused(InputError::new(format_args!(
                    "'{command}': no greeting within {seconds} s; if the program speaks GTP or NBoard's protocol, \
                     write 'gtp:' or 'nboard:' before its command"
                )))
            }
            why => StartError::Refused(InputError::new(format_args!("'{command}': {why}"))),
        }
    }

    /// The running program; starts it if necessary.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub(super) fn player(&mut self) -> Result<&mut Player, StartError> {
        if self.player.is_none() {
            self.launch()?;
        }
        Ok(self.player.as_mut().expect("it has been started"))
    }

    /// Kills the program after a failure; it is restarted for the next game.
    pub(super) fn kill(&mut self) {
        self.player = None;
    }

    /// Sends all programs the command to quit, and kills those that do not end.
    pub(super) fn quit(contestants: &mut [&mut Self]) {
        let players = contestants.iter_mut().filter_map(|it| it.player.as_mut());
        let mut programs: Vec<_> = players.map(|player| &mut player.program).collect();
        Program::quit(&mut programs);
        for contestant in contestants {
            contestant.kill();
        }
    }
}

/// Why a program could not be started.
pub(super) enum StartError {
    Refused(InputError),
    /// The match was interrupted.
    Interrupted,
}

impl From<InputError> for StartError {
    fn from(why: InputError) -> Self {
        Self::Refused(why)
    }
}
