//! One game between two programs, with clocks and a referee.

use std::time::Duration;

use kaeshi::engine::Engine;
use kaeshi::game::{Outcome, Side};

use super::driver::{MoveNotice, Request, TimeControl};
use super::opening::Opening;
use super::player::{End, Fault, Player, PlayerClock};
use super::time_usage::{TimeUsage, milliseconds};

/// A finished game.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    /// The moves, including the opening.
    pub(super) moves: Vec<String>,
    /// The outcome by the rules or by forfeit.
    pub(super) outcome: Outcome,
    /// How much the first player won by, negative for a loss, if the game ended by its rules.
    pub(super) margin: Option<i32>,
    pub(super) end: End,
    /// The final times of both clocks in seconds; negative if a flag fell.
    pub(super) left: [f64; 2],
    /// The time of each move in seconds; 0 for moves that were not searched.
    pub(super) times: Vec<f64>,
    /// The time usage of both players.
    pub(super) time_used: [TimeUsage; 2],
}

/// The rules of a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    /// The time controls of the side that moves first, and of the other.
    pub(super) time_controls: [TimeControl; 2],
    /// How late a move may be without a loss, for delays in the pipes.
    pub(super) tolerance: Duration,
    /// Time for a move where a program cannot lose on time.
    pub(super) move_limit: Duration,
}

/// A function that returns the final difference for the first player, once it can be proven.
pub(super) type Prover<'p> = dyn FnMut(&dyn Engine) -> Option<i32> + 'p;

/// A game in progress.
pub(super) struct GameInProgress<'a, 'p> {
    pub(super) engine: &'a mut dyn Engine,
    pub(super) players: [&'a mut Player; 2],
    pub(super) rules: Rules,
    /// Finds the final difference for the first player, if it can be proven soon.
    prover: Option<&'a mut Prover<'p>>,
    /// The final difference that was proven.
    proven: Option<i32>,
    clocks: [PlayerClock; 2],
    moves: Vec<String>,
    times: Vec<f64>,
}

impl<'a, 'p> GameInProgress<'a, 'p> {
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        players: [&'a mut Player; 2],
        rules: Rules,
        prover: Option<&'a mut Prover<'p>>,
    ) -> Self {
        Self {
            prover,
            proven: None,
            engine,
            players,
            rules,
            clocks: rules
                .time_controls
                .map(|control| PlayerClock::new(control, rules.move_limit)),
            moves: Vec::new(),
            times: Vec::new(),
        }
    }

    /// Plays from `opening` to the end; `None` if the match was interrupted. Forced passes are made without a search.
    pub(super) fn play(mut self, opening: &Opening) -> Option<Finished> {
        let lost = match self.play_to_the_end(opening) {
            Ok(()) => None,
            Err((side, Fault::Lost(end, late))) => Some((side, end, late)),
            Err((_, Fault::Interrupted)) => return None,
        };
        let mut left = self.clocks.map(|clock| clock.left.as_secs_f64());
        if let Some((side, _, late)) = &lost {
            left[side.index()] -= late.as_secs_f64();
        }
        let margin = self.proven.or(self.engine.margin());
        let (outcome, end) = match (lost, self.proven) {
            (Some((side, end, _)), _) => (Outcome::Won(!side), end),
            (None, Some(margin)) => (outcome_of(margin), End::Proven),
            (None, None) => (self.engine.result().unwrap_or(Outcome::Drawn), End::Over),
        };
        Some(Finished {
            margin: margin.filter(|_| matches!(end, End::Over | End::Proven)),
            moves: self.moves,
            outcome,
            end,
            left,
            times: self.times,
            time_used: self.clocks.map(|clock| clock.used),
        })
    }

    fn play_to_the_end(&mut self, opening: &Opening) -> Result<(), (Side, Fault)> {
        for side in [Side::First, Side::Second] {
            let Player { program, driver } = &mut *self.players[side.index()];
            let begun = driver.begin(program, self.rules.time_controls[side.index()]);
            begun.map_err(|why| (side, why.into()))?;
            if let Some(position) = &opening.position {
                driver.start_at(position);
            }
        }
        for name in &opening.moves {
            self.make(name, Duration::ZERO, None)?;
        }
        while self.engine.result().is_none() {
            if let Some(prover) = &mut self.prover {
                self.proven = prover(self.engine);
                if self.proven.is_some() {
                    break;
                }
            }
            match self.engine.moves().as_slice() {
                [only] if is_pass(only) => self.make(only, Duration::ZERO, None)?,
                _ => self.request_move()?,
            }
        }
        Ok(())
    }

    /// Requests a move from the player to move.
    fn request_move(&mut self) -> Result<(), (Side, Fault)> {
        let side = self.engine.side();
        let tolerance = self.rules.tolerance;
        let request = Request {
            side,
            time_controls: self.rules.time_controls,
            clocks: self.clocks.map(|clock| clock.left),
            deadline: self.clocks[side.index()].deadline(tolerance),
        };
        let clock = &mut self.clocks[side.index()];
        let player = &mut *self.players[side.index()];
        let asked = clock.request_move(player, &request, self.moves.len(), tolerance);
        let (name, took) = asked.map_err(|why| (side, why))?;
        self.make(&name, took, Some(side))
    }

    /// Makes a move and sends it to both players. `chooser` is the player who chose it; `None` for openings and forced
    /// passes.
    fn make(
        &mut self,
        name: &str,
        took: Duration,
        chooser: Option<Side>,
    ) -> Result<(), (Side, Fault)> {
        let side = self.engine.side();
        let played = self.engine.play(&[name]);
        played.map_err(|why| (side, Fault::illegal(&why)))?;
        let name = self.engine.last_move().unwrap_or_default();
        for player in [Side::First, Side::Second] {
            let notice = MoveNotice {
                side,
                name: &name,
                is_pass: is_pass(&name),
                took,
                by_itself: chooser == Some(player),
            };
            let Player { program, driver } = &mut *self.players[player.index()];
            driver
                .send_move(program, &notice)
                .map_err(|why| (player, why.into()))?;
        }
        self.moves.push(name);
        self.times.push(milliseconds(took.as_secs_f64()));
        Ok(())
    }
}

fn outcome_of(margin: i32) -> Outcome {
    match margin {
        1.. => Outcome::Won(Side::First),
        0 => Outcome::Drawn,
        _ => Outcome::Won(Side::Second),
    }
}

/// Whether a move is a pass: on a board of squares, any move that is no square.
fn is_pass(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_alphabetic()) || name == "p"
}
