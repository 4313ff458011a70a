//! One decision among several players, from the first world to the answer.

use std::sync::atomic::Ordering::Relaxed;

use crossbeam_channel::Receiver;

use super::guess::{Bandit, Choice, Memory};
use super::party::{Act, Party};
use crate::engine::{Chosen, Clock, Event, Limits, Progress, Sample, Thought};
use crate::game::mix;
use crate::search::{Score, Signals, Table};

/// What is to be decided, and within which limits.
pub(super) struct Decision {
    /// The player to move sees his own cards.
    pub(super) party: Party,
    pub(super) memory: Memory,
    /// What may be chosen.
    pub(super) acts: Vec<Act>,
    pub(super) clock: Clock,
    pub(super) limits: Limits,
    /// How many best moves are reported.
    pub(super) lines: usize,
    /// Where random numbers begin.
    pub(super) seed: u64,
}

/// Worlds of depth 1; every depth more has twice as many.
const SHALLOWEST: u64 = 64;
/// Size of the table for the ends of playouts, in MiB.
const TABLE: usize = 4;

/// Decides, reports now and then, and answers with one [`Event::Chosen`].
///
/// `released` is disconnected when the decision is told to stop.
pub(super) fn deliberate(
    decision: &Decision,
    signals: &Signals,
    released: &Receiver<()>,
    listener: &(dyn Fn(Event) + Send),
) {
    let mut thought = None;
    if !decision.acts.is_empty() {
        thought = Some(choose(decision, signals, listener));
        if decision.limits.is_endless() {
            // Disconnection is the signal; nothing is ever sent.
            let _ = released.recv();
        }
    }
    let best = thought
        .as_ref()
        .and_then(|thought: &Thought| thought.line.first().cloned());
    listener(Event::Chosen(Chosen {
        best,
        thought,
        proven: None,
        progress: progress(decision, signals),
    }));
}

fn progress(decision: &Decision, signals: &Signals) -> Progress {
    Progress {
        nodes: signals.nodes.load(Relaxed),
        time: decision.clock.elapsed(),
        ..Progress::default()
    }
}

/// Thinks until the limits or a stop say enough.
fn choose(decision: &Decision, signals: &Signals, listener: &(dyn Fn(Event) + Send)) -> Thought {
    let sure = decision.party.sure_lead().map(|meld| Act::Lay(Some(meld)));
    let sure = sure.filter(|act| decision.acts.contains(act));
    let acts = sure.map_or_else(|| decision.acts.clone(), |act| vec![act]);
    // Without memory for a table the ends are looked up in the smallest one there is.
    let table = Table::new(TABLE).or_else(|_| Table::new(1));
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
    let nothing = Signals::default();
    let mut bandit = Bandit::new(
        &decision.party,
        &decision.memory,
        acts,
        seed(decision),
        (&table, &nothing),
    );
    // Where there is nothing to decide, a few worlds tell what to expect.
    let clocked = decision.clock.deadline().is_some();
    let deepest = match decision.limits.depth {
        Some(depth) => depth.unsigned_abs().max(1),
        None if bandit.len() == 1 && clocked => 1,
        None => u8::MAX,
    };
    let mut depth = 1;
    let mut next = SHALLOWEST;
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

/// How far a decision has come.
#[derive(Clone, Copy)]
struct Round {
    depth: u8,
    worlds: u64,
}

fn fallback(act: Act) -> Choice {
    Choice {
        act,
        games: 0,
        points: 0,
    }
}

/// The same cards, limits and seed lead to the same answer.
fn seed(decision: &Decision) -> u64 {
    let text = decision.party.write();
    text.bytes()
        .fold(decision.seed, |seed, byte| mix(seed ^ u64::from(byte)))
}

fn is_enough(decision: &Decision, signals: &Signals, bandit: &Bandit<'_>) -> bool {
    let limits = &decision.limits;
    let late = || decision.clock.is_late() || decision.clock.is_enough(1.0);
    signals.stop.load(Relaxed)
        || limits.nodes.is_some_and(|nodes| bandit.plies() >= nodes)
        || late()
}

/// Tells of the best moves; returns what is said of the best one.
fn report(
    decision: &Decision,
    signals: &Signals,
    ranking: &[Choice],
    round: Round,
    listener: &(dyn Fn(Event) + Send),
) -> Thought {
    let Round { depth, worlds } = round;
    let thoughts = ranking.iter().take(decision.lines).enumerate();
    let thoughts: Vec<Thought> = thoughts
        .map(|(at, choice)| {
            let points = choice.mean();
            #[expect(clippy::cast_possible_truncation, reason = "points are 1 to 5")]
            let hundredths = (points * 100.0).round() as i16;
            Thought {
                depth,
                deepest: 1,
                confidence: 100,
                score: Score(hundredths),
                hundredths: hundredths.into(),
                rank: at + 1,
                finished: true,
                proven: None,
                sample: Some(Box::new(Sample {
                    worlds,
                    playouts: choice.games,
                })),
                progress: progress(decision, signals),
                line: vec![choice.act.to_string()],
            }
        })
        .collect();
    for thought in &thoughts {
        listener(Event::Thought(thought.clone()));
    }
    thoughts
        .into_iter()
        .next()
        .expect("there is a move to choose")
}
