//! Random games that reproduce Python's random numbers exactly.

use rand_mt::Mt;

use super::board::Move;
use super::mailbox::MarubatsuBoard;
use super::state::{Marubatsu, MarubatsuOn};
use crate::game::{Outcome, Side};

/// Python's `random` after `random.seed(n)`: MT19937, and the choice of bits with rejection by `random.choice`.
pub struct Chance(Mt);

impl Chance {
    /// The generator after `random.seed(seed)`.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self(Mt::new_with_key([seed]))
    }

    /// `random.getrandbits(bits)` for 1 to 32 bits.
    #[inline]
    fn bits(&mut self, bits: u32) -> u32 {
        self.0.next_u32() >> (32 - bits)
    }

    /// A uniform random number below `limit`, which is at least 1.
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        let bits = u32::BITS - limit.leading_zeros();
        loop {
            let drawn = self.bits(bits);
            if drawn < limit {
                return drawn;
            }
        }
    }

    /// `random.choice`.
    #[inline]
    pub(super) fn choose(&mut self, moves: &[Move]) -> Move {
        let count = u32::try_from(moves.len()).expect("at most nine");
        moves[self.below(count) as usize]
    }
}

/// Games won, lost and drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games that the player in question won.
    pub wins: u32,
    /// Games that this player lost.
    pub losses: u32,
    /// Drawn games.
    pub draws: u32,
}

impl Tally {
    pub(super) fn add(&mut self, player: Side, outcome: Outcome) {
        match outcome {
            Outcome::Drawn => self.draws += 1,
            Outcome::Won(winner) if winner == player => self.wins += 1,
            Outcome::Won(_) => self.losses += 1,
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }
}

/// `ai_match`: two random players play two games in each of `rounds` rounds, with sides exchanged. All games begin at
/// `start`. Returns the results of the first player with circles and with crosses.
#[must_use]
pub fn random_match<B: MarubatsuBoard>(
    start: &MarubatsuOn<B>,
    rounds: u32,
    seed: u32,
) -> [Tally; 2] {
    let mut chance = Chance::new(seed);
    let mut tallies = [Tally::default(); 2];
    for _ in 0..rounds {
        for (tally, player) in tallies.iter_mut().zip([Side::First, Side::Second]) {
            tally.add(player, random_game(start.clone(), &mut chance));
        }
    }
    tallies
}

/// A random game from `game` on.
pub fn random_game<B: MarubatsuBoard>(mut game: MarubatsuOn<B>, chance: &mut Chance) -> Outcome {
    loop {
        if let Some(outcome) = game.ended() {
            return outcome;
        }
        let mv = chance.choose(game.board().moves().as_slice());
        game.play(mv);
    }
}

/// The mean result of random play: the probabilities that circles win, that crosses win, and of a draw.
#[must_use]
pub fn expectation() -> [f64; 3] {
    expect(&mut Marubatsu::default())
}

fn expect(game: &mut Marubatsu) -> [f64; 3] {
    match game.ended() {
        Some(Outcome::Won(Side::First)) => return [1.0, 0.0, 0.0],
        Some(Outcome::Won(Side::Second)) => return [0.0, 1.0, 0.0],
        Some(Outcome::Drawn) => return [0.0, 0.0, 1.0],
        None => {}
    }
    let moves = game.board().moves();
    let share = 1.0 / f64::from(game.board().free().count_ones());
    let mut chances = [0.0; 3];
    for &mv in moves.as_slice() {
        game.play(mv);
        for (sum, chance) in chances.iter_mut().zip(expect(game)) {
            *sum += share * chance;
        }
        game.take_back();
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_for_the_player_in_question() {
        let mut tally = Tally::default();
        let [won, lost] = [Side::First, Side::Second].map(Outcome::Won);
        for outcome in [
            won,
            won,
            won,
            won,
            lost,
            lost,
            lost,
            Outcome::Drawn,
            Outcome::Drawn,
        ] {
            tally.add(Side::First, outcome);
        }
        assert_eq!((tally.wins, tally.losses, tally.draws), (4, 3, 2));
        assert_eq!(tally.games(), 9);
        tally.add(Side::Second, lost);
        assert_eq!((tally.wins, tally.losses), (5, 3));
    }
}
