//! One decision among several players by Monte Carlo, from the first world to the chosen move.

use std::sync::atomic::Ordering::Relaxed;

use super::super::party::{Action, MultiGame};
use super::bandit::{Arm, Bandit};
use super::pass_history::PassHistory;
use crate::engine::{
    Event, GateWaiter, GoLimits, Progress, PvInfo, RolloutStats, ScoreSource, SearchResult,
    TimeManager,
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

/// Decides, reports from time to time, and ends with one [`Event::Finished`].
///
/// An endless decision waits for `release` before it answers.
pub(in super::super) fn monte_carlo(
    decision: &Decision,
    shared: &SharedState,
    release: &GateWaiter,
    listener: &(dyn Fn(Event) + Send),
) {
    let mut info = None;
    if !decision.actions.is_empty() {
        info = Some(choose(decision, shared, listener));
        if decision.limits.is_endless() {
            release.wait();
        }
    }
    let best = info
        .as_ref()
        .and_then(|info: &PvInfo| info.pv.first().cloned());
    listener(Event::Finished(SearchResult {
        best,
        info,
        proven: None,
        progress: progress(decision, shared),
    }));
}

fn progress(decision: &Decision, shared: &SharedState) -> Progress {
    Progress {
        nodes: shared.nodes.load(Relaxed),
        time: decision.clock.elapsed(),
        ..Progress::default()
    }
}

/// Plays worlds until a limit or a stop signal ends the decision.
fn choose(decision: &Decision, shared: &SharedState, listener: &(dyn Fn(Event) + Send)) -> PvInfo {
    let sure = decision
        .party
        .sure_lead()
        .map(|meld| Action::Lay(Some(meld)));
    let sure = sure.filter(|action| decision.actions.contains(action));
    let actions = sure.map_or_else(|| decision.actions.clone(), |action| vec![action]);
    // Without memory for this table the smallest one is used.
    let table = TranspositionTable::new(TABLE).or_else(|_| TranspositionTable::new(1));
    let Ok(table) = table else {
        return report(
            decision,
            shared,
            &[fallback(actions[0])],
            Round {
                depth: 1,
                worlds: 0,
            },
            listener,
        );
    };
    let nothing = SharedState::default();
    let mut bandit = Bandit::new(
        &decision.party,
        &decision.memory,
        actions,
        seed(decision),
        (&table, &nothing),
    );
    // With a single move, a few worlds suffice to estimate the result.
    let clocked = decision.clock.deadline().is_some();
    let deepest = match decision.limits.depth {
        Some(depth) => depth.unsigned_abs().max(1),
        None if bandit.len() == 1 && clocked => 1,
        None => u8::MAX,
    };
    let mut depth = 1;
    let mut next = MIN_DEPTH;
    loop {
        bandit.step();
        shared.nodes.store(bandit.plies(), Relaxed);
        let enough = is_enough(decision, shared, &bandit);
        if bandit.worlds() == next || enough {
            let round = Round {
                depth,
                worlds: bandit.worlds(),
            };
            let info = report(decision, shared, &bandit.ranking(), round, listener);
            if enough || depth >= deepest {
                return info;
            }
            depth += 1;
            next = next.saturating_mul(2);
        }
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
