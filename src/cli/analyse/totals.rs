//! The totals of many games.

use std::fmt::Write;

use kaeshi::analysis::{SideSummary, Summary, Thresholds};
use kaeshi::core::printable;

/// The totals of many games.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) games: usize,
    /// The games of each side taken into account: of both sides, or of one player.
    sides: usize,
    /// Wins, draws and losses of the player.
    results: [usize; 3],
    moves: usize,
    loss: f64,
    phases: [f64; 3],
    late: usize,
    counts: [usize; 3],
    /// The number of moves without loss.
    good: f64,
}

impl Totals {
    /// Adds a game; only the sides in `seats` if they are given. `result` is Black's.
    pub(super) fn add(&mut self, summary: &Summary, seats: Option<[bool; 2]>, result: Option<f64>) {
        self.games += 1;
        for (seat, side) in summary.sides.iter().enumerate() {
            if !seats.is_none_or(|seats| seats[seat]) {
                continue;
            }
            self.add_side(side);
            if let Some(result) = result {
                let own = if seat == 0 { result } else { -result };
                let which = match own {
                    own if own > 0.0 => 0,
                    own if own < 0.0 => 2,
                    _ => 1,
                };
                self.results[which] += 1;
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "at most 60 moves")]
    fn add_side(&mut self, side: &SideSummary) {
        self.sides += 1;
        self.moves += side.moves;
        self.loss += side.loss;
        self.late += side.endgame.1;
        self.good += side.without_loss * side.moves as f64;
        for at in 0..3 {
            self.phases[at] += side.phases[at];
            self.counts[at] += side.counts[at];
        }
    }

    /// The totals as text; for `player` if there is one.
    #[expect(clippy::cast_precision_loss, reason = "averages for people")]
    pub(super) fn text(&self, player: Option<&str>, thresholds: &Thresholds) -> String {
        let mut text = String::new();
        let sides = self.sides.max(1) as f64;
        let each = |sum: f64| sum / sides;
        // Writing to a string cannot fail.
        let _ = match player {
            Some(player) => {
                let [won, drawn, lost] = self.results;
                writeln!(
                    text,
                    "{} games of {}: {won} won, {drawn} drawn, {lost} lost",
                    self.games,
                    printable(player)
                )
            }
            None => writeln!(text, "{} games", self.games),
        };
        let _ = writeln!(
            text,
            "discs lost by a side in a game: {:.1} (moves 1 to 20: {:.1}, 21 to 40: {:.1}, 41 to 60: {:.1} in {:.1} moves)",
            each(self.loss),
            each(self.phases[0]),
            each(self.phases[1]),
            each(self.phases[2]),
            each(self.late as f64)
        );
        let [low, middle, high] = thresholds.0;
        let [many, some, few] = self.counts.map(|count| each(count as f64));
        let _ = writeln!(
            text,
            "moves in a game that lose at least {low}, {middle}, {high} discs: {many:.1}, {some:.1}, {few:.1}; without loss: {:.0} %",
            100.0 * self.good / self.moves.max(1) as f64
        );
        text
    }
}
