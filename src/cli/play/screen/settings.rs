//! The window of settings: who plays, level, time and clocks.

use std::time::Duration;

use crossterm::event::KeyCode;
use kaeshi::analysis::Effort;
use kaeshi::search::Level;

use super::mode::Mode;
use super::state::State;
use crate::cli::number::count;

/// Times for a move, in milliseconds.
const TIMES: [u64; 11] = [
    50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000,
];

/// Main times of a clock, in minutes; 0 is no clock.
const MINUTES: [u64; 10] = [0, 1, 2, 3, 5, 10, 15, 20, 30, 60];

/// Increments of a clock, in seconds.
const INCREMENTS: [u64; 8] = [0, 1, 2, 3, 5, 10, 20, 30];

/// A setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Players,
    Level,
    Time,
    Main,
    Increment,
    Analysis,
}

impl State {
    fn rows(&self) -> Vec<Row> {
        let board = &self.session.board;
        let mut rows = vec![Row::Players];
        if board.has_levels() {
            rows.push(Row::Level);
        }
        rows.push(Row::Time);
        if self.session.people.len() == 2 {
            rows.extend([Row::Main, Row::Increment]);
        }
        if self.is_othello() {
            rows.push(Row::Analysis);
        }
        rows
    }

    /// The names and values of all settings.
    pub(super) fn settings(&self) -> Vec<(&'static str, String)> {
        let rows = self.rows().into_iter();
        rows.map(|row| match row {
            Row::Players => ("You play", self.people_text()),
            Row::Level => ("Level of Kaeshi", self.level_text()),
            Row::Time => ("Time for a move", self.time_text()),
            Row::Main => match self.clock.rule.main {
                Some(main) => ("Clock", format!("{} min", main.as_secs_f64() / 60.0)),
                None => ("Clock", "none".into()),
            },
            Row::Increment => {
                let increment = self.clock.rule.increment.as_secs_f64();
                ("Increment", format!("{increment} s a move"))
            }
            Row::Analysis => ("Analysis", format!("level {}", self.review_level)),
        })
        .collect()
    }

    /// Which players are people.
    fn people_text(&self) -> String {
        let people = &self.session.people;
        let named: Vec<String> = (0..people.len())
            .filter(|&player| people[player])
            .map(|player| player.to_string())
            .collect();
        match (people.as_slice(), named.as_slice()) {
            (_, []) => "nobody: watch Kaeshi".into(),
            (_, named) if named.len() == people.len() => "everybody".into(),
            ([_, _], _) if self.session.board.has_cards() => format!("player {}", named[0]),
            ([true, _], _) => "first (X)".into(),
            ([_, true], _) => "second (O)".into(),
            _ => format!("player {}", named.join(" and ")),
        }
    }

    /// The playing strength.
    pub(super) fn level_text(&self) -> String {
        match self.session.board.settings.level {
            Level::FULL => "full strength".into(),
            level => format!("level {}", level.number()),
        }
    }

    /// The limits of a move without a clock.
    pub(super) fn time_text(&self) -> String {
        let limits = &self.session.limits;
        let plies = |depth| count(depth, "ply", "plies");
        match (limits.move_time, limits.depth) {
            (Some(time), None) => format!("{} s", time.as_secs_f64()),
            (Some(time), Some(depth)) => format!("{} s, {}", time.as_secs_f64(), plies(depth)),
            (None, Some(depth)) => plies(depth),
            (None, None) => "no limit".into(),
        }
    }

    pub(super) fn press_in_settings(&mut self, row: usize, code: KeyCode) {
        let rows = self.rows();
        let row = match code {
            KeyCode::Up => row.saturating_sub(1),
            KeyCode::Down => (row + 1).min(rows.len() - 1),
            KeyCode::Left | KeyCode::Char('-') => {
                self.change(rows[row], false);
                row
            }
            KeyCode::Right | KeyCode::Char(' ' | '+') => {
                self.change(rows[row], true);
                row
            }
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('t' | 'q') => {
                self.mode = Mode::Play;
                return;
            }
            _ => row,
        };
        self.mode = Mode::Settings(row);
    }

    fn change(&mut self, row: Row, more: bool) {
        match row {
            Row::Players => self.change_people(more),
            Row::Level => {
                let level = &mut self.session.board.settings.level;
                let number = i32::from(level.number()) + if more { 1 } else { -1 };
                let number = usize::try_from(number).ok();
                *level = number.and_then(Level::new).unwrap_or(*level);
            }
            Row::Time => {
                let now = self
                    .session
                    .limits
                    .move_time
                    .unwrap_or(Duration::from_secs(1));
                let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
                let time = neighbour(&TIMES, now, more);
                self.session.limits.move_time = Some(Duration::from_millis(time));
                self.session.limits.depth = None;
            }
            Row::Analysis => {
                let level = self.review_level;
                let level = if more { level + 1 } else { level - 1 };
                self.review_level = level.clamp(1, Effort::MAX_LEVEL);
                return;
            }
            Row::Main => {
                let now = self.clock.rule.main.map_or(0, |main| main.as_secs() / 60);
                let minutes = neighbour(&MINUTES, now, more);
                self.clock.rule.main = (minutes > 0).then(|| Duration::from_secs(60 * minutes));
            }
            Row::Increment => {
                let now = self.clock.rule.increment.as_secs();
                self.clock.rule.increment = Duration::from_secs(neighbour(&INCREMENTS, now, more));
            }
        }
        // A search with the settings before is useless now.
        self.stop();
    }

    /// Goes through: each player alone, all players, none.
    fn change_people(&mut self, more: bool) {
        let count = self.session.people.len();
        let people = &self.session.people;
        let now = match people.iter().filter(|person| **person).count() {
            0 => count + 1,
            all if all == count => count,
            _ => people.iter().position(|person| *person).unwrap_or(0),
        };
        let choices = count + 2;
        let next = (now + if more { 1 } else { choices - 1 }) % choices;
        self.session.people = (0..count)
            .map(|player| next == player || next == count)
            .collect();
    }
}

/// The value before or after `now` in a sorted list.
fn neighbour(values: &[u64], now: u64, more: bool) -> u64 {
    let found = if more {
        values.iter().find(|value| **value > now)
    } else {
        values.iter().rev().find(|value| **value < now)
    };
    found.copied().unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_through_the_list_and_stay_at_its_ends() {
        assert_eq!(neighbour(&TIMES, 1000, true), 2000);
        assert_eq!(neighbour(&TIMES, 1234, false), 1000);
        assert_eq!(neighbour(&TIMES, 60_000, true), 60_000);
        assert_eq!(neighbour(&MINUTES, 0, false), 0);
    }
}
