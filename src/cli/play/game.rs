//! The dialogue between a person and the engine over a board.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use kaeshi::engine::{Chosen, Limits};
use kaeshi::game::{Outcome, Side};
use kaeshi::shell::{LONGEST, Line, read_line};

use super::board::Board;
use super::command::{Command, HELP};

/// A session of one or more games.
pub(super) struct Evening {
    pub(super) board: Board,
    /// Whether a person plays each side, by [`Side::index`].
    pub(super) people: [bool; 2],
    /// The limits of the engine's moves and of hints.
    pub(super) limits: Limits,
    /// Whether to print prompts, since input and output are a terminal.
    pub(super) prompts: bool,
    /// The side that resigned.
    pub(super) resigned: Option<Side>,
}

impl Evening {
    /// Plays until the person quits.
    pub(super) fn play(mut self, input: &mut impl BufRead, out: &mut dyn Write) -> io::Result<()> {
        self.greet(out)?;
        self.show(out)?;
        loop {
            self.go_on(out)?;
            if self.people == [false, false] {
                return Ok(());
            }
            self.prompt(out)?;
            let flow = match read_line(input)? {
                None => {
                    writeln!(out, "Goodbye.")?;
                    return out.flush();
                }
                Some(Line::Text(line)) => self.obey(&line, out)?,
                Some(Line::TooLong) => {
                    say(out, format_args!("A line has at most {LONGEST} bytes."))?
                }
                Some(Line::NotText(at)) => {
                    say(out, format_args!("Byte {at} of the line is no text."))?
                }
            };
            if flow.is_break() {
                return out.flush();
            }
        }
    }

    fn greet(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.people {
            [true, true] => writeln!(out, "You make everybody's moves.")?,
            [true, false] => writeln!(out, "You are the first player.")?,
            [false, true] => writeln!(out, "You are the second player.")?,
            [false, false] => return Ok(()),
        }
        writeln!(out, "Type a move, or 'help'.")
    }

    /// Makes every move that needs no person.
    fn go_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        while !self.is_over() {
            let mine = !self.people[self.board.side().index()];
            if let Some(pass) = self.board.forced_pass() {
                let side = self.board.side();
                let passes = ("have no move but to pass", "has no move but to pass");
                writeln!(out, "{}", self.about(side, passes.0, passes.1))?;
                self.board.play(&pass, false).map_err(io::Error::other)?;
            } else if mine {
                out.flush()?;
                self.answer(out)?;
            } else {
                break;
            }
            self.show(out)?;
        }
        Ok(())
    }

    /// Makes the engine's move.
    fn answer(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let chosen = self.board.think(&self.limits).map_err(io::Error::other)?;
        let best = chosen.best.as_deref().unwrap_or_default();
        writeln!(out, "Kaeshi plays {best}{}.", opinion(&chosen))?;
        self.board.play(best, false).map_err(io::Error::other)
    }

    fn prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.prompts {
            let question = if self.is_over() {
                "new or quit"
            } else {
                "your move"
            };
            write!(out, "{question}> ")?;
        }
        out.flush()
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
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
            Command::Moves => writeln!(out, "{}", self.board.legal().join(" ")),
            Command::Board => self.show(out),
            Command::Fen => writeln!(out, "{}", self.board.write()),
            Command::New => self.begin_again(out),
            Command::Resign => self.resign(out),
            Command::Help => writeln!(out, "{HELP}"),
            Command::Move(name) => self.try_move(name, out),
            Command::Quit => Ok(()),
        }
    }

    fn try_move(&mut self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(
                out,
                "The game is over: 'new' begins another, 'undo' goes back."
            );
        }
        match self.board.play(name, true) {
            Ok(()) => self.show(out),
            Err(why) => {
                let why = match self.board.is_unknown(name) {
                    true => format!("Unknown command or square '{}'", name.escape_debug()),
                    false => why.to_string(),
                };
                writeln!(
                    out,
                    "{why}. ('moves' lists what is legal, 'help' the commands.)"
                )
            }
        }
    }

    /// Takes back a resignation, or the person's last move and all later ones.
    fn undo(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.resigned.take().is_some() || self.board.undo().map_err(io::Error::other)? {
            return self.show(out);
        }
        writeln!(out, "There is no move of yours to take back.")
    }

    fn begin_again(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.resigned = None;
        self.board.rewind(0).map_err(io::Error::other)?;
        self.show(out)
    }

    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over.");
        }
        out.flush()?;
        let chosen = self.board.advise(&self.limits).map_err(io::Error::other)?;
        let best = chosen.best.as_deref().unwrap_or_default();
        writeln!(out, "Hint: {best}{}.", opinion(&chosen))
    }

    fn resign(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over already.");
        }
        self.resigned = Some(self.board.side());
        self.tell_result(out)
    }

    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn result(&self) -> Option<Outcome> {
        let given_up = self.resigned.map(|side| Outcome::Won(!side));
        given_up.or_else(|| self.board.result())
    }

    /// Draws the board and, at the end of the game, prints the result.
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", self.board.draw())?;
        self.tell_result(out)
    }

    fn tell_result(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.result() {
            None => Ok(()),
            Some(Outcome::Drawn) => writeln!(out, "The game is over. It is a draw."),
            Some(Outcome::Won(side)) => {
                let winner = self.about(side, "win", "wins");
                writeln!(out, "The game is over. {winner}")
            }
        }
    }

    /// A sentence about `side`: `you` follows "You", `other` any other name.
    fn about(&self, side: Side, you: &str, other: &str) -> String {
        match (self.people[side.index()], self.people[(!side).index()]) {
            (true, false) => format!("You {you}."),
            (false, true) => format!("Kaeshi {other}."),
            _ if side == Side::First => format!("The first player {other}."),
            _ => format!("The second player {other}."),
        }
    }
}

/// The engine's evaluation of the position after its move, in brackets.
fn opinion(chosen: &Chosen) -> String {
    let Some(thought) = &chosen.thought else {
        return String::new();
    };
    match &thought.proven {
        Some(proven) => format!(" ({proven})"),
        None => format!(
            " ({:+.2} at depth {})",
            f64::from(thought.hundredths) / 100.0,
            thought.depth
        ),
    }
}

fn say(out: &mut dyn Write, what: std::fmt::Arguments<'_>) -> io::Result<ControlFlow<()>> {
    writeln!(out, "{what}")?;
    Ok(ControlFlow::Continue(()))
}
