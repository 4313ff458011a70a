//! The results of all pairings, counted in the order of the schedule although games end in any order.

use std::collections::{BTreeMap, BTreeSet};

use super::rating::{Encounter, Ratings};
use super::record::Entry;
use super::results::{Faults, Results};
use super::schedule::Schedule;
use super::sprt::Sprt;

/// The count of a tournament.
#[derive(Debug)]
pub(super) struct Tally {
    schedule: Schedule,
    /// For each pairing, from the view of its first program.
    pub(super) pairings: Vec<Results>,
    /// Games that have ended, but wait for an earlier one, by their numbers from 0.
    waiting: BTreeMap<usize, Entry>,
    /// The numbers of all games that have ended, from 0.
    ended: BTreeSet<usize>,
    /// The number of the first game that is not counted yet.
    next: usize,
    /// Number of games in which the machine was away.
    pub(super) stalled: usize,
    /// Whether those games are left out.
    excludes_stalled: bool,
}

impl Tally {
    pub(super) fn new(
        schedule: Schedule,
        sprt: Option<Sprt>,
        has_clocks: bool,
        excludes_stalled: bool,
    ) -> Self {
        let results = |_: &_| Results::new(sprt, has_clocks);
        Self {
            pairings: schedule.pairings().iter().map(results).collect(),
            schedule,
            waiting: BTreeMap::new(),
            ended: BTreeSet::new(),
            next: 0,
            stalled: 0,
            excludes_stalled,
        }
    }

    pub(super) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Takes a game that has ended. It is counted by [`Tally::count_next`].
    pub(super) fn add(&mut self, entry: Entry) {
        let number = entry.number - 1;
        self.ended.insert(number);
        self.waiting.insert(number, entry);
    }

    /// Whether the game `number`, from 0, has ended.
    pub(super) fn has(&self, number: usize) -> bool {
        self.ended.contains(&number)
    }

    /// Number of games that have ended.
    pub(super) fn games(&self) -> usize {
        self.ended.len()
    }

    /// Counts the next game of the schedule, if it has ended. Returns it with the index of its pairing.
    pub(super) fn count_next(&mut self) -> Option<(usize, Entry)> {
        let entry = self.waiting.remove(&self.next)?;
        Some(self.count(entry))
    }

    /// Counts the next game that has ended, even if earlier ones have not.
    pub(super) fn count_any(&mut self) -> Option<(usize, Entry)> {
        let (_, entry) = self.waiting.pop_first()?;
        Some(self.count(entry))
    }

    fn count(&mut self, entry: Entry) -> (usize, Entry) {
        let number = entry.number - 1;
        self.next = number + 1;
        // A record may have more games than are asked for now.
        let pairing = self
            .schedule
            .fixture(number)
            .map_or(number / 2 % self.pairings.len(), |fixture| fixture.pairing);
        let results = &mut self.pairings[pairing];
        // A game whose other half is missing is no pair.
        if entry.first_moves_first {
            results.end_pair();
        }
        self.stalled += usize::from(entry.stalled.is_some());
        if entry.stalled.is_none() || !self.excludes_stalled {
            results.add(&entry);
        }
        if !entry.first_moves_first {
            results.end_pair();
        }
        (pairing, entry)
    }

    /// The games of each pairing, for ratings.
    fn encounters(&self) -> Vec<Encounter> {
        let both = self.schedule.pairings().iter().zip(&self.pairings);
        both.map(|(engines, results)| {
            let games: u32 = results.results().iter().sum();
            Encounter {
                engines: *engines,
                games: games.into(),
                points: results.score() * f64::from(games),
                pairs: results.pairs,
            }
        })
        .collect()
    }

    /// The ratings of `engines` programs.
    pub(super) fn ratings(&self, engines: usize, anchor: Option<(usize, f64)>) -> Ratings {
        Ratings::of(engines, &self.encounters(), anchor)
    }

    /// Points and number of games of `one` against `other`.
    pub(super) fn score(&self, one: usize, other: usize) -> (f64, u32) {
        let mut sum = (0.0, 0);
        for (engines, results) in self.schedule.pairings().iter().zip(&self.pairings) {
            let games: u32 = results.results().iter().sum();
            let points = results.score() * f64::from(games);
            if *engines == [one, other] {
                sum = (sum.0 + points, sum.1 + games);
            } else if *engines == [other, one] {
                sum = (sum.0 + f64::from(games) - points, sum.1 + games);
            }
        }
        sum
    }

    /// Games that `engine` has lost by forfeit.
    pub(super) fn faults(&self, engine: usize) -> Faults {
        let mut sum = Faults::default();
        for (engines, results) in self.schedule.pairings().iter().zip(&self.pairings) {
            for (own, faults) in engines.iter().zip(results.faults) {
                if *own == engine {
                    sum.add(faults);
                }
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::match_runner::schedule::Format;

    fn entry(number: usize, points: f64) -> Entry {
        let first = if number % 2 == 1 { "true" } else { "false" };
        let line = format!(
            "{{\"number\":{number},\"first_moves_first\":{first},\"points\":{points:?},\"margin\":null,\
             \"end\":\"over\",\"left\":[1.0,1.0],\"moves\":\"f5\"}}"
        );
        serde_json::from_str(&line).expect("an entry")
    }

    #[test]
    fn games_are_counted_in_their_order() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 8);
        let mut tally = Tally::new(schedule, None, false, false);
        for (number, points) in [(2, 1.0), (1, 1.0), (4, 0.0), (6, 1.0), (5, 0.5), (8, 1.0)] {
            tally.add(entry(number, points));
        }
        let counted: Vec<_> = std::iter::from_fn(|| tally.count_next()).collect();
        assert_eq!(counted.len(), 2);
        assert!(tally.has(3) && !tally.has(2));
        while tally.count_any().is_some() {}
        // Games 1 and 2, and 5 and 6, are pairs; 4 and 8 stand alone.
        assert_eq!(tally.pairings[0].pairs, [0, 0, 0, 1, 1]);
        assert_eq!(tally.pairings[0].results(), [4, 1, 1]);
        assert_eq!(tally.score(1, 0), (1.5, 6));
    }

    #[test]
    fn games_in_which_the_machine_was_away_can_be_left_out() {
        for (excludes, pairs) in [(false, [0, 0, 0, 0, 2]), (true, [0, 0, 0, 0, 1])] {
            let schedule = Schedule::new(Format::RoundRobin, 2, 4);
            let mut tally = Tally::new(schedule, None, false, excludes);
            for number in 1..=4 {
                let stalled = (number == 1).then_some(0.5);
                tally.add(Entry {
                    stalled,
                    ..entry(number, 1.0)
                });
                tally.count_next();
            }
            assert_eq!((tally.pairings[0].pairs, tally.stalled), (pairs, 1));
        }
    }
}
