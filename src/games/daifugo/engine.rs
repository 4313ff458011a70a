//! The engine of games with several players, some of whose hands may be hidden.
//!
//! Two players whose cards are all known are searched by the general search. Everything else is decided by Monte Carlo:
//! worlds are dealt and played out.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::monte_carlo::{Decision, MonteCarlo, PassHistory};
use super::party::{Action, MultiGame};
use super::rules::fields::refuse;
use super::two_player::TwoPlayerEnd;
use crate::engine::{
    Engine, Event, EventSink, GateWaiter, GoLimits, PerftResult, Progress, RunningSearch,
    SearchEngine, Settings, SliceState, TimeManager,
};
use crate::game::{Game, Grid, InputError, Outcome, SetupError, Side};
use crate::search::{SharedState, TranspositionTable};

/// An [`Engine`] for a game of two to five players.
pub struct MultiEngine {
    start: MultiGame,
    party: MultiGame,
    memory: PassHistory,
    /// For each move since the position was set up: the game and the memory before it, and the move.
    played: Vec<(MultiGame, PassHistory, Action)>,
    table: Arc<TranspositionTable>,
    running: Option<RunningDecision>,
}

/// A decision in progress.
enum RunningDecision {
    /// The general search decides.
    Searching(Box<SearchEngine<TwoPlayerEnd>>),
    /// Worlds are played out, or leaves counted.
    Playing(RunningSearch),
}

impl MultiEngine {
    /// The engine at this starting position.
    #[must_use]
    pub fn new(start: MultiGame, table: Arc<TranspositionTable>) -> Self {
        Self {
            start,
            party: start,
            memory: PassHistory::default(),
            played: Vec::new(),
            table,
            running: None,
        }
    }

    /// The engine in the middle of a game, with the `memory` of its passes.
    #[must_use]
    pub fn at(party: &MultiGame, memory: PassHistory, table: Arc<TranspositionTable>) -> Self {
        let mut engine = Self::new(*party, table);
        engine.memory = memory;
        engine
    }

    /// The current position of the game.
    #[must_use]
    pub const fn party(&self) -> &MultiGame {
        &self.party
    }

    /// The rest of the game, if two players are left and all their cards are known.
    fn two_player_end(&self) -> Option<TwoPlayerEnd> {
        TwoPlayerEnd::of(&self.party.infer_single_hidden_hand()?)
    }

    /// Ends the decision before, and runs `job` on a new thread.
    fn start(
        &mut self,
        time: TimeManager,
        job: impl FnOnce(&SharedState, &GateWaiter) + Send + 'static,
    ) -> Result<(), InputError> {
        self.stop();
        self.join();
        self.running = Some(RunningDecision::Playing(RunningSearch::start(time, job)?));
        Ok(())
    }

    /// The moves to choose from: those named, or all.
    fn actions(&self, names: &[String]) -> Result<Vec<Action>, InputError> {
        if names.is_empty() {
            return Ok(self.party.actions());
        }
        names
            .iter()
            .map(|name| self.party.read_action(name))
            .collect()
    }
}

/// Decides for about `time`; sends the result once the decision is made.
fn decide_slice(
    decision: &mut MonteCarlo,
    shared: &SharedState,
    time: Duration,
    listener: &(dyn Fn(Event) + Send),
) -> SliceState {
    if !decision.run(shared, Some(time), listener) {
        return SliceState::Running;
    }
    let is_released = shared.stop.load(Relaxed) || shared.is_released.load(Relaxed);
    if decision.keeps_answer() && !is_released {
        return SliceState::Waiting;
    }
    decision.finish(shared, listener);
    SliceState::Finished
}

/// The game and the memory after some moves, and those before each of them.
type Played = (
    MultiGame,
    PassHistory,
    Vec<(MultiGame, PassHistory, Action)>,
);

fn play(
    mut party: MultiGame,
    mut memory: PassHistory,
    moves: &[&str],
) -> Result<Played, InputError> {
    let mut played = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let action = party.read_action(text).map_err(|why| match moves {
            [_] => why,
            _ => InputError::new(format_args!("move {}: {why}", index + 1)),
        })?;
        played.push((party, memory.clone(), action));
        memory.record(&party, action);
        party.apply(action);
    }
    Ok((party, memory, played))
}

impl Engine for MultiEngine {
    fn reset(&mut self) {
        self.party = self.start;
        self.memory = PassHistory::default();
        self.played.clear();
    }

    fn set_up(&mut self, setup: Option<&str>, moves: &[&str]) -> Result<(), SetupError> {
        let party = match setup {
            None => self.start,
            Some(text) => MultiGame::read(text)?,
        };
        if setup.is_some() && party.is_simple() {
            return Err(SetupError::Variant(format!("daifugo {}", party.rules())));
        }
        (self.party, self.memory, self.played) = play(party, PassHistory::default(), moves)?;
        Ok(())
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), InputError> {
        let (party, memory, played) = play(self.party, self.memory.clone(), moves)?;
        (self.party, self.memory) = (party, memory);
        self.played.extend(played);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), InputError> {
        let last = self.played.pop();
        let last = last.ok_or_else(|| InputError::new("there is no move to take back"))?;
        (self.party, self.memory) = (last.0, last.1);
        Ok(())
    }

    fn prepare(&self) {}

