//! The text of two-player Daifugo: variants, positions, moves and drawings.

use std::fmt::Write;

use super::cards::Cards;
use super::party::MultiGame;
use super::play::{self, Move};
use super::position::Daifugo;
use super::read;
use super::rules::Rules;
use crate::game::{InputError, Notation, Outcome, SetupError, Side};

/// The game named by the words after `daifugo`.
pub enum Variant {
    /// Two open hands, and no rules but groups and eights.
    Two(Daifugo),
    /// Everything else.
    Party(MultiGame),
}

impl Variant {
    /// The variant named by `[rules [flags]] [players]`: the rules `group` if none are named, two players if no number
    /// is.
    ///
    /// # Errors
    /// When the rules are unknown, or the number of players is not 2 to 5.
    pub fn named(words: &str) -> Result<Self, InputError> {
        let mut rest: Vec<&str> = words.split_whitespace().collect();
        let number = rest
            .last()
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(&number) = number.filter(|_| rest.len() > 1) else {
            let start = Daifugo::variant(words)?;
            return Ok(if start.rules().is_simple() {
                Self::Two(start)
            } else {
                Self::Party(MultiGame::first(start.rules(), 2))
            });
        };
        let players = number
            .parse()
            .ok()
            .filter(|players| (2..=5).contains(players));
        let players = players.ok_or_else(|| read::refuse("2 to 5 can play", "players", number))?;
        rest.pop();
        let rules = Daifugo::variant(&rest.join(" "))?.rules();
        Ok(Self::Party(MultiGame::first(rules, players)))
    }
}

impl Daifugo {
    /// The starting position of the variant named by the words after `daifugo`: none (the same as `group`), `plain`,
    /// `group`, or `custom` and its flags.
    ///
    /// # Errors
    /// When the rules are unknown.
    pub fn variant(words: &str) -> Result<Self, InputError> {
        let words = &mut words.split_whitespace().peekable();
        let name = words.next().unwrap_or("group");
        let refused = |(reason, token): (String, &str)| read::refuse(reason, "rules", token);
        let rules = Rules::named(name, words).map_err(refused)?;
        match words.next() {
            Some(word) => Err(InputError::new(format_args!(
                "unexpected '{}': write the rules and then the number of players, as in daifugo custom seq3 3",
                read::shorten(word)
            ))),
            None => Ok(Self::first(rules)),
        }
    }
}

impl Notation for Daifugo {
    fn start(&self) -> Self {
        Self::first(self.rules)
    }

    /// Positions name their rules, so any rule set is accepted, if the position is one of this game.
    fn read(&self, text: &str) -> Result<Self, SetupError> {
        match read::beyond(text) {
            Some(variant) => Err(SetupError::Variant(variant)),
            None => Ok(read::position(text)?),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, InputError> {
        let played = play::read(text).map_err(InputError::new)?;
        self.legal(played)
    }

    fn write_move(&self, mv: &Move) -> String {
        mv.to_string()
    }

    fn write(&self) -> String {
        let [first, second] = self.hands;
        let turn = self.side.index();
        let mut text = format!("daifugo {} {first}/{second} {turn}", self.rules);
        let table = match self.table {
            Some(play) => format!(" {play} {}", (!self.side).index()),
            None => " - -".into(),
        };
        text += &table;
        text += " 00 -";
        let gone = self.played();
        if gone != self.table.map_or(Cards::EMPTY, play::Play::cards) {
            let _ = write!(text, " gone {gone}");
        }
        if let Some(winner) = self.winner() {
            let _ = write!(text, " finished {}", winner.index());
        }
        text
    }

    fn draw(&self) -> String {
        let mut text = format!("Daifugo, rules {}\n", self.rules);
        for side in [Side::First, Side::Second] {
            let hand = self.hand(side);
            let turn = if side == self.side { '>' } else { ' ' };
            let _ = write!(text, "{turn} player {}:", side.index());
            for rank in hand.ranks().iter() {
                let _ = write!(text, " {}", hand & rank.cards());
            }
            let _ = writeln!(text, " ({})", hand.len());
        }
        let (mover, other) = (self.side.index(), (!self.side).index());
        let _ = match (self.winner(), self.table) {
            (Some(winner), _) => write!(text, "player {} has won", winner.index()),
            (_, None) => write!(text, "table: empty, player {mover} leads"),
            (_, Some(play)) => write!(
                text,
                "table: {play} ({}) by player {other}, player {mover} answers or passes (p)",
                play.cards()
            ),
        };
        text
    }

    fn result(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Won)
    }
}
