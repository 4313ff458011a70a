//! One or more games between people and Kaeshi: who plays, how a game ended, and sentences about that.

use kaeshi::engine::{GoLimits, ScoreSource, SearchResult};
use kaeshi::game::{InputError, Outcome, SetupError, Side};
use kaeshi::games::daifugo::Gift;

use super::board::{Board, is_pass};
use super::series::Series;

/// The current game, its players, and the points of the games before.
pub(super) struct Session {
    pub(super) board: Board,
    /// Whether a person makes the moves of a player, by the player's number.
    pub(super) people: Vec<bool>,
    /// Limits for each move of the engine and each hint.
    pub(super) limits: GoLimits,
    /// The player who gave up, or whose time is over.
    pub(super) forfeit: Option<Forfeit>,
    /// The points of a series of games of cards.
    pub(super) series: Option<Series>,
}

/// A game lost otherwise than by the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Forfeit {
    /// The number of the player who lost.
    pub(super) player: usize,
    /// Whether the player's time is over; otherwise the player gave up.
    pub(super) by_time: bool,
}

impl Session {
    /// Whether a person has to move now.
    pub(super) fn is_turn_of_person(&self) -> bool {
        !self.is_over() && self.people.get(self.board.turn()).copied() == Some(true)
    }

    /// Sentences about the deal and the people's players.
    pub(super) fn introduction(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.deal().into_iter().collect();
        let people = self.people.iter().enumerate();
        let people: Vec<_> = people
            .filter(|(_, person)| **person)
            .map(|(player, _)| player.to_string())
            .collect();
        lines.push(match people.as_slice() {
            [] => return lines,
            all if all.len() == self.people.len() => "You make everybody's moves.".into(),
            [player] if self.board.has_cards() => format!("You are player {player}."),
            [_] if self.people[0] => "You are X, the first player.".into(),
            [_] => "You are O, the second player.".into(),
            several => format!("You make the moves of players {}.", several.join(" and ")),
        });
        lines
    }

    /// A move of the game with ` such as ` before it; empty if there is none but a pass. It tells nothing of hidden cards.
    pub(super) fn example(&self) -> String {
        if self.board.has_cards() {
            return " such as d-3 (the three of diamonds)".into();
        }
        let moves = self.board.legal();
        let example = moves.iter().find(|name| !is_pass(name));
        example.map_or_else(String::new, |name| format!(" such as {name}"))
    }

    /// The seed with which the same cards can be dealt again.
    pub(super) fn deal(&self) -> Option<String> {
        let seed = self.board.seed()?;
        Some(format!("The cards are those of '--seed {seed}'."))
    }

    /// Plays the pass of `player`, who has no other move; a sentence about it.
    pub(super) fn pass(&mut self, pass: &str) -> Result<String, InputError> {
        // The reason for the pass of another player would reveal their cards.
        let passes = if self.board.is_hidden() {
            "passes"
        } else {
            "has no move but to pass"
        };
        let sentence = self.about(self.board.turn(), "have no move but to pass", passes);
        self.board.play(pass, false)?;
        Ok(sentence)
    }

    /// Plays the move that the engine has chosen; a sentence about it.
    pub(super) fn answer(&mut self, result: &SearchResult) -> Result<String, InputError> {
        let best = result.best.as_deref().unwrap_or_default();
        // The evaluation would reveal the engine's cards.
        let opinion = if self.board.is_hidden() {
            String::new()
        } else {
            opinion(result)
        };
        if let (Some(gift), Some(cards)) = (self.board.requested_gift(), best.strip_prefix("x:")) {
            let sentence = self.gift(gift, cards);
            self.board.play(best, false)?;
            return Ok(sentence);
        }
        let plays = match (best, self.board.is_hidden()) {
            ("p", true) => "passes".into(),
            _ => format!("plays {best}{opinion}"),
        };
        let sentence = match self.people.len() {
            2 => format!("Kaeshi {plays}."),
            _ => format!("Player {} {plays}.", self.board.turn()),
        };
        self.board.play(best, false)?;
        Ok(sentence)
    }

    /// Plays the move of a person.
    ///
    /// # Errors
    /// If it is not legal; the reason is half a sentence.
    pub(super) fn play(&mut self, name: &str) -> Result<(), String> {
        self.board.play(name, true).map_err(|why| {
            let kind = if self.board.has_cards() {
                "cards"
            } else {
                "square"
            };
            if self.board.is_unknown(name) {
                format!("Unknown command or {kind} '{}'", name.escape_debug())
            } else {
                why.to_string()
            }
        })
    }

