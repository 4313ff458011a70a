//! The engine of one game: text in, events out.
//!
//! [`Engine`] is the interface that the shell uses, without any types of a game. [`SearchEngine`] implements it for
//! every [`Notation`] game.

use std::sync::Arc;
use std::time::Duration;

use super::answer_gate::GateWaiter;
use super::event::{EventSink, Progress};
use super::machine_speed::MachineSpeed;
use super::running_search::RunningSearch;
use super::search_job::{self, SearchJob};
use super::sliced_job::SliceState;
use super::time_manager::{GoLimits, TimeManager};
use crate::core::shorten;
use crate::game::{Grid, InputError, Notation, Outcome, SetupError, Side};
use crate::search::{self, Level, RootMoves, Searchable, SharedState, TranspositionTable};

/// Settings of a search beside its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Number of workers, 1 or more.
    pub threads: usize,
    /// Number of best lines reported (`MultiPV`), 1 or more.
    pub lines: usize,
    /// Time subtracted from every deadline.
    pub overhead: Duration,
    /// Seed of the random number generator, for rollouts and for weaker levels.
    pub seed: u64,
    /// Playing strength, in games that have levels.
    pub level: Level,
    /// Whether the caller runs the search by [`Engine::run_slice`], with one worker, instead of a thread.
    pub sliced: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(20),
            seed: 0,
            level: Level::FULL,
            sliced: false,
        }
    }
}

/// A game in progress and the engine that searches it.
pub trait Engine: Send {
    /// Sets up the starting position of the current variant.
    fn reset(&mut self);
    /// Sets up a position, the starting position if `setup` is `None`, and plays `moves`. On an error, nothing changes.
    ///
    /// # Errors
    /// If the position or a move is refused (the reason says which), or the position belongs to another variant.
    fn set_up(&mut self, setup: Option<&str>, moves: &[&str]) -> Result<(), SetupError>;
    /// Plays `moves` on the current position. On an error, nothing changes.
    ///
    /// # Errors
    /// If a move is refused; the reason says which.
    fn play(&mut self, moves: &[&str]) -> Result<(), InputError>;
    /// Takes back the last move played since the position was set up.
    ///
    /// # Errors
    /// If there is none.
    fn undo(&mut self) -> Result<(), InputError>;
    /// Prepares everything that the first search needs, so that it starts at once.
    fn prepare(&self);
    /// Starts a search and returns at once. The last event is one [`Event::Finished`](super::Event::Finished).
    ///
    /// # Errors
    /// If the limits name a move that is not legal, or the system has no thread for the search. No event follows then.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use kaeshi::engine::{Event, GoLimits, Settings};
    /// use kaeshi::games;
    /// use kaeshi::search::TranspositionTable;
    ///
    /// let mut engine = games::open("othello", Arc::new(TranspositionTable::new(16)?))?;
    /// let (sender, events) = std::sync::mpsc::channel();
    /// let limits = GoLimits { depth: Some(3), ..GoLimits::default() };
    /// engine.start_search(&limits, Settings::default(), Box::new(move |event| drop(sender.send(event))))?;
    /// engine.join();
    /// assert!(matches!(events.iter().last(), Some(Event::Finished(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn start_search(
        &mut self,
        limits: &GoLimits,
        settings: Settings,
        listener: EventSink,
    ) -> Result<(), InputError>;
    /// Runs a search started with [`Settings::sliced`] for about `time`. [`Engine::stop`] between two slices ends it in the
    /// next one.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use std::time::Duration;
    ///
    /// use kaeshi::engine::{Event, GoLimits, Settings, SliceState};
    /// use kaeshi::games;
    /// use kaeshi::search::TranspositionTable;
    ///
    /// let mut engine = games::open("othello", Arc::new(TranspositionTable::new(16)?))?;
    /// let (sender, events) = std::sync::mpsc::channel();
    /// let settings = Settings { sliced: true, ..Settings::default() };
    /// engine.start_search(&GoLimits::default(), settings, Box::new(move |event| drop(sender.send(event))))?;
    /// let state = engine.run_slice(Duration::from_millis(10));
    /// assert_eq!(state, SliceState::Running);
    /// engine.stop();
    /// assert_eq!(engine.run_slice(Duration::from_millis(10)), SliceState::Finished);
    /// assert!(matches!(events.try_iter().last(), Some(Event::Finished(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn run_slice(&mut self, time: Duration) -> SliceState;
    /// Handles `ponderhit`: time counts from now on, within `limits`. The search ends at once if `limits` sets no end.
    fn ponderhit(&mut self, limits: &GoLimits, overhead: Duration);
    /// Starts a perft count at `depth` plies and returns at once. The last event is one [`Event::Perft`](super::Event::Perft).
    ///
    /// # Errors
    /// If the system has no thread for it. No event follows then.
    fn start_perft(&mut self, depth: u8, listener: EventSink) -> Result<(), InputError>;
    /// Stops a running search or count soon; its last event is still sent.
    fn stop(&mut self);
    /// Waits until the last event of a running search or count is sent.
    ///
    /// # Panics
    /// If the search has panicked.
    fn join(&mut self);
    /// The progress of the running or last search; `None` if there is none.
    fn progress(&self) -> Option<Progress>;
    /// Uses another transposition table for the searches that follow.
    fn use_table(&mut self, table: Arc<TranspositionTable>);
    /// Whether the game has levels below full strength.
    fn has_levels(&self) -> bool {
        false
    }
    /// The side to move.
    fn side(&self) -> Side;
    /// How the game ended, if it is over.
    fn result(&self) -> Option<Outcome>;
    /// The result in the game's own words, seen from the side to move, if the game is over.
    fn result_in_words(&self) -> Option<String> {
        let words = match self.result()? {
            Outcome::Drawn => "a draw",
            Outcome::Won(side) if side == self.side() => "a win",
            Outcome::Won(_) => "a loss",
        };
        Some(words.to_owned())
    }
    /// How much the first player has won by, negative for a loss, if the game is over. In the game's unit, or 1 where a
    /// win has no size.
    fn margin(&self) -> Option<i32>;
    /// The stones on the board, if the game has a board of squares.
    fn grid(&self) -> Option<Grid>;
    /// The last move played since the position was set up, in the game's notation.
    fn last_move(&self) -> Option<String>;
    /// The positions of the game, from the one that was set up to the current one, each as one line of text.
    fn positions(&self) -> Vec<String>;
    /// The legal moves in the game's notation; none if the game is over.
    fn moves(&self) -> Vec<String>;
    /// The position as one line of text.
    fn write(&self) -> String;
    /// The position drawn for people.
    fn draw(&self) -> String;
}

