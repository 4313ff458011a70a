//! NBoard's game: its position, its moves, its clocks.

use std::time::Duration;

use kaeshi_protocol::board::Move;
use kaeshi_protocol::ggf::{Clock, Game, Item};

use crate::engine::{Engine, GoLimits};
use crate::game::Side;
use crate::shell::othello::{GAME, position, side};
use crate::shell::play::{PlayError, must_pass, play_as};
use crate::shell::session::Session;

/// Both clocks; the times of the moves are subtracted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clocks {
    full: [Option<Clock>; 2],
    spent: [Duration; 2],
    moves: [u32; 2],
}

impl Clocks {
    fn spend(&mut self, side: Side, seconds: Option<f64>) {
        let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let spent = &mut self.spent[side.index()];
        *spent = spent.saturating_add(seconds.unwrap_or_default());
        let moves = &mut self.moves[side.index()];
        *moves = moves.saturating_add(1);
    }

    /// The limits for the next move of `side`; without a time limit if there is no clock.
    pub(super) fn limits(&self, side: Side) -> GoLimits {
        let mut limits = GoLimits::default();
        let at = side.index();
        if let Some(clock) = self.full[at].filter(|clock| *clock != Clock::default()) {
            let gained = clock.increment.saturating_mul(self.moves[at]);
            let left = clock
                .main
                .saturating_add(gained)
                .saturating_sub(self.spent[at]);
            limits.clock[at] = Some(left);
            limits.increment[at] = clock.increment;
        }
        limits
    }
}

/// Sets up a game; returns its clocks and its number of moves. On an error, nothing changes.
pub(super) fn set_up(game: &Game, session: &mut Session) -> Result<(Clocks, usize), String> {
    let mut engine = session.open(GAME).map_err(|why| why.to_string())?;
    let position = position(&game.board, game.side);
    engine
        .set_up(Some(&position), &[])
        .map_err(|why| why.to_string())?;
    let mut clocks = Clocks {
        full: game.clocks,
        ..Clocks::default()
    };
    let mut made = 0;
    for (number, (disc, item)) in (1..).zip(&game.moves) {
        let played = play_item(&mut *engine, side(*disc), item);
        made += played.map_err(|why| format!("move {number}: {why}"))?;
        clocks.spend(side(*disc), item.seconds);
    }
    session.engine = engine;
    Ok((clocks, made))
}

/// Plays a move for the side to move; a forced pass before it may be missing. Returns the number of plies.
pub(super) fn play(
    item: &Item,
    clocks: &mut Clocks,
    session: &mut Session,
) -> Result<usize, String> {
    let engine = &mut *session.engine;
    let mover = match item.mv {
        Move::Place(_) if must_pass(engine) => !engine.side(),
        _ => engine.side(),
    };
    let made = play_item(engine, mover, item)?;
    clocks.spend(mover, item.seconds);
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
