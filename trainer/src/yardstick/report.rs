//! What the answers say: means with their errors, and differences from another file of answers.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use super::answers::{Answer, Setup};
use super::draw::Origin;

/// A mean and its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Mean {
    mean: f64,
    /// The standard error of the mean.
    error: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / count;
        let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
        let variance = squares / (count - 1.0).max(1.0);
        Self {
            mean,
            error: (variance / count).sqrt(),
        }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(3);
        let Self { mean, error } = self;
        if f.sign_plus() {
            write!(f, "{mean:+7.digits$} +- {error:.digits$}")
        } else {
            write!(f, "{mean:7.digits$} +- {error:.digits$}")
        }
    }
}

/// The figures of a set of answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Figures {
    positions: usize,
    /// Discs given away by the move.
    loss: Mean,
    /// Best moves in percent.
    best_moves: Mean,
    /// The difference of the engine's score from the value, in discs, without its sign.
    score_error: Mean,
    nodes: f64,
    /// Number of moves that give away 0, 1 to 2, 3 to 4, and more discs.
    losses: [usize; 4],
}

impl Figures {
    fn of(answers: &[&Answer]) -> Self {
        let answers = answers.iter().copied();
        let losses = |from, to| {
            let count = answers
                .clone()
                .filter(|it| (from..=to).contains(&it.loss()));
            count.count()
        };
        Self {
            positions: answers.len(),
            loss: Mean::of(answers.clone().map(loss)),
            best_moves: Mean::of(answers.clone().map(best_move)),
            score_error: Mean::of(answers.clone().map(score_error)),
            nodes: Mean::of(answers.clone().map(|it| it.nodes as f64)).mean,
            losses: [
                losses(i32::MIN, 0),
                losses(1, 2),
                losses(3, 4),
                losses(5, i32::MAX),
            ],
        }
    }
}

fn loss(answer: &Answer) -> f64 {
    answer.loss().into()
}

/// 100 for a best move, otherwise 0.
fn best_move(answer: &Answer) -> f64 {
    if answer.loss() == 0 { 100.0 } else { 0.0 }
}

fn score_error(answer: &Answer) -> f64 {
    (answer.score - f64::from(answer.best)).abs()
}

/// The differences of these answers from others in the same positions: negative losses and errors are better.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Comparison {
    /// How the other answers were made.
    other: Setup,
    /// Number of positions that both have.
    positions: usize,
    /// Number of positions with different moves.
    other_moves: usize,
    loss: Mean,
    best_moves: Mean,
    score_error: Mean,
}

impl Comparison {
    fn of(answers: &[Answer], setup: Setup, others: &[Answer]) -> Self {
        let by_position: HashMap<_, _> = others.iter().map(|it| (&it.position, it)).collect();
        let pairs = answers
            .iter()
            .filter_map(|it| Some((it, *by_position.get(&it.position)?)));
        let pairs: Vec<(&Answer, &Answer)> = pairs.collect();
        let difference =
            |of: fn(&Answer) -> f64| Mean::of(pairs.iter().map(|(it, other)| of(it) - of(other)));
        Self {
            other: setup,
            positions: pairs.len(),
            other_moves: pairs
                .iter()
                .filter(|(it, other)| it.played != other.played)
                .count(),
            loss: difference(loss),
            best_moves: difference(best_move),
            score_error: difference(score_error),
        }
    }
}

/// Everything that a run reports.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    setup: Setup,
    all: Figures,
    by_origin: Vec<(Origin, Figures)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Comparison>,
}

