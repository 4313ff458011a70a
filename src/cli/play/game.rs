//! The dialogue between a person and the engine over a board.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use kaeshi::engine::{GoLimits, SearchResult};
use kaeshi::files::Lines;
use kaeshi::game::{Outcome, Side};
use kaeshi::games::daifugo::Gift;

use super::board::Board;
use super::command::{Command, HELP};
use super::series::Series;

/// A session of one or more games.
pub(super) struct InteractiveGame {
    pub(super) board: Board,
    /// Whether a person makes the moves of a player, by the player's number.
    pub(super) people: Vec<bool>,
    /// Limits for each move of the engine and each hint.
    pub(super) limits: GoLimits,
    /// Whether to print prompts, since input and output are a terminal.
    pub(super) prompts: bool,
    /// The number of the player who resigned.
    pub(super) resigned: Option<usize>,
    /// The points of a series of games of cards.
    pub(super) series: Option<Series>,
}

impl InteractiveGame {
    /// Plays until the person quits.
    pub(super) fn play(mut self, input: &mut impl BufRead, out: &mut dyn Write) -> io::Result<()> {
        self.write_start(out)?;
        self.show(out)?;
        let mut lines = Lines::new(input);
        loop {
            self.go_on(out)?;
            if self.is_over() && self.series.as_ref().is_some_and(Series::is_last_game) {
                writeln!(out, "The series is over.")?;
                return out.flush();
            }
            if !self.people.contains(&true) {
                if self.series.as_ref().is_some_and(Series::has_limit) {
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

    fn write_start(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_deal(out)?;
        let people = self.people.iter().enumerate();
        let people: Vec<_> = people
            .filter(|(_, person)| **person)
            .map(|(player, _)| player.to_string())
            .collect();
        match people.as_slice() {
            [] => return Ok(()),
            all if all.len() == self.people.len() => {
                writeln!(out, "You make everybody's moves.")?;
            }
            [player] if self.board.has_cards() => writeln!(out, "You are player {player}.")?,
            [_] if self.people[0] => writeln!(out, "You are the first player.")?,
            [_] => writeln!(out, "You are the second player.")?,
            several => writeln!(
                out,
                "You make the moves of players {}.",
                several.join(" and ")
            )?,
        }
        writeln!(out, "Type a move, or 'help'.")
    }

    /// Prints the seed, with which the same cards can be dealt again.
    fn write_deal(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.board.seed() {
            Some(seed) => writeln!(out, "The cards are those of '--seed {seed}'."),
            None => Ok(()),
        }
    }

    /// Makes every move that needs no person.
    fn go_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        while !self.is_over() {
            let player = self.board.turn();
            let mine = !self.people.get(player).copied().unwrap_or_default();
            if let Some(pass) = self.board.forced_pass() {
                // The reason for a pass would reveal the player's cards.
                let passes = if self.board.is_hidden() {
                    ("pass", "passes")
                } else {
                    ("have no move but to pass", "has no move but to pass")
                };
                writeln!(out, "{}", self.about(player, passes.0, passes.1))?;
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
        let result = self
            .board
            .choose_move(&self.limits)
            .map_err(io::Error::other)?;
        let best = result.best.as_deref().unwrap_or_default();
        // The evaluation would reveal the engine's cards.
        let opinion = if self.board.is_hidden() {
            String::new()
        } else {
            opinion(&result)
        };
        if let (Some(gift), Some(cards)) = (self.board.requested_gift(), best.strip_prefix("x:")) {
            self.write_gift(gift, cards, out)?;
            return self.board.play(best, false).map_err(io::Error::other);
        }
        let plays = match (best, self.board.is_hidden()) {
            ("p", true) => "passes".into(),
            _ => format!("plays {best}{opinion}"),
        };
        match self.people.len() {
            2 => writeln!(out, "Kaeshi {plays}.")?,
            _ => writeln!(out, "Player {} {plays}.", self.board.turn())?,
        }
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
            Command::Moves => writeln!(out, "{}", self.board.legal().join(" ")),
            Command::Board => self.show(out),
            Command::Fen => match self.board.write() {
                Some(position) => writeln!(out, "{position}"),
                None => writeln!(
                    out,
                    "The cards are hidden: play with --open to see positions."
                ),
            },
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
                let kind = if self.board.has_cards() {
                    "cards"
                } else {
                    "square"
                };
                let why = if self.board.is_unknown(name) {
                    format!("Unknown command or {kind} '{}'", name.escape_debug())
                } else {
                    why.to_string()
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
        // A game that is not over does not count.
        let places = self.places();
        if let (Some(series), Some(places)) = (&mut self.series, places) {
            series.add(places);
        }
        self.resigned = None;
        let places = self.series.as_ref().and_then(Series::last_places);
        let paid = self.board.begin_again(places).map_err(io::Error::other)?;
        self.write_deal(out)?;
        for (gift, cards) in paid {
            self.write_gift(gift, &cards.to_string(), out)?;
        }
        self.show(out)
    }

    /// Prints a gift. The cards are shown only to the giver, to the receiver, and if all cards are shown.
    fn write_gift(&self, gift: Gift, cards: &str, out: &mut dyn Write) -> io::Result<()> {
        let viewers = self.people.iter().filter(|person| **person).count();
        let is_viewer = |player: u8| viewers == 1 && self.people[usize::from(player)];
        let is_shown = !self.board.is_hidden()
            || viewers == 0
            || is_viewer(gift.giver)
            || is_viewer(gift.receiver);
        let what = match (is_shown, gift.count) {
            (true, _) => cards.to_owned(),
            (false, 1) => "1 card".into(),
            (false, count) => format!("{count} cards"),
        };
        let receiver = if is_viewer(gift.receiver) {
            "you".into()
        } else {
            format!("player {}", gift.receiver)
        };
        let [you, other] = ["give", "gives"].map(|gives| format!("{gives} {what} to {receiver}"));
        writeln!(out, "{}", self.about(gift.giver.into(), &you, &other))
    }

    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over.");
        }
        out.flush()?;
        let result = self.board.advise(&self.limits).map_err(io::Error::other)?;
        let best = result.best.as_deref().unwrap_or_default();
        writeln!(out, "Hint: {best}{}.", opinion(&result))
    }

    fn resign(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over already.");
        }
        self.resigned = Some(self.board.turn());
        self.write_result(out)
    }

    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn result(&self) -> Option<Outcome> {
        let given_up = self.resigned.map(|player| match player {
            0 => Outcome::Won(Side::Second),
            _ => Outcome::Won(Side::First),
        });
        given_up.or_else(|| self.board.result())
    }

    /// Draws the board and, at the end of the game, prints the result.
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", self.board.draw(&self.people))?;
        self.write_result(out)
    }

    fn write_result(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.result() {
            None => return Ok(()),
            Some(_) if self.people.len() > 2 => self.write_places(out)?,
            Some(Outcome::Drawn) => writeln!(out, "The game is over. It is a draw.")?,
            Some(Outcome::Won(side)) => {
                let winner = self.about(side.index(), "win", "wins");
                writeln!(out, "The game is over. {winner}")?;
            }
        }
        match (&self.series, self.places()) {
            (Some(series), Some(places)) => {
                let name = |player| self.name(player);
                writeln!(out, "{}", series.report(&places, name))
            }
            _ => Ok(()),
        }
    }

    /// The players from first to last, in a game of cards that is over.
    fn places(&self) -> Option<Vec<usize>> {
        match self.resigned {
            Some(player) => self.board.places_without(player),
            None => self.board.places(),
        }
    }

    /// The name of a player in lists.
    fn name(&self, player: usize) -> String {
        let people = self.people.iter().filter(|person| **person).count();
        match self.people.get(player) {
            Some(true) if people == 1 => "you".into(),
            _ => format!("player {player}"),
        }
    }

    /// Prints the result of a game for more than two players.
    fn write_places(&self, out: &mut dyn Write) -> io::Result<()> {
        let places = self.places().unwrap_or_default();
        let places: Vec<String> = places.iter().map(|&player| self.name(player)).collect();
        let given_up = self.resigned.map_or_else(String::new, |player| {
            format!(" {}", self.about(player, "give up", "gives up"))
        });
        let places = places.join(", ");
        writeln!(out, "The game is over.{given_up} First to last: {places}.")
    }

    /// A sentence about a player: `you` follows "You", `other` any other name.
    fn about(&self, player: usize, you: &str, other: &str) -> String {
        let alone = self.people.iter().filter(|person| **person).count() == 1;
        match (self.people.get(player), alone, self.people.len()) {
            (Some(true), true, _) => format!("You {you}."),
            (_, true, 2) => format!("Kaeshi {other}."),
            _ if self.board.has_cards() => format!("Player {player} {other}."),
            _ if player == 0 => format!("The first player {other}."),
            _ => format!("The second player {other}."),
        }
    }
}

/// The engine's evaluation of the position after its move, in brackets.
fn opinion(result: &SearchResult) -> String {
    let Some(info) = &result.info else {
        return String::new();
    };
    match &info.proven {
        Some(proven) => format!(" ({proven})"),
        None => format!(
            " ({:+.2} at depth {})",
            f64::from(info.hundredths) / 100.0,
            info.depth
        ),
    }
}

fn say(out: &mut dyn Write, what: std::fmt::Arguments<'_>) -> io::Result<ControlFlow<()>> {
    writeln!(out, "{what}")?;
    Ok(ControlFlow::Continue(()))
}
