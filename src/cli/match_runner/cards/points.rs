//! The points of a match of cards.

use std::fmt;

use serde::Serialize;

use super::entry::Entry;
use super::seating::games_per_deal;
use crate::cli::match_runner::player::End;
use crate::cli::match_runner::results::Faults;
use crate::cli::match_runner::time_usage::TimeTotals;

/// The results from the view of the program named first.
#[derive(Debug, Clone)]
pub(super) struct Points {
    /// Number of players.
    players: usize,
    /// Number of games, with those of an incomplete deal.
    games: usize,
    /// Mean points of each program in each complete deal.
    deals: Vec<[f64; 2]>,
    /// Total points of the games of an incomplete deal.
    deal: [f64; 2],
    /// How often each program came in at each place, first to last, with incomplete deals.
    pub(super) places: [Vec<u32>; 2],
    /// Games lost by forfeit: by the first program, by the second.
    pub(super) faults: [Faults; 2],
    /// Time usage of the first program, and of the second, for each seat in each game.
    pub(super) accounts: [TimeTotals; 2],
    /// Whether games have clocks; without them the final times are ignored.
    has_clocks: bool,
}

/// The mean points of all complete deals.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Means {
    /// Points of a game of the first program and of the second, each the mean of its seats: 1 to the number of players.
    pub(super) points: [f64; 2],
    /// Points of the first program minus those of the second.
    pub(super) difference: f64,
    /// The standard error of the difference over deals, in points; `None` for fewer than two deals.
    pub(super) error: Option<f64>,
}

impl Points {
    pub(super) fn new(players: usize, has_clocks: bool) -> Self {
        Self {
            players,
            games: 0,
            deals: Vec::new(),
            deal: [0.0; 2],
            places: [vec![0; players], vec![0; players]],
            faults: [Faults::default(); 2],
            accounts: [TimeTotals::default(); 2],
            has_clocks,
        }
    }

    /// Adds a game of the current deal.
    pub(super) fn add(&mut self, game: &Entry) {
        let points = points(game);
        for (program, points) in points.into_iter().enumerate() {
            self.deal[program] += points;
        }
        for (place, player) in game.places.iter().enumerate() {
            self.places[game.program(*player)][place] += 1;
        }
        if let Some(loser) = game.loser {
            let fault = &mut self.faults[game.program(loser)];
            match game.end {
                End::Over | End::Proven => {}
                End::Time => fault.time += 1,
                End::Illegal(_) => fault.illegal += 1,
                End::Forfeit(_) => fault.other += 1,
            }
        }
        for ((player, used), left) in (0..).zip(&game.time_used).zip(&game.left) {
            let left = self.has_clocks.then_some(*left);
            self.accounts[game.program(player)].add(used, left);
        }
        self.games += 1;
        let per_deal = games_per_deal(self.players);
        if self.games.is_multiple_of(per_deal) {
            let games = as_float(per_deal);
            self.deals.push(self.deal.map(|total| total / games));
            self.deal = [0.0; 2];
        }
    }

    /// Number of games, with those of an incomplete deal.
    pub(super) fn games(&self) -> usize {
        self.games
    }

    /// Number of complete deals.
    pub(super) fn deals(&self) -> usize {
        self.deals.len()
    }

    /// The difference of mean points in the last complete deal.
    pub(super) fn last_difference(&self) -> Option<f64> {
        let [first, second] = self.deals.last()?;
        Some(first - second)
    }

    /// The means over complete deals: the games of a deal are not independent, but deals are. `None` without a deal.
    pub(super) fn means(&self) -> Option<Means> {
        let count = as_float(self.deals.len());
        if self.deals.is_empty() {
            return None;
        }
        let mean =
            |program: usize| self.deals.iter().map(|deal| deal[program]).sum::<f64>() / count;
        let points = [mean(0), mean(1)];
        let difference = points[0] - points[1];
        let squares = self
            .deals
            .iter()
            .map(|[first, second]| (first - second - difference).powi(2));
        let squares: f64 = squares.sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        Some(Means {
            points,
            difference,
            error: (self.deals.len() > 1).then_some(error),
        })
    }
}