    /// Takes back a resignation, or the person's last move and all later ones; false if there is nothing to take back.
    pub(super) fn undo(&mut self) -> Result<bool, SetupError> {
        Ok(self.forfeit.take().is_some() || self.board.undo()?)
    }

    /// Begins the next game; sentences about its deal and the exchange of cards.
    pub(super) fn begin_again(&mut self) -> Result<Vec<String>, SetupError> {
        // A game that is not over does not count.
        let places = self.places();
        if let (Some(series), Some(places)) = (&mut self.series, places) {
            series.add(places);
        }
        self.forfeit = None;
        let places = self.series.as_ref().and_then(Series::last_places);
        let paid = self.board.begin_again(places)?;
        let mut lines: Vec<String> = self.deal().into_iter().collect();
        let gifts = paid.into_iter();
        lines.extend(gifts.map(|(gift, cards)| self.gift(gift, &cards.to_string())));
        Ok(lines)
    }

    /// A sentence about a gift. The cards are shown only to the giver, to the receiver, and if all cards are shown.
    pub(super) fn gift(&self, gift: Gift, cards: &str) -> String {
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
        self.about(gift.giver.into(), &you, &other)
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// How the game ended, if it is over.
    pub(super) fn result(&self) -> Option<Outcome> {
        let given_up = self.forfeit.map(|forfeit| match forfeit.player {
            0 => Outcome::Won(Side::Second),
            _ => Outcome::Won(Side::First),
        });
        given_up.or_else(|| self.board.result())
    }

    /// Sentences about the end of the game; none if it goes on.
    pub(super) fn ending(&self) -> Vec<String> {
        let mut lines = Vec::new();
        match self.result() {
            None => return lines,
            Some(_) if self.people.len() > 2 => lines.push(self.order()),
            Some(Outcome::Drawn) => lines.push("The game is over. It is a draw.".into()),
            Some(Outcome::Won(side)) => {
                let winner = match self.forfeit {
                    Some(Forfeit { by_time: true, .. }) => ("win on time", "wins on time"),
                    _ => ("win", "wins"),
                };
                let winner = self.about(side.index(), winner.0, winner.1);
                lines.push(format!("The game is over. {winner}"));
            }
        }
        if let (Some(series), Some(places)) = (&self.series, self.places()) {
            let report = series.report(&places, |player| self.name(player));
            lines.extend(report.lines().map(str::to_owned));
        }
        lines
    }

    /// The players from first to last, in a game of cards that is over.
    fn places(&self) -> Option<Vec<usize>> {
        match self.forfeit {
            Some(forfeit) => self.board.places_without(forfeit.player),
            None => self.board.places(),
        }
    }

    /// The name of a player in lists.
    pub(super) fn name(&self, player: usize) -> String {
        let people = self.people.iter().filter(|person| **person).count();
        match self.people.get(player) {
            Some(true) if people == 1 => "you".into(),
            _ => format!("player {player}"),
        }
    }

    /// A sentence about the result of a game for more than two players.
    fn order(&self) -> String {
        let places = self.places().unwrap_or_default();
        let places: Vec<String> = places.iter().map(|&player| self.name(player)).collect();
        let given_up = self.forfeit.map_or_else(String::new, |forfeit| {
            format!(" {}", self.about(forfeit.player, "give up", "gives up"))
        });
        let places = places.join(", ");
        format!("The game is over.{given_up} First to last: {places}.")
    }

    /// A sentence about a player: `you` follows "You", `other` any other name.
    pub(super) fn about(&self, player: usize, you: &str, other: &str) -> String {
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

/// The value of the engine's move in brackets, and where it comes from.
pub(super) fn opinion(result: &SearchResult) -> String {
    let Some(info) = &result.info else {
        return String::new();
    };
    let value = f64::from(info.hundredths) / 100.0;
    match (&info.proven, info.source.as_deref()) {
        (_, Some(ScoreSource::Book(_))) => format!(" (book, {value:+.0})"),
        (Some(proven), _) => format!(" ({proven})"),
        (None, _) => format!(" ({value:+.2} at depth {})", info.depth),
    }
}
