//! Whether a game of a record is possible: its values, and its result after its moves.

use std::fmt::Display;
use std::sync::Arc;

use kaeshi::engine::Engine;
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use kaeshi_protocol::MAX_TIME;

use super::entry::{End, Entry, for_the_first};
use super::header::Header;
use crate::cli::match_runner::time_usage::TimeUsage;

/// A referee that plays recorded games again.
#[derive(Default)]
pub(in crate::cli) struct EntryChecker {
    /// The game as headers name it, and an engine for it.
    referee: Option<(String, Box<dyn Engine>)>,
}

impl EntryChecker {
    /// Checks that a game of the match of `header` can have been played as recorded.
    ///
    /// # Errors
    /// If a value is impossible, a move is not legal, or the moves end with another result.
    pub(in crate::cli) fn check(
        &mut self,
        header: &Header,
        entry: &Entry,
    ) -> Result<(), InputError> {
        let checked = check_values(header, entry).and_then(|()| self.replay(header, entry));
        let number = entry.number;
        checked.map_err(|why| InputError::new(format_args!("game {number}: {why}")))
    }

    fn replay(&mut self, header: &Header, entry: &Entry) -> Result<(), InputError> {
        let engine = self.engine(&header.game)?;
        let moves: Vec<_> = entry.moves.split_ascii_whitespace().collect();
        let setup = engine.set_up(entry.position.as_deref(), &moves);
        setup.map_err(InputError::new)?;
        if entry.end != End::Over {
            return Ok(());
        }
        let Some(outcome) = engine.result() else {
            return Err(InputError::new(
                "it ended by the rules, but is not over after its moves",
            ));
        };
        let (points, margin) = for_the_first(entry.first_moves_first, outcome, engine.margin());
        if is_same(points, entry.points) && (entry.margin.is_none() || entry.margin == margin) {
            return Ok(());
        }
        let result = |points: f64, margin: Option<i32>| match margin {
            Some(margin) => format!("{points} points and the margin {margin}"),
            None => format!("{points} points"),
        };
        let said = result(entry.points, entry.margin);
        let found = result(points, margin.filter(|_| entry.margin.is_some()));
        Err(InputError::new(format_args!(
            "it has {said}, but its moves end with {found}"
        )))
    }

    /// The engine of the game called `name`.
    ///
    /// # Errors
    /// If there is no such game, or no memory.
    fn engine(&mut self, name: &str) -> Result<&mut dyn Engine, InputError> {
        let known = self.referee.take().filter(|(known, _)| known == name);
        let engine = if let Some((_, engine)) = known {
            engine
        } else {
            let table = TranspositionTable::new(TranspositionTable::MIN_MEGABYTES);
            games::open(name, Arc::new(table.map_err(InputError::new)?))?
        };
        let (_, engine) = self.referee.insert((name.to_owned(), engine));
        Ok(&mut **engine)
    }
}

/// Whether two numbers of points, each 0, 0.5 or 1, are the same.
fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.25
}

/// Checks the values of a game without playing it.
fn check_values(header: &Header, entry: &Entry) -> Result<(), InputError> {
    check_programs(header, entry)?;
    check_result(&header.game, entry)?;
    check_times(header, entry)?;
    let moves = entry.moves.split_ascii_whitespace().count();
    let plies = entry.opening_plies.unwrap_or_default();
    // A program may fail before the opening has been played.
    if plies > moves && matches!(entry.end, End::Over | End::Proven) {
        return refuse(format_args!(
            "its opening has {plies} plies, but it has {moves} moves"
        ));
    }
    Ok(())
}

fn refuse(why: impl Display) -> Result<(), InputError> {
    Err(InputError::new(why))
}

fn check_programs(header: &Header, entry: &Entry) -> Result<(), InputError> {
    match (&header.engines, &entry.engines) {
        (None, None) => Ok(()),
        (None, Some(_)) => {
            refuse("it names its programs, as in a tournament, but this is a match of two")
        }
        (Some(_), None) => refuse("it does not say which programs of the tournament played it"),
        (Some(engines), Some(names)) => {
            let is_known = |name: &&String| engines.iter().any(|engine| engine.name == **name);
            let unknown = names.iter().find(|name| !is_known(name));
            match unknown {
                Some(name) => refuse(format_args!("the tournament has no program '{name}'")),
                None if names[0] == names[1] => {
                    let name = &names[0];
                    refuse(format_args!("'{name}' played against itself"))
                }
                None => Ok(()),
            }
        }
    }
}

fn check_result(game: &str, entry: &Entry) -> Result<(), InputError> {
    let points = entry.points;
    let is_regular = matches!(entry.end, End::Over | End::Proven);
    let Some(margin) = entry.margin else {
        return match entry.end {
            End::Proven => refuse("its result is proven, but it has no margin"),
            End::Over => Ok(()),
            _ if is_same(points, 0.5) => refuse("a program forfeited it, but it is a draw"),
            _ => Ok(()),
        };
    };
    if !is_regular {
        return refuse(format_args!(
            "a program forfeited it, but it has the margin {margin}"
        ));
    }
    let is_othello = games::family(game) == Some("othello");
    if is_othello && (!(-64..=64).contains(&margin) || margin % 2 != 0) {
        return refuse(format_args!(
            "the margin {margin}: in Othello it is an even number from -64 to 64"
        ));
    }
    if !is_othello && !(-1..=1).contains(&margin) {
        return refuse(format_args!(
            "the margin {margin}: a win at {game} has no size, it is 1, 0 or -1"
        ));
    }
    let expected = match margin {
        1.. => 1.0,
        0 => 0.5,
        _ => 0.0,
    };
    if !is_same(points, expected) {
        return refuse(format_args!(
            "{points} points do not go with the margin {margin}"
        ));
    }
    Ok(())
}

fn check_times(header: &Header, entry: &Entry) -> Result<(), InputError> {
    /// The times of a record are rounded to a thousandth of a second.
    const ROUNDING: f64 = 0.001;
    let longest = MAX_TIME.as_secs_f64();
    let moves = entry.moves.split_ascii_whitespace().count();
    let clock = header.max_clock(moves);
    let max_left = clock.unwrap_or(longest) + ROUNDING;
    let is_left = |left: &f64| (-longest..=max_left).contains(left);
    if let Some(left) = entry.left.iter().find(|left| !is_left(left)) {
        return refuse(format_args!(
            "{left} s left on a clock, which no clock of this match can show"
        ));
    }
    // A move that is later than the tolerance loses, and is not made.
    let late = header.tolerance_seconds().unwrap_or(longest);
    let max_time = clock.map_or(longest, |clock| clock + late) + ROUNDING;
    let is_time = |time: &f64| (0.0..=max_time).contains(time);
    if let Some((at, time)) = (1..).zip(&entry.times).find(|(_, time)| !is_time(time)) {
        return refuse(format_args!(
            "{time} s for move {at}, more or less than this match allows"
        ));
    }
    let times = entry.times.len();
    if times > 0 && times != moves {
        return refuse(format_args!("{moves} moves, but the times of {times}"));
    }
    let is_possible = |seconds: f64| (0.0..=longest).contains(&seconds);
    if let Some(seconds) = entry.stalled.filter(|seconds| !is_possible(*seconds)) {
        return refuse(format_args!("the machine was away for {seconds} s"));
    }
    let mut usage = entry.time_used.iter().flatten();
    match usage.find_map(TimeUsage::impossible) {
        Some(seconds) => refuse(format_args!(
            "{seconds} s of time used, which is impossible"
        )),
        None => Ok(()),
    }
}
