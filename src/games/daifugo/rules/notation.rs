//! The text of Daifugo with two open hands: variants, positions, moves and drawings.

use std::fmt::Write;

use super::super::cards::Cards;
use super::moves::{self, Move};
use super::position::Daifugo;
use super::rule_set::Rules;
use super::{fields, read};
use crate::core::shorten;
use crate::game::{InputError, Notation, Outcome, SetupError, Side};

impl Daifugo {
    /// The starting position of the variant named by the words after `daifugo`: none (the same as `group`), `plain`,
    /// `group`, or `custom` and its flags.
    ///
    /// # Errors
    /// When the rules are unknown.
    pub fn variant(words: &str) -> Result<Self, InputError> {
        let words = &mut words.split_whitespace().peekable();
        let name = words.next().unwrap_or("group");
        let refused = |(reason, token): (String, &str)| fields::refuse(reason, "rules", token);
        let rules = Rules::named(name, words).map_err(refused)?;
        match words.next() {
            Some(word) => Err(InputError::new(format_args!(
                "unexpected '{}': write the rules and then the number of players, as in daifugo custom seq3 3",
                shorten(word)
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
        let played = moves::read(text).map_err(InputError::new)?;
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
        if gone != self.table.map_or(Cards::EMPTY, |group| group.cards()) {
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
