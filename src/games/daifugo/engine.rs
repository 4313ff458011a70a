//! The engine of games with several players, some of whose hands may be hidden.
//!
//! Two players whose cards are all known are searched by the general search. Everything else is decided by Monte Carlo:
//! worlds are dealt and played out.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::JoinHandle;
use std::time::Duration;

use super::monte_carlo::{Decision, PassHistory, monte_carlo};
use super::party::{Action, MultiGame};
use super::rules::fields::refuse;
use super::two_player::TwoPlayerEnd;
use crate::engine::search_thread;
use crate::engine::{
    AnswerGate, Engine, Event, EventSink, GateWaiter, GoLimits, PerftResult, Progress,
    SearchEngine, Settings, TimeManager,
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
    thinking: Option<RunningSearch>,
}

/// A decision in progress.
enum RunningSearch {
    /// The general search decides.
    Searching(Box<SearchEngine<TwoPlayerEnd>>),
    /// Worlds are played out, or leaves counted.
    Playing {
        shared: Arc<SharedState>,
        clock: TimeManager,
        /// Dropped to release a decision that waits for its stop.
        hold: Option<AnswerGate>,
        thread: JoinHandle<()>,
    },
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
            thinking: None,
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

    fn start<J>(&mut self, clock: TimeManager, job: J) -> Result<(), InputError>
    where
        J: FnOnce(&SharedState, &GateWaiter) + Send + 'static,
    {
        self.stop();
        self.join();
        let shared = Arc::new(SharedState::default());
        let (hold, release) = AnswerGate::new();
        let job_state = Arc::clone(&shared);
        let thread = search_thread::spawn(move || job(&job_state, &release))?;
        self.thinking = Some(RunningSearch::Playing {
            shared,
            clock,
            hold: Some(hold),
            thread,
        });
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
            self.thinking = Some(RunningSearch::Searching(Box::new(player)));
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
        self.start(clock, move |shared, release| {
            monte_carlo(&decision, shared, release, &*listener);
        })
    }

    fn ponderhit(&mut self, limits: &GoLimits, overhead: Duration) {
        if limits.is_endless() {
            self.stop();
        }
        let (side, plies) = (self.side(), self.party.plies());
        match &mut self.thinking {
            Some(RunningSearch::Searching(player)) => player.ponderhit(limits, overhead),
            Some(RunningSearch::Playing { clock, hold, .. }) => {
                clock.ponderhit(limits, side, plies, overhead);
                *hold = None;
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
        match &mut self.thinking {
            Some(RunningSearch::Searching(player)) => player.stop(),
            Some(RunningSearch::Playing { shared, hold, .. }) => {
                shared.stop.store(true, Relaxed);
                *hold = None;
            }
            None => {}
        }
    }

    fn join(&mut self) {
        match self.thinking.take() {
            Some(RunningSearch::Searching(mut player)) => player.join(),
            // In a release build a panic has already ended the program.
            Some(RunningSearch::Playing { thread, .. }) => {
                thread.join().expect("a decision does not panic");
            }
            None => {}
        }
    }

    fn progress(&self) -> Option<Progress> {
        match self.thinking.as_ref()? {
            RunningSearch::Searching(player) => player.progress(),
            RunningSearch::Playing {
                shared,
                clock,
                hold,
                ..
            } => Some(Progress {
                is_final: hold.as_ref().is_some_and(AnswerGate::is_waited_for),
                nodes: shared.nodes.load(Relaxed),
                time: clock.elapsed(),
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
