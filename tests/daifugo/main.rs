//! Daifugo: bit operations, rules, text, and the solver against a closed form and the obvious way.

mod bits;
mod duel;
mod guess;
#[path = "../common/minimax.rs"]
mod minimax;
mod party;
mod replay;
mod solve;
mod text;

use kaeshi::game::mix;
use kaeshi::games::daifugo::{Card, Cards};

/// Random numbers from a seed, the same every time.
pub(crate) struct Dice(u64);

impl Dice {
    /// A number below `limit`.
    pub(crate) fn roll(&mut self, limit: usize) -> usize {
        usize::try_from(self.word() % limit as u64).expect("below a usize")
    }

    /// Sixty-four random bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 += 1;
        mix(self.0)
    }
}

/// The 52 cards.
pub(crate) fn deck() -> Vec<Cards> {
    Cards::DECK.iter().map(Card::alone).collect()
}

/// `cards` random cards out of `deck`, or what there is.
pub(crate) fn draw(deck: &mut Vec<Cards>, cards: usize, dice: &mut Dice) -> Cards {
    (0..cards.min(deck.len())).fold(Cards::EMPTY, |hand, _| {
        hand | deck.swap_remove(dice.roll(deck.len()))
    })
}
