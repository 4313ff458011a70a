//! One game of cards in a record.

use std::collections::BTreeSet;

use kaeshi::game::InputError;
use serde::{Deserialize, Serialize};

use super::game::Finished;
use super::seating::{games_per_deal, seating};
use crate::cli::json_lines;
use crate::cli::match_runner::player::End;
use crate::cli::match_runner::record::{RecordLine, check_number};
use crate::cli::match_runner::time_usage::TimeUsage;

/// A line after the header.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The number of the game, from 1.
    pub(super) number: usize,
    /// The number of the deal, from 1.
    pub(super) deal: usize,
    /// The seats of the first program; all others are those of the second.
    pub(super) first_seats: Vec<usize>,
    /// The dealt cards, as a position.
    pub(super) position: String,
    /// The players from first to last.
    pub(super) places: Vec<u8>,
    pub(super) end: End,
    /// The player who lost by forfeit.
    pub(super) loser: Option<u8>,
    /// The final times of all clocks in seconds, by player.
    pub(super) left: Vec<f64>,
    pub(super) moves: String,
    /// The time of each move in seconds; 0 for passes that were forced.
    pub(super) times: Vec<f64>,
    /// The time usage of each player.
    #[serde(rename = "spent")]
    pub(super) time_used: Vec<TimeUsage>,
}

impl Entry {
    /// The entry of game number `number`, from 0.
    pub(super) fn of(number: usize, position: String, game: Finished) -> Self {
        let players = game.places.len();
        let per_deal = games_per_deal(players);
        Self {
            number: number + 1,
            deal: number / per_deal + 1,
            first_seats: first_seats(players, number % per_deal),
            position,
            places: game.places,
            end: game.end,
            loser: game.loser,
            left: game.left,
            moves: game.moves.join(" "),
            times: game.times,
            time_used: game.time_used,
        }
    }

    /// The program of a player: 0 for the first one, 1 for the second.
    pub(super) fn program(&self, player: u8) -> usize {
        usize::from(!self.first_seats.contains(&player.into()))
    }

    /// Checks that this is the game with its number in a match of `players` players, with the deal `position`.
    ///
    /// # Errors
    /// If it is another game, or its fields do not agree.
    pub(super) fn check(&self, players: usize, position: &str) -> Result<(), InputError> {
        let game = (self.number - 1) % games_per_deal(players);
        let mut sorted = self.places.clone();
        sorted.sort_unstable();
        let number = self.number;
        let why = if self.position != position {
            "its cards are not those of its deal"
        } else if self.deal != deal_of(players, number - 1) + 1
            || self.first_seats != first_seats(players, game)
        {
            "its programs are not in the seats of its number"
        } else if sorted.iter().copied().map(usize::from).ne(0..players) {
            "its places are not those of all players"
        } else if self.time_used.len() != players || self.left.len() != players {
            "it has not the times of all players"
        } else if self.loser.is_some() != (self.end != End::Over)
            || self
                .loser
                .is_some_and(|loser| usize::from(loser) >= players)
        {
            "its loser does not agree with its end"
        } else {
            return Ok(());
        };
        Err(InputError::new(format_args!("game {number}: {why}")))
    }
}

/// The deal of game number `number`, both from 0.
pub(super) const fn deal_of(players: usize, number: usize) -> usize {
    number / games_per_deal(players)
}

/// The seats of the first program in game number `game` of a deal, from 0.
fn first_seats(players: usize, game: usize) -> Vec<usize> {
    let programs = seating(players, game).into_iter().enumerate();
    programs
        .filter(|(_, program)| *program == 0)
        .map(|(seat, _)| seat)
        .collect()
}

impl RecordLine for Entry {
    fn parse(line: &str, seen: &mut BTreeSet<usize>) -> Result<Self, InputError> {
        let entry: Self = json_lines::parse(line)?;
        check_number(entry.number, seen)?;
        Ok(entry)
    }
}