/// The [`Engine`] of any game.
pub struct SearchEngine<G: Notation + Searchable> {
    position: G,
    /// The moves since the position was set up.
    played: Vec<G::Move>,
    table: Arc<TranspositionTable>,
    running: Option<RunningSearch>,
    speed: MachineSpeed<G>,
}

impl<G: Notation + Searchable> SearchEngine<G> {
    /// An engine at the starting position of the same variant as `variant`, which may be any position.
    #[must_use]
    pub fn new(variant: &G, table: Arc<TranspositionTable>) -> Self {
        Self {
            position: variant.start(),
            played: Vec::new(),
            table,
            running: None,
            speed: MachineSpeed::shared(),
        }
    }

    /// Ends the search before, and runs `job` on a new thread.
    ///
    /// # Errors
    /// If the system has no thread for it.
    fn start(
        &mut self,
        time: TimeManager,
        job: impl FnOnce(&SharedState, &GateWaiter) + Send + 'static,
    ) -> Result<(), InputError> {
        self.stop();
        self.join();
        self.running = Some(RunningSearch::start(time, job)?);
        Ok(())
    }

    fn plies_to_think(&self, limits: &GoLimits) -> u16 {
        let left = limits.clock[self.position.side().index()];
        let left = left.map_or(Duration::MAX, |left| self.speed.scale(left));
        self.position.plies_to_think(left)
    }

    fn root_moves(&self, names: &[String]) -> Result<RootMoves, InputError> {
        let read = |name: &String| {
            let mv = self.position.read_move(name);
            mv.map(|mv| G::pack(&mv))
                .map_err(|why| InputError::new(format!("'{}': {why}", shorten(name))))
        };
        let moves = names.iter().map(read).collect::<Result<_, InputError>>()?;
        Ok(RootMoves::only(moves))
    }
}

/// `position` after `moves`, and the moves.
fn played<G: Notation>(mut position: G, moves: &[&str]) -> Result<(G, Vec<G::Move>), InputError> {
    let mut played = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let mv = position.read_move(text).map_err(|why| {
            let text = shorten(text);
            InputError::new(match moves {
                [_] => format!("'{text}': {why}"),
                _ => format!("move {} ('{text}'): {why}", index + 1),
            })
        })?;
        position.make(&mv);
        played.push(mv);
    }
    Ok((position, played))
}

impl<G: Notation + Searchable> Engine for SearchEngine<G> {
    fn reset(&mut self) {
        self.position = self.position.start();
        self.played.clear();
    }

    fn set_up(&mut self, setup: Option<&str>, moves: &[&str]) -> Result<(), SetupError> {
        let position = match setup {
            None => self.position.start(),
            Some(text) => self.position.read(text)?,
        };
        (self.position, self.played) = played(position, moves)?;
        Ok(())
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), InputError> {
        let (position, moves) = played(self.position.clone(), moves)?;
        self.position = position;
        self.played.extend(moves);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), InputError> {
        let last = self.played.pop();
        let last = last.ok_or_else(|| InputError::new("there is no move to take back"))?;
        self.position.unmake(&last);
        Ok(())
    }

