//! One decision among several players by Monte Carlo, from the first world to the chosen move.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use self_cell::self_cell;

use super::super::party::{Action, MultiGame};
use super::bandit::{Arm, Bandit};
use super::pass_history::PassHistory;
use crate::engine::{
    Event, GoLimits, Progress, PvInfo, RolloutStats, ScoreSource, SearchResult, TimeManager,
};
use crate::game::splitmix64;
use crate::search::{Score, SharedState, TranspositionTable};

/// The input of a decision, and its limits.
pub(in super::super) struct Decision {
    /// The game; the hand of the player to move is known.
    pub(in super::super) party: MultiGame,
    pub(in super::super) memory: PassHistory,
    /// The moves to choose from.
    pub(in super::super) actions: Vec<Action>,
    pub(in super::super) clock: TimeManager,
    pub(in super::super) limits: GoLimits,
    /// Number of best moves reported.
    pub(in super::super) lines: usize,
    /// Seed of the random number generator.
    pub(in super::super) seed: u64,
}

/// Number of worlds at depth 1; doubled for each further depth.
const MIN_DEPTH: u64 = 64;
/// Size of the table for the exact ends of playouts, in MiB.
const TABLE: usize = 4;

/// A decision in progress.
pub(in super::super) struct MonteCarlo {
    decision: Decision,
    /// The games that are played; `None` if there is nothing to decide, or no memory.
    games: Option<Games>,
    round: Round,
    /// The number of worlds at which this depth ends.
    next: u64,
    /// The last depth.
    deepest: u8,
    /// The last report of the best move.
    info: Option<PvInfo>,
}

/// What a bandit borrows.
struct Ground {
    table: TranspositionTable,
    /// The signals of the searches in playouts: nothing stops them.
    signals: SharedState,
    memory: PassHistory,
}

self_cell!(
    /// A bandit and what it borrows.
    struct Games {
        owner: Ground,
        #[not_covariant]
        dependent: Bandit,
    }
);

impl MonteCarlo {
    pub(in super::super) fn new(mut decision: Decision) -> Self {
        let sure = decision
            .party
            .sure_lead()
            .map(|meld| Action::Lay(Some(meld)));
        if let Some(action) = sure.filter(|action| decision.actions.contains(action)) {
            decision.actions = vec![action];
        }
        // With a single move, a few worlds suffice to estimate the result.
        let clocked = decision.clock.deadline().is_some();
        let deepest = match decision.limits.depth {
            Some(depth) => depth.unsigned_abs().max(1),
            None if decision.actions.len() == 1 && clocked => 1,
            None => u8::MAX,
        };
        // Without memory for this table the smallest one is used.
        let table = TranspositionTable::new(TABLE).or_else(|_| TranspositionTable::new(1));
        let table = table.ok().filter(|_| !decision.actions.is_empty());
        let games = table.map(|table| {
            let ground = Ground {
                table,
                signals: SharedState::default(),
                memory: decision.memory.clone(),
            };
            let (party, actions) = (decision.party, decision.actions.clone());
            let seed = seed(&decision);
            Games::new(ground, |ground| {
                let shared = (&ground.table, &ground.signals);
                Bandit::new(&party, &ground.memory, actions, seed, shared)
            })
        });
        Self {
            decision,
            games,
            round: Round {
                depth: 1,
                worlds: 0,
            },
            next: MIN_DEPTH,
            deepest,
            info: None,
        }
    }

