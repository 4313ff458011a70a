//! What the moves of each side lost.

use serde::{Deserialize, Serialize};

use super::judged::{Analysis, Judged, Player, Value};

/// Losses in discs from which on a move is counted, in rising order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Thresholds(pub [f64; 3]);

impl Default for Thresholds {
    fn default() -> Self {
        Self([2.0, 4.0, 10.0])
    }
}

impl Thresholds {
    /// How many thresholds `loss` reaches, 0 to 3.
    #[must_use]
    pub fn grade(&self, loss: f64) -> usize {
        self.0
            .iter()
            .filter(|threshold| loss >= **threshold)
            .count()
    }

    /// The mark of a move that lost `loss`, as annotators write it: `?!`, `?`, `??`, or nothing.
    #[must_use]
    pub fn mark(&self, loss: f64) -> &'static str {
        ["", "?!", "?", "??"][self.grade(loss)]
    }
}

/// Who wins with best play, or is better by an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Leader {
    /// Black.
    Black,
    /// White.
    White,
    /// Neither: a draw, or an estimate of less than a disc.
    Even,
}

impl Leader {
    /// The leader at `value`, which is Black's.
    #[must_use]
    pub fn at(value: Value) -> Self {
        let least = if value.reliability.exact { 0.5 } else { 1.0 };
        match value.discs {
            discs if discs >= least => Self::Black,
            discs if discs <= -least => Self::White,
            _ => Self::Even,
        }
    }

    /// The name in a sentence about `value`: `Black wins` if it is exact, else `Black is better`.
    #[must_use]
    pub const fn words(self, value: Value) -> &'static str {
        match (self, value.reliability.exact) {
            (Self::Black, true) => "Black wins",
            (Self::White, true) => "White wins",
            (Self::Black, false) => "Black is better",
            (Self::White, false) => "White is better",
            (Self::Even, _) => "even",
        }
    }
}

/// A move that changed who wins with best play, or is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The index of the move in the game, from 0.
    pub index: usize,
    /// Who led before it.
    pub from: Leader,
    /// Who leads after it.
    pub to: Leader,
}

impl Change {
    /// What the move `judged` turned into what, in words.
    #[must_use]
    pub const fn words(&self, judged: &Judged) -> [&'static str; 2] {
        [self.from.words(judged.best), self.to.words(judged.played)]
    }
}

/// What the moves of a side lost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideSummary {
    /// The side.
    pub side: Player,
    /// The number of discs placed.
    pub moves: usize,
    /// Discs lost in all.
    pub loss: f64,
    /// Discs lost in moves 1 to 20, 21 to 40, 41 to 60.
    pub phases: [f64; 3],
    /// The endgame loss: discs lost from move 41 on, and the number of moves that lost any.
    pub endgame: (f64, usize),
    /// The part of moves without loss, 0 to 1.
    pub without_loss: f64,
    /// The number of moves that lost at least each threshold.
    pub counts: [usize; 3],
    /// The indices of the three worst moves, the worst first; only moves that reach the first threshold.
    pub worst: Vec<usize>,
}

/// What the moves of both sides lost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Black's moves, and White's.
    pub sides: [SideSummary; 2],
    /// The moves that changed who wins with best play, or is better.
    pub changes: Vec<Change>,
}

impl Summary {
    /// Adds up the losses of a game.
    #[must_use]
    pub fn of(analysis: &Analysis, thresholds: &Thresholds) -> Self {
        Self {
            sides: Player::BOTH.map(|side| SideSummary::of(analysis, side, thresholds)),
            changes: changes(analysis, thresholds),
        }
    }
}

impl SideSummary {
    fn of(analysis: &Analysis, side: Player, thresholds: &Thresholds) -> Self {
        let moves = analysis.moves.iter().enumerate();
        let moves: Vec<(usize, &Judged)> = moves
            .filter(|(_, judged)| judged.side == side && !judged.is_pass())
            .collect();
        let sum = |phase: fn(usize) -> bool| {
            let losses = moves.iter().filter(|(_, judged)| phase(judged.number));
            rounded(losses.map(|(_, judged)| judged.loss).sum())
        };
        let count = |least: f64| {
            let worse = moves.iter().filter(|(_, judged)| judged.loss >= least);
            worse.count()
        };
        let late = moves
            .iter()
            .filter(|(_, judged)| judged.number > 40 && judged.loss > 0.0);
        let without = moves.iter().filter(|(_, judged)| judged.loss == 0.0);
        let mut worst: Vec<_> = moves
            .iter()
            .filter(|(_, judged)| thresholds.grade(judged.loss) > 0)
            .collect();
        worst.sort_by(|a, b| b.1.loss.total_cmp(&a.1.loss));
        Self {
            side,
            moves: moves.len(),
            loss: sum(|_| true),
            phases: [
                sum(|number| number <= 20),
                sum(|number| (21..=40).contains(&number)),
                sum(|number| number > 40),
            ],
            endgame: (sum(|number| number > 40), late.count()),
            without_loss: share(without.count(), moves.len()),
            counts: thresholds.0.map(count),
            worst: worst.iter().take(3).map(|(index, _)| *index).collect(),
        }
    }
}

