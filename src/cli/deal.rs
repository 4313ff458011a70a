//! The deals of a game of cards.

use kaeshi::game::InputError;
use kaeshi::games::daifugo::{MultiGame, Rules, Variant};

/// The rules and the seed by which cards are dealt.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deal {
    rules: Rules,
    players: u8,
    /// The seed of the first deal.
    seed: u64,
}

impl Deal {
    /// The deals of the game called `name`, starting with `seed`.
    ///
    /// # Errors
    /// If there is no such variant of Daifugo.
    pub(crate) fn new(name: &str, seed: u64) -> Result<Self, InputError> {
        let words = name.replace(',', " ").to_ascii_lowercase();
        let words = words.trim_start().strip_prefix("daifugo");
        let (rules, players) = match Variant::named(words.unwrap_or_default())? {
            Variant::Two(start) => (start.rules(), 2),
            Variant::Party(start) => (start.rules(), start.players()),
        };
        Ok(Self {
            rules,
            players,
            seed,
        })
    }

    /// Number of players.
    pub(crate) const fn players(&self) -> u8 {
        self.players
    }

    /// The rules.
    pub(crate) const fn rules(&self) -> Rules {
        self.rules
    }

    /// The seed of deal number `number`, from 0.
    pub(crate) const fn seed(&self, number: u64) -> u64 {
        self.seed.wrapping_add(number)
    }

    /// The cards of deal number `number`, from 0.
    pub(crate) fn number(&self, number: u64) -> MultiGame {
        MultiGame::deal(self.rules, self.seed(number), self.players)
    }
}
