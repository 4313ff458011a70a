//! Daifugo: bit operations, rules, text, and the solver against a closed form and brute force.

mod bits;
mod duel;
mod guess;
#[path = "../common/minimax.rs"]
mod minimax;
mod party;
mod replay;
mod seen;
#[path = "../common/skip.rs"]
mod skip;
mod solve;
mod text;

use std::ops::ControlFlow;

use kaeshi::game::splitmix64;
use kaeshi::games::daifugo::{Card, Cards};
use kaeshi::search::{PvReport, SearchLimits, Searchable, SharedState, TranspositionTable, Worker};

/// A deterministic random number generator with a seed.
pub(crate) struct Rng(u64);

impl Rng {
    /// A number from 0 to `limit` - 1.
    pub(crate) fn roll(&mut self, limit: usize) -> usize {
        usize::try_from(self.word() % limit as u64).expect("below a usize")
    }

    /// 64 random bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 += 1;
        splitmix64(self.0)
    }
}

/// Letters that occur in texts of Daifugo, and some that do not.
const LETTERS: &[char] = &[
    ' ', '/', '-', '?', '0', '1', '2', '3', '8', 'D', 'C', 'j', 'o', 'J', 'O', 'p', ',', 'k', 'x',
    '(', ')', ':', 'r', 'l', 'b', 'é', '大', '\u{0}', '\t', '\u{202e}',
];

/// `text` with one to three letters replaced, inserted or removed.
pub(crate) fn garbled(text: &str, rng: &mut Rng) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=rng.roll(3) {
        let at = rng.roll(text.len());
        let letter = LETTERS[rng.roll(LETTERS.len())];
        match rng.roll(3) {
            0 => text[at] = letter,
            1 => text.insert(at, letter),
            _ => drop(text.remove(at)),
        }
    }
    text.into_iter().collect()
}

/// Up to six random letters.
pub(crate) fn garbage(rng: &mut Rng) -> String {
    let letters = 0..rng.roll(7);
    letters.map(|_| LETTERS[rng.roll(LETTERS.len())]).collect()
}

/// The last report of a search to the end with `table`, and the number of nodes.
pub(crate) fn search<G: Searchable>(game: G, table: &TranspositionTable) -> (PvReport, u64) {
    let signals = SharedState::default();
    table.new_search();
    let mut last = None;
    let mut search = Worker::new(game, table, &signals, SearchLimits::default());
    search.iterative_deepening(1, |report| {
        last = Some(report.clone());
        ControlFlow::Continue(())
    });
    (last.expect("a report"), search.nodes)
}

/// The 52 cards.
pub(crate) fn deck() -> Vec<Cards> {
    Cards::DECK.iter().map(Card::alone).collect()
}

/// `cards` random cards from `deck`, or all if it has fewer.
pub(crate) fn draw(deck: &mut Vec<Cards>, cards: usize, rng: &mut Rng) -> Cards {
    (0..cards.min(deck.len())).fold(Cards::EMPTY, |hand, _| {
        hand | deck.swap_remove(rng.roll(deck.len()))
    })
}