/// The moves after which another side leads. An estimate counts only if the move also reaches the first threshold.
fn changes(analysis: &Analysis, thresholds: &Thresholds) -> Vec<Change> {
    let moves = analysis.moves.iter().enumerate();
    let change = |(index, judged): (usize, &Judged)| {
        let of = |value: Value| Leader::at(value.seen_by(Player::Black, judged.side));
        let (from, to) = (of(judged.best), of(judged.played));
        let is_sure = judged.best.reliability.exact && judged.played.reliability.exact;
        let counts = from != to && (is_sure || thresholds.grade(judged.loss) > 0);
        counts.then_some(Change { index, from, to })
    };
    moves.filter_map(change).collect()
}

fn rounded(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0 + 0.0
}

#[expect(clippy::cast_precision_loss, reason = "at most a few hundred moves")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 1.0;
    }
    (part as f64 / whole as f64 * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::float_cmp,
        reason = "multiples of a hundredth, computed in one way"
    )]

    use super::*;
    use crate::analysis::Reliability;

    fn value(discs: f64, exact: bool) -> Value {
        let (percent, depth) = if exact { (100, 20) } else { (73, 10) };
        let reliability = Reliability {
            exact,
            percent,
            depth,
            book: false,
        };
        Value { discs, reliability }
    }

    fn judged(number: usize, side: Player, best: f64, played: f64, exact: bool) -> Judged {
        Judged {
            number,
            side,
            name: "a1".into(),
            played: value(played, exact),
            best: value(best, exact),
            loss: best - played,
            line: Vec::new(),
            moves: Vec::new(),
            opening: None,
        }
    }

    #[test]
    fn losses_are_added_by_phase_and_graded() {
        use Player::{Black, White};
        let analysis = Analysis {
            start: String::new(),
            moves: vec![
                judged(19, Black, 2.0, 0.25, false),
                judged(20, White, 0.0, -3.0, false),
                judged(21, Black, 3.0, 3.0, false),
                judged(42, White, -3.0, -14.0, true),
                judged(43, Black, 14.0, -2.0, true),
                judged(44, White, 2.0, 0.0, true),
                judged(45, Black, 0.0, 0.0, true),
            ],
            end: value(0.0, true),
            finished: true,
            rest: Vec::new(),
        };
        let summary = Summary::of(&analysis, &Thresholds::default());
        let [black, white] = &summary.sides;
        assert_eq!((black.moves, black.loss), (4, 17.75));
        assert_eq!(black.phases, [1.75, 0.0, 16.0]);
        assert_eq!(black.endgame, (16.0, 1));
        assert_eq!(black.without_loss, 0.5);
        assert_eq!(black.counts, [1, 1, 1]);
        assert_eq!(black.worst, [4]);
        assert_eq!(white.phases, [3.0, 0.0, 13.0]);
        assert_eq!(white.counts, [3, 1, 1]);
        assert_eq!(white.worst, [3, 1, 5]);
        let changes: Vec<_> = summary
            .changes
            .iter()
            .map(|change| (change.index, change.from, change.to))
            .collect();
        // The first move changes an estimate by less than a threshold.
        assert_eq!(
            changes,
            [
                (1, Leader::Even, Leader::Black),
                (4, Leader::Black, Leader::White),
                (5, Leader::White, Leader::Even),
            ]
        );
        // Only a proof says who wins.
        let words = summary.changes.iter();
        let words = words.map(|change| change.words(&analysis.moves[change.index]));
        assert_eq!(
            words.collect::<Vec<_>>(),
            [
                ["even", "Black is better"],
                ["Black wins", "White wins"],
                ["White wins", "even"],
            ]
        );
    }
}