    fn prepare(&self) {
        G::prepare();
        self.speed.measure();
    }

    fn start_search(
        &mut self,
        limits: &GoLimits,
        settings: Settings,
        listener: EventSink,
    ) -> Result<(), InputError> {
        let root_moves = self.root_moves(&limits.search_moves)?;
        let side = self.position.side();
        let plies = self.plies_to_think(limits);
        let clock = TimeManager::start(limits, side, plies, settings.overhead);
        let wanted = search::SearchLimits {
            depth: limits.depth.unwrap_or(i8::MAX),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: clock.deadline(),
            ..search::SearchLimits::default()
        };
        let left = self.position.max_plies_left();
        let skill = settings.level.skill(G::LEVELS).map(|skill| skill.at(left));
        let task = SearchJob {
            position: self.position.clone(),
            limits: skill.map_or(wanted, |skill| skill.limit(wanted, left)),
            root_moves,
            lines: settings.lines,
            skill: skill.map(|skill| (skill, settings.seed)),
            threads: skill.map_or(settings.threads, |_| 1),
            time: clock.clone(),
            endless: limits.is_endless(),
        };
        let table = Arc::clone(&self.table);
        if settings.sliced {
            self.stop();
            self.join();
            let job = RunningSearch::in_slices(clock, &table, |table, shared| {
                search_job::slices(task, table, shared, listener)
            });
            self.running = Some(job);
            return Ok(());
        }
        self.start(clock, move |shared, waiter| {
            search_job::run(&task, &table, shared, waiter, &*listener);
        })
    }

    fn run_slice(&mut self, time: Duration) -> SliceState {
        let running = self.running.as_mut();
        running.map_or(SliceState::Finished, |running| running.run_slice(time))
    }

    fn ponderhit(&mut self, limits: &GoLimits, overhead: Duration) {
        if limits.is_endless() || (limits.is_timed() && self.moves().len() == 1) {
            self.stop();
            return;
        }
        let plies = self.plies_to_think(limits);
        let side = self.position.side();
        if let Some(running) = &mut self.running {
            running.ponderhit(limits, side, plies, overhead);
        }
    }

    fn start_perft(&mut self, depth: u8, listener: EventSink) -> Result<(), InputError> {
        let clock = TimeManager::start(&GoLimits::default(), self.side(), 0, Duration::ZERO);
        let position = self.position.clone();
        self.start(clock.clone(), move |shared, _| {
            search_job::run_perft(&position, depth, shared, &*listener, &clock);
        })
    }

    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop();
        }
    }

    fn join(&mut self) {
        if let Some(running) = self.running.take() {
            running.join();
        }
    }

    fn progress(&self) -> Option<Progress> {
        let running = self.running.as_ref()?;
        // Read before the node count, so that the count of a finished search is complete.
        let is_final = running.is_final();
        Some(Progress {
            is_final,
            ..search_job::progress::<G>(running.elapsed(), &self.table, running.shared())
        })
    }

    fn use_table(&mut self, table: Arc<TranspositionTable>) {
        self.table = table;
    }

    fn has_levels(&self) -> bool {
        !G::LEVELS.is_empty()
    }

    fn side(&self) -> Side {
        self.position.side()
    }

    fn result(&self) -> Option<Outcome> {
        self.position.result()
    }

    fn result_in_words(&self) -> Option<String> {
        let score = self.position.terminal_score(0)?;
        Some(self.position.describe(score))
    }

    fn margin(&self) -> Option<i32> {
        let score = self.position.terminal_score(0)?;
        let margin = match score.plies_to_end() {
            Some(_) => i32::from(score.0.signum()),
            None => i32::from(score.0) / i32::from(G::UNIT),
        };
        Some(match self.position.side() {
            Side::First => margin,
            Side::Second => -margin,
        })
    }

    fn grid(&self) -> Option<Grid> {
        self.position.grid()
    }

    fn last_move(&self) -> Option<String> {
        let last = self.played.last()?;
        let mut before = self.position.clone();
        before.unmake(last);
        Some(before.write_move(last))
    }

    fn positions(&self) -> Vec<String> {
        let mut position = self.position.clone();
        let mut all = vec![position.write()];
        for mv in self.played.iter().rev() {
            position.unmake(mv);
            all.push(position.write());
        }
        all.reverse();
        all
    }

    fn moves(&self) -> Vec<String> {
        let mut names = Vec::new();
        if self.position.result().is_none() {
            self.position
                .moves(|mv| names.push(self.position.write_move(&mv)));
        }
        names
    }

    fn write(&self) -> String {
        self.position.write()
    }

    fn draw(&self) -> String {
        self.position.draw()
    }
}

impl<G: Notation + Searchable> Drop for SearchEngine<G> {
    fn drop(&mut self) {
        self.stop();
        self.join();
    }
}
