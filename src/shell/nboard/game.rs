//! NBoard's game: its position, its moves, its clocks.

use std::time::Duration;

use kaeshi_protocol::board::Move;
use kaeshi_protocol::ggf::{Clock, Game, Item};

use crate::engine::{Engine, GameClock, TimeControl};
use crate::game::Side;
use crate::shell::othello::{GAME, position, side};
use crate::shell::play::{PlayError, must_pass, play_as};
use crate::shell::session::Session;

/// The time control of a game; a side without a time limit has no clock. GGF lets a game go on after the time is used
/// up.
fn control(clocks: [Option<Clock>; 2]) -> TimeControl {
    let clocks = clocks.map(|clock| clock.filter(|clock| *clock != Clock::default()));
    TimeControl {
        main: clocks.map(|clock| clock.map(|clock| clock.main)),
        increment: clocks.map(|clock| clock.map(|clock| clock.increment).unwrap_or_default()),
        carries_debt: true,
        ..TimeControl::default()
    }
}

/// Subtracts the time of a move in seconds; one that is missing or not a duration counts as zero.
fn spend(clock: &mut GameClock, side: Side, seconds: Option<f64>) {
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    clock.spend(side, time.unwrap_or_default());
}

/// Sets up a game and its clocks; returns its number of moves. On an error, nothing changes.
pub(super) fn set_up(
    game: &Game,
    clock: &mut GameClock,
    session: &mut Session,
) -> Result<usize, String> {
    let mut engine = session.open(GAME).map_err(|why| why.to_string())?;
    let position = position(&game.board, game.side);
    engine
        .set_up(Some(&position), &[])
        .map_err(|why| why.to_string())?;
    let mut full = *clock;
    full.set_control(control(game.clocks));
    let mut made = 0;
    for (number, (disc, item)) in (1..).zip(&game.moves) {
        let played = play_item(&mut *engine, side(*disc), item);
        made += played.map_err(|why| format!("move {number}: {why}"))?;
        spend(&mut full, side(*disc), item.seconds);
    }
    session.engine = engine;
    *clock = full;
    Ok(made)
}

/// Plays a move for the side to move; a forced pass before it may be missing. Returns the number of plies.
pub(super) fn play(
    item: &Item,
    clock: &mut GameClock,
    session: &mut Session,
) -> Result<usize, String> {
    let engine = &mut *session.engine;
    let mover = match item.mv {
        Move::Place(_) if must_pass(engine) => !engine.side(),
        _ => engine.side(),
    };
    let made = play_item(engine, mover, item)?;
    spend(clock, mover, item.seconds);
    Ok(made)
}

fn play_item(engine: &mut dyn Engine, side: Side, item: &Item) -> Result<usize, String> {
    let square = match item.mv {
        Move::Place(square) => Some(format!("{square:#}")),
        Move::Pass => None,
    };
    play_as(engine, side, square.as_deref()).map_err(|why| match why {
        PlayError::NotYourTurn => "it is the other side's turn".into(),
        PlayError::Refused(why) => why.to_string(),
    })
}
