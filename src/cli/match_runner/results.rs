//! The statistics of a match.

use std::fmt;

use super::elo::Elo;
use super::player::End;
use super::record::Entry;
use super::sprt::{Pairs, Sprt, SprtState};
use super::time_usage::TimeTotals;

/// The results from the view of the program named first.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct Results {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games lost by forfeit: by the first program, by the second.
    pub(in crate::cli) faults: [Faults; 2],
    /// Time usage of the first program, and of the second.
    pub(super) accounts: [TimeTotals; 2],
    /// Final differences of games that ended by the rules.
    margins: Vec<f64>,
    /// Number of pairs of games from the same opening, by their points.
    pub(in crate::cli) pairs: Pairs,
    /// Half points of a game whose pair is incomplete.
    half: Option<usize>,
    /// The sequential test, if there is one.
    sprt: Option<Sprt>,
    /// Whether games have clocks; without them the final times are ignored.
    pub(super) has_clocks: bool,
}

/// Number of games lost by forfeit.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cli) struct Faults {
    /// Losses on time.
    pub(super) time: u32,
    /// Illegal moves.
    pub(super) illegal: u32,
    /// Crashes and invalid answers.
    pub(super) other: u32,
}

impl Faults {
    /// Adds those of other games.
    pub(super) fn add(&mut self, other: Self) {
        self.time += other.time;
        self.illegal += other.illegal;
        self.other += other.other;
    }

    pub(in crate::cli) fn sum(self) -> u32 {
        self.time + self.illegal + self.other
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            time,
            illegal,
            other,
        } = self;
        write!(
            f,
            "lost {time} on time, {illegal} by illegal moves, {other} otherwise"
        )
    }
}

impl Results {
    pub(super) fn new(sprt: Option<Sprt>, has_clocks: bool) -> Self {
        Self {
            sprt,
            has_clocks,
            ..Self::default()
        }
    }

    /// Adds a game; games come in pairs.
    pub(in crate::cli) fn add(&mut self, game: &Entry) {
        self.score_game(game.points);
        self.margins.extend(game.margin.map(f64::from));
        // A forfeit is never a draw, so the loser is the program without points.
        let fault = &mut self.faults[usize::from(game.points > 0.5)];
        match game.end {
            End::Over | End::Proven => {}
            End::Time => fault.time += 1,
            End::Illegal(_) => fault.illegal += 1,
            End::Forfeit(_) => fault.other += 1,
        }
        for (program, totals) in self.accounts.iter_mut().enumerate() {
            // The record is in the order of colours; this is the program's colour.
            let color = usize::from(game.first_moves_first == (program == 1));
            if let Some(time_used) = &game.time_used {
                let left = self.has_clocks.then_some(game.left[color]);
                totals.add(&time_used[color], left);
            }
        }
    }

    /// Ends a pair: the next game belongs to another, even if this one is incomplete.
    pub(in crate::cli) fn end_pair(&mut self) {
        self.half = None;
    }

    fn score_game(&mut self, points: f64) {
        let (result, halves) = match points {
            points if points > 0.75 => (&mut self.wins, 2),
            points if points < 0.25 => (&mut self.losses, 0),
            _ => (&mut self.draws, 1),
        };
        *result += 1;
        match self.half.take() {
            None => self.half = Some(halves),
            Some(first) => self.pairs[first + halves] += 1,
        }
    }

    /// The state of the sequential test, if there is one.
    pub(super) fn sprt_state(&self) -> Option<SprtState> {
        self.sprt.map(|sprt| sprt.after(&self.pairs))
    }

    pub(in crate::cli) fn results(&self) -> [u32; 3] {
        [self.wins, self.draws, self.losses]
    }

    /// Number of games.
    pub(in crate::cli) fn games(&self) -> usize {
        self.results().iter().map(|count| *count as usize).sum()
    }

    /// Points per game.
    pub(in crate::cli) fn score(&self) -> f64 {
        let games = f64::from(self.wins + self.draws + self.losses);
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games.max(1.0)
    }

    /// Mean final difference of the games that ended by the rules.
    pub(in crate::cli) fn margin(&self) -> Option<f64> {
        mean(&self.margins)
    }

    /// From complete pairs only: the games of a pair are not independent, but pairs are.
    pub(in crate::cli) fn elo(&self) -> Option<Elo> {
        Elo::of(&self.pairs)
    }

    /// From single games, for games that are independent, such as one of each pair.
    pub(in crate::cli) fn elo_of_games(&self) -> Option<Elo> {
        // A game counts like a pair of two games with the same result.
        Elo::of(&[self.losses, 0, self.draws, 0, self.wins])
    }
}

#[expect(clippy::cast_precision_loss, reason = "a number of games")]
fn as_float(count: usize) -> f64 {
    count as f64
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / as_float(numbers.len()))
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = self.results();
        let score = 100.0 * self.score();
        write!(f, "{wins} won, {draws} drawn, {losses} lost ({score:.1} %)")?;
        if let Some(margin) = self.margin() {
            write!(f, ", by {margin:+.2} on average")?;
        }
        if let Some(elo) = self.elo().filter(Elo::is_meaningful) {
            write!(f, "; {elo}")?;
        }
        let [first, second] = self.faults.map(Faults::sum);
        if first + second > 0 {
            write!(f, "; forfeits: first {first}, second {second}")?;
        }
        if let Some(sprt_state) = self.sprt_state() {
            let SprtState {
                llr, lower, upper, ..
            } = sprt_state;
            write!(f, "; LLR {llr:+.2} ({lower:.2} to {upper:.2})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(games: &[f64]) -> Results {
        let mut results = Results::default();
        for points in games {
            results.score_game(*points);
        }
        results
    }

    #[test]
    fn games_are_counted_in_pairs() {
        let results = results(&[1.0, 1.0, 1.0, 0.0, 0.5, 0.5, 0.0, 0.5, 1.0]);
        assert_eq!(results.results(), [4, 3, 2]);
        assert_eq!(results.pairs, [0, 1, 2, 0, 1]);
    }

    #[test]
    fn a_single_game_is_no_pair() {
        assert_eq!(results(&[1.0]).elo(), None);
        assert_eq!(Results::default().score().to_bits(), 0.0_f64.to_bits());
    }
}