/// Points of a game of the first program and of the second, each the mean of its seats. The last player gets 1 point,
/// each place before it 1 more.
fn points(game: &Entry) -> [f64; 2] {
    let (mut totals, mut seats) = ([0.0; 2], [0.0_f64; 2]);
    for (behind, player) in game.places.iter().rev().enumerate() {
        let program = game.program(*player);
        totals[program] += as_float(behind + 1);
        seats[program] += 1.0;
    }
    [0, 1].map(|program: usize| totals[program] / seats[program].max(1.0))
}

#[expect(clippy::cast_precision_loss, reason = "a number of games")]
fn as_float(count: usize) -> f64 {
    count as f64
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(means) = self.means() else {
            return f.write_str("no complete deal");
        };
        let [first, second] = means.points;
        write!(
            f,
            "points {first:.3} and {second:.3}, difference {:+.3}",
            means.difference
        )?;
        if let Some(error) = means.error {
            write!(f, " +- {error:.3}")?;
        }
        let [first, second] = self.faults.map(Faults::sum);
        if first + second > 0 {
            write!(f, "; forfeits: first {first}, second {second}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Finished;
    use super::*;
    use crate::cli::match_runner::time_usage::TimeUsage;

    fn game(number: usize, places: &[u8]) -> Entry {
        let finished = Finished {
            moves: Vec::new(),
            places: places.to_vec(),
            end: End::Over,
            loser: None,
            left: vec![0.0; places.len()],
            times: Vec::new(),
            time_used: vec![TimeUsage::default(); places.len()],
        };
        Entry::of(number, String::new(), finished)
    }

    /// Three players; by hand from the seatings 0/12, 12/0, 1/02, 02/1, 2/01, 01/2 (first program / second).
    #[test]
    fn points_are_means_of_seats_and_deals() {
        let mut results = Points::new(3, false);
        // The first program: 3, 1.5, 3, 1.5, 3, 1.5; the second: 1.5, 3, 1.5, 3, 1.5, 3.
        let lone_wins = [
            [0, 1, 2],
            [0, 1, 2],
            [1, 0, 2],
            [1, 0, 2],
            [2, 0, 1],
            [2, 0, 1],
        ];
        for (number, places) in lone_wins.iter().enumerate() {
            results.add(&game(number, places));
        }
        let means = results.means().expect("a deal");
        assert_eq!(
            means,
            Means {
                points: [2.25; 2],
                difference: 0.0,
                error: None
            }
        );
        // The first program: 3, 2.5, 3, 2.5, 3, 2.5; the second: 1.5, 1, 1.5, 1, 1.5, 1.
        let first_wins = [
            [0, 1, 2],
            [1, 2, 0],
            [1, 0, 2],
            [0, 2, 1],
            [2, 0, 1],
            [0, 1, 2],
        ];
        for (number, places) in (6..).zip(&first_wins) {
            results.add(&game(number, places));
        }
        let means = results.means().expect("deals");
        assert_eq!(
            means.points.map(f64::to_bits),
            [2.5_f64, 1.75].map(f64::to_bits)
        );
        // Of the differences 0 and 1.5 the deviation is 1.5 / sqrt(2), and that of their mean 0.75.
        assert!((means.difference - 0.75).abs() < 1e-12);
        assert!((means.error.expect("two deals") - 0.75).abs() < 1e-12);
        // A deal that is not complete changes nothing.
        results.add(&game(12, &[1, 2, 0]));
        assert_eq!(results.means(), Some(means));
        assert_eq!((results.games(), results.deals()), (13, 2));
        // The first program: 3 3 3 in the first deal, 6 3 0 in the second, and 0 0 1 in the game after them.
        assert_eq!(results.places, [vec![9, 6, 4], vec![4, 7, 9]]);
    }
}