    /// Plays worlds until a limit or a stop signal ends the decision, or for the time `slice`. Reports from time to time. Returns
    /// whether the decision is made.
    pub(in super::super) fn run(
        &mut self,
        shared: &SharedState,
        slice: Option<Duration>,
        listener: &(dyn Fn(Event) + Send),
    ) -> bool {
        if self.info.is_some() && self.games.is_none() {
            return true;
        }
        let Self {
            decision,
            games,
            round,
            next,
            deepest,
            info,
        } = self;
        let Some(mut playing) = games.take() else {
            if let Some(first) = decision.actions.first() {
                let only = [fallback(*first)];
                *info = Some(report(decision, shared, &only, *round, listener));
            }
            return true;
        };
        let clock = decision.clock.clone();
        let pause = slice.map(|slice| clock.elapsed().saturating_add(slice));
        let is_over = playing.with_dependent_mut(|_, bandit| {
            loop {
                bandit.step();
                shared.nodes.store(bandit.plies(), Relaxed);
                let enough = is_enough(decision, shared, bandit);
                round.worlds = bandit.worlds();
                if bandit.worlds() == *next || enough {
                    let ranking = bandit.ranking();
                    *info = Some(report(decision, shared, &ranking, *round, listener));
                    if enough || round.depth >= *deepest {
                        return true;
                    }
                    round.depth += 1;
                    *next = next.saturating_mul(2);
                }
                if pause.is_some_and(|pause| clock.elapsed() >= pause) {
                    return false;
                }
            }
        });
        if !is_over {
            *games = Some(playing);
        }
        is_over
    }

    /// Whether there is a move that an endless decision keeps back until it is stopped.
    pub(in super::super) fn keeps_answer(&self) -> bool {
        self.info.is_some() && self.decision.limits.is_endless()
    }

    /// Sends the result.
    pub(in super::super) fn finish(&self, shared: &SharedState, listener: &(dyn Fn(Event) + Send)) {
        let best = self.info.as_ref().and_then(|info| info.pv.first().cloned());
        listener(Event::Finished(SearchResult {
            best,
            info: self.info.clone(),
            proven: None,
            progress: progress(&self.decision, shared),
        }));
    }
}

fn progress(decision: &Decision, shared: &SharedState) -> Progress {
    Progress {
        nodes: shared.nodes.load(Relaxed),
        time: decision.clock.elapsed(),
        ..Progress::default()
    }
}

/// The progress of a decision: its depth and the worlds played.
#[derive(Clone, Copy)]
struct Round {
    depth: u8,
    worlds: u64,
}

fn fallback(action: Action) -> Arm {
    Arm {
        action,
        games: 0,
        points: 0,
    }
}

/// The seed depends on the cards, so that the same cards, limits and seed give the same move.
fn seed(decision: &Decision) -> u64 {
    let text = decision.party.write();
    text.bytes().fold(decision.seed, |seed, byte| {
        splitmix64(seed ^ u64::from(byte))
    })
}

fn is_enough(decision: &Decision, shared: &SharedState, bandit: &Bandit<'_>) -> bool {
    let limits = &decision.limits;
    let late = || decision.clock.hard_expired() || decision.clock.soft_expired(1.0);
    shared.stop.load(Relaxed) || limits.nodes.is_some_and(|nodes| bandit.plies() >= nodes) || late()
}

/// Reports the best moves; returns the report of the first.
fn report(
    decision: &Decision,
    shared: &SharedState,
    ranking: &[Arm],
    round: Round,
    listener: &(dyn Fn(Event) + Send),
) -> PvInfo {
    let Round { depth, worlds } = round;
    let infos = ranking.iter().take(decision.lines).enumerate();
    let infos: Vec<PvInfo> = infos
        .map(|(at, choice)| {
            let points = choice.mean();
            #[expect(clippy::cast_possible_truncation, reason = "points are 1 to 5")]
            let hundredths = (points * 100.0).round() as i16;
            PvInfo {
                depth,
                seldepth: 1,
                confidence: 100,
                score: Score(hundredths),
                hundredths: hundredths.into(),
                rank: at + 1,
                finished: true,
                proven: None,
                source: Some(Box::new(ScoreSource::Rollouts(RolloutStats {
                    worlds,
                    playouts: choice.games,
                }))),
                progress: progress(decision, shared),
                pv: vec![choice.action.to_string()],
            }
        })
        .collect();
    for info in &infos {
        listener(Event::Info(info.clone()));
    }
    infos.into_iter().next().expect("there is a move to choose")
}
