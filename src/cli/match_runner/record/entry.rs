//! One game of a record.

use std::collections::BTreeSet;

use kaeshi::game::{InputError, Outcome, Side};
use serde::{Deserialize, Serialize};

use super::line::RecordLine;
use crate::cli::json_lines;
use crate::cli::match_runner::game::Finished;
pub(in crate::cli) use crate::cli::match_runner::player::End;
use crate::cli::match_runner::time_usage::TimeUsage;

/// Maximum number of games in a record, more than any disk holds.
const MAX_GAMES: usize = 1_000_000_000;

/// A line after the header.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in crate::cli) struct Entry {
    /// The number of the game, from 1.
    pub(in crate::cli) number: usize,
    /// Whether the program named first moved first.
    pub(in crate::cli) first_moves_first: bool,
    /// The names of both programs, in a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) engines: Option<[String; 2]>,
    /// The longest time in seconds for which the machine was away during the game, if it was longer than the tolerance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) stalled: Option<f64>,
    /// The position at which the game began, if it was not the starting position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) position: Option<String>,
    /// Points of the program named first: 1, 0.5 or 0.
    pub(in crate::cli) points: f64,
    /// How much the first player won by, negative for a loss, if the game ended by its rules.
    pub(in crate::cli) margin: Option<i32>,
    pub(in crate::cli) end: End,
    /// The final times of both clocks in seconds, the first player's first.
    pub(in crate::cli) left: [f64; 2],
    pub(in crate::cli) moves: String,
    /// The time of each move in seconds; 0 for moves that were not searched. Empty in old records.
    #[serde(default)]
    pub(in crate::cli) times: Vec<f64>,
    /// Number of plies of the opening. `None` in old records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) opening_plies: Option<usize>,
    /// The time usage of both players, the first player's first. `None` in old records.
    #[serde(default)]
    #[serde(rename = "spent")]
    pub(in crate::cli::match_runner) time_used: Option<[TimeUsage; 2]>,
}

impl Entry {
    pub(in crate::cli::match_runner) fn of(
        number: usize,
        first_moves_first: bool,
        game: &Finished,
    ) -> Self {
        let (points, margin) = for_the_first(first_moves_first, game.outcome, game.margin);
        Self {
            number,
            first_moves_first,
            engines: None,
            stalled: None,
            position: None,
            points,
            margin,
            end: game.end.clone(),
            left: game.left,
            moves: game.moves.join(" "),
            times: game.times.clone(),
            opening_plies: None,
            time_used: Some(game.time_used),
        }
    }
}

/// The points and the final difference for the first program, from the result of a game and its difference for the player
/// who moves first.
pub(super) fn for_the_first(
    first_moves_first: bool,
    outcome: Outcome,
    margin: Option<i32>,
) -> (f64, Option<i32>) {
    let (own, sign) = if first_moves_first {
        (Side::First, 1)
    } else {
        (Side::Second, -1)
    };
    let points = match outcome {
        Outcome::Drawn => 0.5,
        Outcome::Won(side) if side == own => 1.0,
        Outcome::Won(_) => 0.0,
    };
    (points, margin.map(|margin| sign * margin))
}

impl RecordLine for Entry {
    /// Games that are played at the same time end in any order.
    fn parse(line: &str, seen: &mut BTreeSet<usize>) -> Result<Self, InputError> {
        let entry: Self = json_lines::parse(line)?;
        let Self { number, points, .. } = entry;
        if !(1..=MAX_GAMES).contains(&number) {
            let why = format_args!("game {number}: games have numbers from 1 to {MAX_GAMES}");
            return Err(InputError::new(why));
        }
        if !seen.insert(number) {
            let why = format_args!("game {number} is there twice");
            return Err(InputError::new(why));
        }
        // In a tournament the pairing says who moves first.
        let alternates = entry.engines.is_none();
        if alternates && entry.first_moves_first == number.is_multiple_of(2) {
            return Err(InputError::new(format_args!(
                "the wrong program has the first move in game {number}"
            )));
        }
        if ![0.0, 0.5, 1.0].contains(&points) {
            return Err(InputError::new(format_args!(
                "{points} points: a game brings 0, 0.5 or 1"
            )));
        }
        Ok(entry)
    }
}
