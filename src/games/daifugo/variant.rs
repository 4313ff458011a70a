//! The games that `daifugo` and the words after it name.

use super::party::MultiGame;
use super::rules::{Daifugo, fields::refuse};
use crate::game::InputError;

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
        let players = players.ok_or_else(|| refuse("2 to 5 can play", "players", number))?;
        rest.pop();
        let rules = Daifugo::variant(&rest.join(" "))?.rules();
        Ok(Self::Party(MultiGame::first(rules, players)))
    }
}