impl Report {
    /// The report of `answers`, in comparison with other ones if there are any.
    pub(super) fn of(
        setup: Setup,
        answers: &[Answer],
        others: Option<(Setup, Vec<Answer>)>,
    ) -> Self {
        let chosen =
            |origin| -> Vec<&Answer> { answers.iter().filter(|it| it.origin == origin).collect() };
        let parts = Origin::ALL.map(|origin| (origin, chosen(origin)));
        let parts = parts.iter().filter(|(_, some)| !some.is_empty());
        Self {
            setup,
            all: Figures::of(&answers.iter().collect::<Vec<_>>()),
            by_origin: parts
                .map(|(origin, some)| (*origin, Figures::of(some)))
                .collect(),
            against: others.map(|(setup, others)| Comparison::of(answers, setup, &others)),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup {
            seed,
            empties: [from, to],
            engine,
            limit,
            ..
        } = &self.setup;
        let empties = if from == to {
            from.to_string()
        } else {
            format!("{from} to {to}")
        };
        writeln!(f, "{engine}, {limit}: {empties} empty squares, seed {seed}")?;
        writeln!(
            f,
            "{:<10} {:>9}  {:>17}  {:>14}  {:>17}  {:>11}",
            "", "positions", "discs given away", "best moves (%)", "error of score", "nodes"
        )?;
        let parts = self.by_origin.iter();
        let parts = parts.map(|(origin, figures)| (origin.name(), figures));
        // With positions of one origin, the line of all would be repeated.
        let parts = parts.filter(|_| self.by_origin.len() > 1);
        for (name, figures) in [("all", &self.all)].into_iter().chain(parts) {
            let Figures {
                positions,
                loss,
                best_moves,
                score_error,
                nodes,
                ..
            } = figures;
            writeln!(
                f,
                "{name:<10} {positions:>9}  {:>17}  {:>14}  {:>17}  {nodes:>11.0}",
                loss.to_string(),
                format!("{best_moves:.1}"),
                score_error.to_string(),
            )?;
        }
        let [none, two, four, more] = self.all.losses;
        write!(
            f,
            "moves that give away 0 discs: {none}, 1 or 2: {two}, 3 or 4: {four}, more: {more}"
        )?;
        let Some(against) = &self.against else {
            return Ok(());
        };
        let Comparison {
            other,
            positions,
            other_moves,
            loss,
            best_moves,
            score_error,
        } = against;
        writeln!(f, "\n\nagainst {}, {}", other.engine, other.limit)?;
        writeln!(
            f,
            "{positions} positions in both, {other_moves} other moves"
        )?;
        write!(
            f,
            "discs given away {loss:+}, best moves {best_moves:+.1} %, error of score {score_error:+}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(engine: &str) -> Setup {
        Setup {
            seed: 7,
            empties: [24, 24],
            source: "a".into(),
            engine: engine.into(),
            program: "b".into(),
            limit: "600000 nodes".into(),
        }
    }

    fn answer(number: usize, played: &str, score: f64, best: i8, value: i8) -> Answer {
        Answer {
            number,
            position: number.to_string(),
            origin: if number < 2 {
                Origin::Game
            } else {
                Origin::Off
            },
            played: played.into(),
            score,
            nodes: 100,
            depth: 5,
            best,
            value,
        }
    }

    /// Counted by hand: losses 0, 2, 4, 10 have the mean 4 and the deviation 4.32.
    #[test]
    fn a_report_has_means_with_their_errors() {
        let ours = [
            answer(0, "a1", 2.0, 4, 4),
            answer(1, "b1", -2.0, 0, -2),
            answer(2, "c1", 6.0, 6, 2),
            answer(3, "d1", 8.0, 0, -10),
        ];
        let mut theirs = ours.to_vec();
        theirs.pop();
        theirs[1] = answer(1, "b2", 0.0, 0, 0);
        let report = Report::of(setup("new"), &ours, Some((setup("old"), theirs)));
        let expected = "\
new, 600000 nodes: 24 empty squares, seed 7
           positions   discs given away  best moves (%)     error of score        nodes
all                4     4.000 +- 2.160     25.0 +- 25.0     3.000 +- 1.732          100
games              2     1.000 +- 1.000     50.0 +- 50.0     2.000 +- 0.000          100
off them           2     7.000 +- 3.000      0.0 +- 0.0     4.000 +- 4.000          100
moves that give away 0 discs: 1, 1 or 2: 1, 3 or 4: 1, more: 1

against old, 600000 nodes
3 positions in both, 1 other moves
discs given away  +0.667 +- 0.667, best moves   -33.3 +- 33.3 %, error of score  +0.667 +- 0.667";
        assert_eq!(report.to_string(), expected);
    }
}
