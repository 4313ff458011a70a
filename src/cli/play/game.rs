//! The dialogue between a person and the engine over a board, line by line.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use kaeshi::files::Lines;

use super::command::{Command, help};
use super::series::Series;
use super::session::{Forfeit, Session, opinion};

/// The answer to what needs a game that goes on.
const OVER: &str = "The game is over: 'new' begins another, 'undo' goes back.";

/// One or more games on lines of text.
pub(super) struct InteractiveGame {
    pub(super) session: Session,
    /// Whether to print prompts, since input and output are a terminal.
    pub(super) prompts: bool,
}

impl InteractiveGame {
    /// Plays until the person quits.
    pub(super) fn play(mut self, input: &mut impl BufRead, out: &mut dyn Write) -> io::Result<()> {
        print(out, &self.session.introduction())?;
        if self.session.people.contains(&true) {
            let example = self.session.example();
            writeln!(out, "Type a move{example}, or 'help'.")?;
        }
        self.show(out)?;
        let mut lines = Lines::new(input);
        loop {
            self.go_on(out)?;
            let series = self.session.series.as_ref();
            if self.session.is_over() && series.is_some_and(Series::is_last_game) {
                writeln!(out, "The series is over.")?;
                return out.flush();
            }
            if !self.session.people.contains(&true) {
                if series.is_some_and(Series::has_limit) {
                    self.begin_again(out)?;
                    continue;
                }
                return out.flush();
            }
            self.prompt(out)?;
            let flow = match lines.next_text()? {
                None => {
                    writeln!(out, "Goodbye.")?;
                    return out.flush();
                }
                Some(Ok(line)) => self.handle_line(&line, out)?,
                Some(Err(why)) => say(out, format_args!("Not read: {why}."))?,
            };
            if flow.is_break() {
                return out.flush();
            }
        }
    }

    /// Makes every move that needs no person.
    fn go_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        while !self.session.is_over() {
            let said = if let Some(pass) = self.session.board.forced_pass() {
                self.session.pass(&pass)
            } else if self.session.is_turn_of_person() {
                break;
            } else {
                out.flush()?;
                let result = self.session.board.choose_move(&self.session.limits);
                result.and_then(|result| self.session.answer(&result))
            };
            writeln!(out, "{}", said.map_err(io::Error::other)?)?;
            self.show(out)?;
        }
        Ok(())
    }

    fn prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.prompts {
            let question = if self.session.is_over() {
                "new or quit"
            } else {
                "your move"
            };
            write!(out, "{question}> ")?;
        }
        out.flush()
    }

    fn handle_line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        match Command::parse(line) {
            Ok(None) => Ok(ControlFlow::Continue(())),
            Ok(Some(Command::Quit)) => Ok(ControlFlow::Break(())),
            Ok(Some(command)) => {
                self.carry_out(command, out)?;
                Ok(ControlFlow::Continue(()))
            }
            Err(why) => say(out, format_args!("Not understood: {why}")),
        }
    }

    fn carry_out(&mut self, command: Command<'_>, out: &mut dyn Write) -> io::Result<()> {
        match command {
            Command::Undo => self.undo(out),
            Command::Hint => self.hint(out),
            Command::Moves if self.session.is_over() => writeln!(out, "{OVER}"),
            Command::Moves => writeln!(out, "{}", self.session.board.legal().join(" ")),
            Command::Board => self.show(out),
            Command::Fen => match self.session.board.write() {
                Some(position) => writeln!(out, "{position}"),
                None => writeln!(
                    out,
                    "The cards are hidden: play with --open to see positions."
                ),
            },
            Command::New => self.begin_again(out),
            Command::Resign => self.resign(out),
            Command::Help => writeln!(out, "{}", help(&self.session.example())),
            Command::Move(name) => self.try_move(name, out),
            Command::Quit => Ok(()),
        }
    }

    fn try_move(&mut self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.session.is_over() {
            return writeln!(out, "{OVER}");
        }
        match self.session.play(name) {
            Ok(()) => self.show(out),
            Err(why) => writeln!(
                out,
                "{why}. ('moves' lists what is legal, 'help' the commands.)"
            ),
        }
    }

    fn undo(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.session.undo().map_err(io::Error::other)? {
            return self.show(out);
        }
        writeln!(out, "There is no move of yours to take back.")
    }

    fn begin_again(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let lines = self.session.begin_again().map_err(io::Error::other)?;
        print(out, &lines)?;
        self.show(out)
    }

    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.session.is_over() {
            return writeln!(out, "The game is over.");
        }
        out.flush()?;
        let result = self.session.board.advise(&self.session.limits);
        let result = result.map_err(io::Error::other)?;
        let best = result.best.as_deref().unwrap_or_default();
        writeln!(out, "Hint: {best}{}.", opinion(&result))
    }

    fn resign(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.session.is_over() {
            return writeln!(out, "The game is over already.");
        }
        self.session.forfeit = Some(Forfeit {
            player: self.session.board.turn(),
            by_time: false,
        });
        print(out, &self.session.ending())
    }

    /// Draws the board and, at the end of the game, prints the result.
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", self.session.board.draw(&self.session.people))?;
        print(out, &self.session.ending())
    }
}

fn print(out: &mut dyn Write, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn say(out: &mut dyn Write, what: std::fmt::Arguments<'_>) -> io::Result<ControlFlow<()>> {
    writeln!(out, "{what}")?;
    Ok(ControlFlow::Continue(()))
}
