//! One decision among several players by Monte Carlo, from the first world to the chosen move.

use std::sync::atomic::Ordering::Relaxed;

use super::monte_carlo::{Arm, Bandit, PassHistory};
use super::party::{Action, MultiGame};
use crate::engine::{
    Event, GateWaiter, GoLimits, Progress, PvInfo, RolloutStats, SearchResult, TimeManager,
};
use crate::game::splitmix64;
use crate::search::{Score, SharedState, TranspositionTable};

/// The input of a decision, and its limits.
pub(super) struct Decision {
    /// The game; the hand of the player to move is known.
    pub(super) party: MultiGame,
    pub(super) memory: PassHistory,
    /// The moves to choose from.
    pub(super) acts: Vec<Action>,
    pub(super) clock: TimeManager,
    pub(super) limits: GoLimits,
    /// Number of best moves reported.
    pub(super) lines: usize,
    /// Seed of the random number generator.
    pub(super) seed: u64,
}

/// Number of worlds at depth 1; doubled for each further depth.
const MIN_DEPTH: u64 = 64;
/// Size of the table for the exact ends of playouts, in MiB.
const TABLE: usize = 4;

/// Decides, reports from time to time, and ends with one [`Event::Finished`].
///
/// An endless decision waits for `release` before it answers.
pub(super) fn monte_carlo(
    decision: &Decision,
    signals: &SharedState,
    release: &GateWaiter,
    listener: &(dyn Fn(Event) + Send),
) {
    let mut thought = None;
    if !decision.acts.is_empty() {
        thought = Some(choose(decision, signals, listener));
        if decision.limits.is_endless() {
            release.wait();
        }
    }
    let best = thought
        .as_ref()
        .and_then(|thought: &PvInfo| thought.pv.first().cloned());
    listener(Event::Finished(SearchResult {
        best,
        info: thought,
        proven: None,
        progress: progress(decision, signals),
    }));
}

fn progress(decision: &Decision, signals: &SharedState) -> Progress {
    Progress {
        nodes: signals.nodes.load(Relaxed),
        time: decision.clock.elapsed(),
        ..Progress::default()
    }
}

/// Plays worlds until a limit or a stop signal ends the decision.
fn choose(decision: &Decision, signals: &SharedState, listener: &(dyn Fn(Event) + Send)) -> PvInfo {
    let sure = decision
        .party
        .sure_lead()
        .map(|meld| Action::Lay(Some(meld)));
    let sure = sure.filter(|act| decision.acts.contains(act));
    let acts = sure.map_or_else(|| decision.acts.clone(), |act| vec![act]);
    // Without memory for this table the smallest one is used.
    let table = TranspositionTable::new(TABLE).or_else(|_| TranspositionTable::new(1));
    let Ok(table) = table else {
        return report(
            decision,
            signals,
            &[fallback(acts[0])],
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
        acts,
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
        signals.nodes.store(bandit.plies(), Relaxed);
        let enough = is_enough(decision, signals, &bandit);
        if bandit.worlds() == next || enough {
            let round = Round {
                depth,
                worlds: bandit.worlds(),
            };
            let thought = report(decision, signals, &bandit.ranking(), round, listener);
            if enough || depth >= deepest {
                return thought;
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

fn fallback(act: Action) -> Arm {
    Arm {
        action: act,
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

fn is_enough(decision: &Decision, signals: &SharedState, bandit: &Bandit<'_>) -> bool {
    let limits = &decision.limits;
    let late = || decision.clock.hard_expired() || decision.clock.soft_expired(1.0);
    signals.stop.load(Relaxed)
        || limits.nodes.is_some_and(|nodes| bandit.plies() >= nodes)
        || late()
}

/// Reports the best moves; returns the report of the first.
fn report(
    decision: &Decision,
    signals: &SharedState,
    ranking: &[Arm],
    round: Round,
    listener: &(dyn Fn(Event) + Send),
) -> PvInfo {
    let Round { depth, worlds } = round;
    let thoughts = ranking.iter().take(decision.lines).enumerate();
    let thoughts: Vec<PvInfo> = thoughts
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
                rollouts: Some(Box::new(RolloutStats {
                    worlds,
                    playouts: choice.games,
                })),
                progress: progress(decision, signals),
                pv: vec![choice.action.to_string()],
            }
        })
        .collect();
    for thought in &thoughts {
        listener(Event::Info(thought.clone()));
    }
    thoughts
        .into_iter()
        .next()
        .expect("there is a move to choose")
}