    fn start_search(
        &mut self,
        limits: &GoLimits,
        settings: Settings,
        listener: EventSink,
    ) -> Result<(), InputError> {
        let actions = self.actions(&limits.search_moves)?;
        self.stop();
        self.join();
        if let Some(endgame) = self.two_player_end() {
            let mut player = SearchEngine::new(&endgame, Arc::clone(&self.table));
            let text = endgame.party().write();
            player.set_up(Some(&text), &[]).map_err(InputError::new)?;
            player.start_search(limits, settings, listener)?;
            self.running = Some(RunningDecision::Searching(Box::new(player)));
            return Ok(());
        }
        let party = self.party.infer_single_hidden_hand().unwrap_or(self.party);
        let turn = party.turn();
        if !party.is_over() && party.is_hidden(turn) {
            let why = "the hand of the player to move is hidden: nothing to think about";
            return Err(refuse(why, "hands", &format!("?{}", party.held(turn))));
        }
        let clock = TimeManager::start(limits, self.side(), party.plies(), settings.overhead);
        let decision = Decision {
            party,
            memory: self.memory.clone(),
            actions,
            clock: clock.clone(),
            limits: limits.clone(),
            lines: settings.lines,
            seed: settings.seed,
        };
        let mut decision = MonteCarlo::new(decision);
        if settings.sliced {
            let running = RunningSearch::in_slices(clock, &self.table, |_, shared| {
                Box::new(move |time| decide_slice(&mut decision, shared, time, &*listener))
            });
            self.running = Some(RunningDecision::Playing(running));
            return Ok(());
        }
        self.start(clock, move |shared, release| {
            decision.run(shared, None, &*listener);
            if decision.keeps_answer() {
                release.wait();
            }
            decision.finish(shared, &*listener);
        })
    }

    fn run_slice(&mut self, time: Duration) -> SliceState {
        match &mut self.running {
            Some(RunningDecision::Searching(player)) => player.run_slice(time),
            Some(RunningDecision::Playing(running)) => running.run_slice(time),
            None => SliceState::Finished,
        }
    }

    fn ponderhit(&mut self, limits: &GoLimits, overhead: Duration) {
        if limits.is_endless() {
            self.stop();
        }
        let (side, plies) = (self.side(), self.party.plies());
        match &mut self.running {
            Some(RunningDecision::Searching(player)) => player.ponderhit(limits, overhead),
            Some(RunningDecision::Playing(running)) => {
                running.ponderhit(limits, side, plies, overhead);
            }
            None => {}
        }
    }

    fn start_perft(&mut self, depth: u8, listener: EventSink) -> Result<(), InputError> {
        let clock = TimeManager::start(&GoLimits::default(), self.side(), 0, Duration::ZERO);
        let party = self.party;
        self.start(clock.clone(), move |shared, _| {
            let mut leaves = 0;
            let mut moves = Vec::new();
            for action in party.actions() {
                let mut after = party;
                after.apply(action);
                let below = after.leaves(depth.saturating_sub(1), &shared.stop);
                moves.push((action.to_string(), below));
                leaves += below;
            }
            let stopped = shared.stop.load(Relaxed);
            listener(Event::Perft(PerftResult {
                moves,
                leaves: (!stopped).then_some(if depth == 0 { 1 } else { leaves }),
                time: clock.elapsed(),
            }));
        })
    }

    fn stop(&mut self) {
        match &mut self.running {
            Some(RunningDecision::Searching(player)) => player.stop(),
            Some(RunningDecision::Playing(running)) => running.stop(),
            None => {}
        }
    }

    fn join(&mut self) {
        match self.running.take() {
            Some(RunningDecision::Searching(mut player)) => player.join(),
            Some(RunningDecision::Playing(running)) => running.join(),
            None => {}
        }
    }

    fn progress(&self) -> Option<Progress> {
        match self.running.as_ref()? {
            RunningDecision::Searching(player) => player.progress(),
            RunningDecision::Playing(running) => Some(Progress {
                is_final: running.is_final(),
                nodes: running.shared().nodes.load(Relaxed),
                time: running.elapsed(),
                ..Progress::default()
            }),
        }
    }

    fn use_table(&mut self, table: Arc<TranspositionTable>) {
        self.table = table;
    }

    /// Player 0 is the first side; of the last two players, the one with the lower number.
    fn side(&self) -> Side {
        match TwoPlayerEnd::of(&self.party) {
            Some(endgame) => endgame.side(),
            None if self.party.turn() == 0 => Side::First,
            None => Side::Second,
        }
    }

    /// Won by the first side if player 0 came first, otherwise by the second.
    fn result(&self) -> Option<Outcome> {
        if !self.party.is_over() {
            return None;
        }
        Some(Outcome::Won(match self.party.places() {
            [0, ..] => Side::First,
            _ => Side::Second,
        }))
    }

    fn margin(&self) -> Option<i32> {
        Some(match self.result()? {
            Outcome::Won(Side::First) => 1,
            _ => -1,
        })
    }

    fn grid(&self) -> Option<Grid> {
        None
    }

    fn positions(&self) -> Vec<String> {
        let before = self.played.iter().map(|(party, ..)| party.write());
        before.chain([self.party.write()]).collect()
    }

    fn last_move(&self) -> Option<String> {
        self.played.last().map(|(_, _, action)| action.to_string())
    }

    fn moves(&self) -> Vec<String> {
        self.party.actions().iter().map(Action::to_string).collect()
    }

    fn write(&self) -> String {
        self.party.write()
    }

    fn draw(&self) -> String {
        self.party.draw()
    }
}

impl Drop for MultiEngine {
    fn drop(&mut self) {
        self.stop();
        self.join();
    }
}
