//! Who plays whom in a tournament, and in which order.

use std::fmt;

use clap::ValueEnum;

/// Which programs play each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Format {
    /// Each program plays every other one.
    #[default]
    RoundRobin,
    /// The first program plays every other one.
    Gauntlet,
    /// Each program plays the next one on the list, for programs in the order of their strength.
    Ladder,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round robin",
            Self::Gauntlet => "gauntlet",
            Self::Ladder => "ladder",
        })
    }
}

/// The games of a tournament. A match of two programs is a tournament, too.
#[derive(Debug, Clone)]
pub(super) struct Schedule {
    /// Pairs of programs, by their indices.
    pairings: Vec<[usize; 2]>,
    /// Number of games of each pairing.
    games_each: usize,
}

/// One game of the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fixture {
    /// The number of the game, from 0.
    pub(super) number: usize,
    /// The index of the pairing.
    pub(super) pairing: usize,
    /// The indices of its programs.
    pub(super) engines: [usize; 2],
    pub(super) first_moves_first: bool,
    /// The number of the opening, from 0.
    pub(super) opening: usize,
}

impl Schedule {
    pub(super) fn new(format: Format, engines: usize, games_each: usize) -> Self {
        let all = (0..engines).flat_map(|one| (one + 1..engines).map(move |other| [one, other]));
        let plays = |[one, other]: &[usize; 2]| match format {
            Format::RoundRobin => true,
            Format::Gauntlet => *one == 0,
            Format::Ladder => one + 1 == *other,
        };
        Self {
            pairings: all.filter(plays).collect(),
            games_each,
        }
    }

    pub(super) fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Number of all games.
    pub(super) fn games(&self) -> usize {
        self.games_each.saturating_mul(self.pairings.len())
    }

    /// The game `number`, from 0; `None` after the last one. A pairing plays two games with the same opening, one after
    /// the other. All pairings play an opening before the next one begins.
    pub(super) fn fixture(&self, number: usize) -> Option<Fixture> {
        let pairings = self.pairings.len();
        let (pair, is_second) = (number / 2, number % 2);
        let (opening, pairing) = (pair / pairings, pair % pairings);
        // With an odd number of games, the last round has one game for each pairing.
        if 2 * opening + 1 == self.games_each {
            let pairing = number - 2 * opening * pairings;
            return (pairing < pairings).then(|| self.of(number, pairing, opening, true));
        }
        (2 * opening < self.games_each).then(|| self.of(number, pairing, opening, is_second == 0))
    }

    fn of(
        &self,
        number: usize,
        pairing: usize,
        opening: usize,
        first_moves_first: bool,
    ) -> Fixture {
        Fixture {
            number,
            pairing,
            engines: self.pairings[pairing],
            first_moves_first,
            opening,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn fixtures(schedule: &Schedule) -> Vec<Fixture> {
        (0..).map_while(|number| schedule.fixture(number)).collect()
    }

    #[test]
    fn a_match_of_two_exchanges_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 3);
        let games = fixtures(&schedule);
        let plan: Vec<_> = games
            .iter()
            .map(|game| (game.opening, game.first_moves_first))
            .collect();
        assert_eq!(plan, [(0, true), (0, false), (1, true)]);
        assert!(games.iter().all(|game| game.engines == [0, 1]));
    }

    #[test]
    fn every_pairing_has_its_games_from_every_opening() {
        for (format, pairings) in [
            (Format::RoundRobin, 10),
            (Format::Gauntlet, 4),
            (Format::Ladder, 4),
        ] {
            for games_each in [1, 2, 5, 6] {
                let schedule = Schedule::new(format, 5, games_each);
                let games = fixtures(&schedule);
                assert_eq!(schedule.pairings().len(), pairings, "{format}");
                assert_eq!(games.len(), schedule.games(), "{format} {games_each}");
                let mut played: BTreeMap<_, Vec<_>> = BTreeMap::new();
                for game in &games {
                    let openings = played.entry(game.engines).or_default();
                    openings.push((game.opening, game.first_moves_first));
                }
                for openings in played.values() {
                    let expected = (0..games_each).map(|game| (game / 2, game % 2 == 0));
                    assert_eq!(*openings, expected.collect::<Vec<_>>(), "{format}");
                }
            }
        }
    }
}
