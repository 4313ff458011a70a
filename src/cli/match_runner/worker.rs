//! Plays games of a schedule, one after the other, with programs of its own.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kaeshi::engine::{BatchSolver, Engine, SolveRequest};
use kaeshi::game::{Game, InputError, Notation, Side};
use kaeshi::games;
use kaeshi::games::othello::{DISC, Othello};
use kaeshi::search::{SharedState, TranspositionTable};

use super::conclusion::MatchAbort;
use super::contestant::Contestant;
use super::driver::TimeControl;
use super::game::{GameInProgress, Prover, Rules};
use super::openings::Openings;
use super::player::End;
use super::record::Entry;
use super::schedule::Fixture;
use super::stall::StallWatcher;
use crate::cli::filter::Tasks;

/// What all workers of a match share.
pub(super) struct Conditions<'a> {
    pub(super) game: &'a str,
    /// The time control of each program.
    pub(super) time_controls: Vec<TimeControl>,
    pub(super) tolerance: Duration,
    /// Time for a move where a program cannot lose on time.
    pub(super) move_limit: Duration,
    pub(super) openings: Openings,
    /// The names of the programs, if records name them in each game.
    pub(super) names: Option<Vec<String>>,
    pub(super) watcher: StallWatcher,
    /// Number of empty squares from which the referee proves the result.
    pub(super) adjudication: Option<u32>,
}

/// A game to play, and its result.
pub(super) type GameTasks = Tasks<Fixture, Result<Entry, MatchAbort>>;

/// The referee's position and the programs of one worker.
pub(super) struct Worker<'a> {
    conditions: &'a Conditions<'a>,
    engine: Box<dyn Engine>,
    contestants: Vec<Contestant<'a>>,
    /// Whether a game was given up because of a signal.
    is_interrupted: bool,
}

impl<'a> Worker<'a> {
    /// A worker with one contestant for each program.
    ///
    /// # Errors
    /// If the game is unknown or there is no memory.
    pub(super) fn new(
        conditions: &'a Conditions<'a>,
        contestants: Vec<Contestant<'a>>,
    ) -> Result<Self, InputError> {
        let table = TranspositionTable::new(1).map_err(InputError::new)?;
        Ok(Self {
            conditions,
            engine: games::open(conditions.game, Arc::new(table))?,
            contestants,
            is_interrupted: false,
        })
    }

    /// Plays all games that `tasks` hands out, and ends the programs.
    pub(super) fn work(mut self, tasks: &GameTasks) {
        match self.conditions.adjudication {
            None => tasks.each(|fixture| self.play(&fixture, None)),
            Some(empties) => self.work_with_proofs(empties, tasks),
        }
        if self.is_interrupted {
            self.contestants.iter_mut().for_each(Contestant::kill);
        }
        Contestant::quit(&mut self.contestants.iter_mut().collect::<Vec<_>>());
    }

    /// The same, with games that end once the result is proven.
    fn work_with_proofs(&mut self, empties: u32, tasks: &GameTasks) {
        /// Size of the table of proofs in MiB.
        const TABLE: usize = 16;
        let Ok(table) = TranspositionTable::for_isolated_searches(TABLE) else {
            let fail = || InputError::new("there is no memory for proofs");
            return tasks.each(|_| Err(fail().into()));
        };
        let signals = SharedState::default();
        BatchSolver::with(&Othello::default(), &table, &signals, 1, |solver| {
            let solver = RefCell::new(solver);
            let mut prove = |engine: &dyn Engine| prove(empties, engine, &mut solver.borrow_mut());
            tasks.each(|fixture| self.play(&fixture, Some(&mut prove)));
        });
    }

    /// Plays a game. After a failure of a program both are ended, and started again for the next game.
    fn play(
        &mut self,
        fixture: &Fixture,
        prover: Option<&mut Prover<'_>>,
    ) -> Result<Entry, MatchAbort> {
        let Conditions {
            openings, watcher, ..
        } = self.conditions;
        let opening = openings.of_pair(fixture.opening, &mut *self.engine)?;
        let [first, second] = fixture.engines;
        let order = if fixture.first_moves_first {
            [first, second]
        } else {
            [second, first]
        };
        let rules = Rules {
            time_controls: order.map(|engine| self.conditions.time_controls[engine]),
            tolerance: self.conditions.tolerance,
            move_limit: self.conditions.move_limit,
        };
        let setup = self.engine.set_up(opening.position.as_deref(), &[]);
        setup.map_err(InputError::new)?;
        let start = Instant::now();
        let players = self.contestants.get_disjoint_mut(order);
        let [black, white] =
            players.map_err(|_| InputError::new("a program cannot play against itself"))?;
        let players = [black.player()?, white.player()?];
        let game = GameInProgress::new(&mut *self.engine, players, rules, prover);
        let played = game.play(&opening);
        self.is_interrupted |= played.is_none();
        let played = played.ok_or(MatchAbort::Interrupted)?;
        let mut entry = Entry::of(fixture.number + 1, fixture.first_moves_first, &played);
        entry.opening_plies = Some(opening.moves.len());
        entry.position = opening.position;
        entry.stalled = watcher
            .longest_since(start)
            .map(|delay| (delay.as_secs_f64() * 1000.0).round() / 1000.0);
        let names = self.conditions.names.as_ref();
        entry.engines = names.map(|names| fixture.engines.map(|engine| names[engine].clone()));
        if !matches!(entry.end, End::Over | End::Proven) {
            for engine in order {
                self.contestants[engine].kill();
            }
        }
        Ok(entry)
    }
}

/// The final difference for the first player of Othello, if there are at most `empties` empty squares.
fn prove(empties: u32, engine: &dyn Engine, solver: &mut BatchSolver<'_, Othello>) -> Option<i32> {
    let position = Othello::default().read(&engine.write()).ok()?;
    if position.board().empties() > empties || position.result().is_some() {
        return None;
    }
    let proof = solver.solve(&position, &SolveRequest::default());
    let line = proof.lines.first().filter(|line| line.proven)?;
    let score = i32::from(line.score.0) / i32::from(DISC);
    Some(match position.side() {
        Side::First => score,
        Side::Second => -score,
    })
}
