//! One search from start to result, on its own threads.

use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::answer_gate::GateWaiter;
use super::best_move_stability::BestMoveStability;
use super::event::{Event, EventSink, PerftResult, Progress, PvInfo, SearchResult};
use super::sliced_job::{SliceState, Slices};
use super::time_manager::TimeManager;
use crate::game::{Game, Notation, PackedMove, splitmix64};
use crate::search::{
    self, Deepened, Deepening, PvReport, RootMoves, Score, Searchable, SharedState, Skill,
    ThreadPool, TranspositionTable, Window, Worker,
};

/// The job of a search thread.
pub(super) struct SearchJob<G> {
    /// The position.
    pub(super) position: G,
    /// The limits of this search, the same for all its workers.
    pub(super) limits: search::SearchLimits,
    /// The root moves to search.
    pub(super) root_moves: RootMoves,
    /// The number of best lines (`MultiPV`), 1 or more.
    pub(super) lines: usize,
    /// Below full strength: the skill, and the seed of its random choice.
    pub(super) skill: Option<(Skill, u64)>,
    /// The number of workers, 1 or more; below full strength 1, since the results of more are not reproducible.
    pub(super) threads: usize,
    /// The clock, which says when to begin no further iteration.
    pub(super) time: TimeManager,
    /// Whether to wait for a stop before the result is sent.
    pub(super) endless: bool,
}

impl<G> SearchJob<G> {
    /// Begins the search in `table`. A weaker level begins with an empty one, so that the same seed and the same game lead to
    /// the same moves, whatever was searched before.
    fn begin(&self, table: &TranspositionTable) {
        if self.skill.is_some() {
            table.clear();
        } else {
            table.new_search();
        }
    }
}

/// Runs the search, calls `listener` with every line and at the end with one [`Event::Finished`].
///
/// An endless search waits for `waiter` before it answers.
pub(super) fn run<G: Notation + Searchable>(
    task: &SearchJob<G>,
    table: &TranspositionTable,
    shared: &SharedState,
    waiter: &GateWaiter,
    listener: &(dyn Fn(Event) + Send),
) {
    let mut results = Results::new(task);
    if results.has_moves() {
        task.begin(table);
        search_together(task, results.lines, (table, shared), &mut |report| {
            results.record(task, (table, shared), report, listener)
        });
    }
    if task.endless && results.has_moves() {
        waiter.wait();
    }
    results.finish(task, (table, shared), listener);
}

/// As [`run`], in slices and with one worker.
pub(super) fn slices<'s, G: Notation + Searchable>(
    task: SearchJob<G>,
    table: &'s TranspositionTable,
    shared: &'s SharedState,
    listener: EventSink,
) -> Slices<'s> {
    let mut results = Results::new(&task);
    let mut deepening = Deepening::new(results.lines);
    let mut is_over = !results.has_moves();
    if !is_over {
        task.begin(table);
    }
    let worker = Worker::new(task.position.clone(), table, shared, task.limits);
    let mut worker = worker.with_root_moves(task.root_moves.clone());
    Box::new(move |time| {
        if !is_over {
            worker.pause_after(time);
            let deepened = worker.deepen(&mut deepening, |report| {
                results.record(&task, (table, shared), report, &*listener)
            });
            worker.flush_nodes();
            is_over = deepened == Deepened::Finished;
        }
        let is_released = shared.stop.load(Relaxed) || shared.is_released.load(Relaxed);
        if !is_over {
            SliceState::Running
        } else if task.endless && results.has_moves() && !is_released {
            SliceState::Waiting
        } else {
            mem::take(&mut results).finish(&task, (table, shared), &*listener);
            SliceState::Finished
        }
    })
}

/// The results of a search so far.
struct Results<G: Game> {
    moves: Vec<G::Move>,
    /// The number of lines to search, 1 or more.
    lines: usize,
    infos: MultiPvLines,
    stability: BestMoveStability,
}

impl<G: Notation> Default for Results<G> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            lines: 1,
            infos: MultiPvLines::default(),
            stability: BestMoveStability::default(),
        }
    }
}

impl<G: Notation> Results<G> {
    fn new(task: &SearchJob<G>) -> Self {
        let mut moves = Vec::new();
        if task.position.result().is_none() {
            task.position.moves(|mv| moves.push(mv));
        }
        let lines = match task.skill {
            // The weakened engine may choose any move, so all need a score.
            Some((skill, _)) if skill.temperature > 0 => moves.len().max(task.lines),
            _ => task.lines,
        };
        Self {
            moves,
            lines,
            ..Self::default()
        }
    }

    fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Reports a line; says whether the search is to go on.
    fn record(
        &mut self,
        task: &SearchJob<G>,
        (table, shared): (&TranspositionTable, &SharedState),
        report: &PvReport,
        listener: &(dyn Fn(Event) + Send),
    ) -> ControlFlow<()> {
        let info = to_info(task, table, shared, report);
        self.infos.add(&info);
        if report.rank < task.lines {
            listener(Event::Info(info));
        }
        // A forced move is played at once if the clock is running.
        let forced = self.moves.len() == 1 && task.time.deadline().is_some();
        if report.rank == 0 && report.finished {
            self.stability.record(report.pv.first().copied());
        }
        if forced || task.time.soft_expired(self.stability.time_factor()) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Sends the result.
    fn finish(
        self,
        task: &SearchJob<G>,
        (table, shared): (&TranspositionTable, &SharedState),
        listener: &(dyn Fn(Event) + Send),
    ) {
        let fallback = || self.moves.first().map(|mv| task.position.write_move(mv));
        let info = self.infos.choose(task);
        if let Some(chosen) = info.as_ref().filter(|info| info.rank > task.lines) {
            // A weaker level plays another move than the best, so its score and line are reported last.
            listener(Event::Info(PvInfo {
                rank: 1,
                ..chosen.clone()
            }));
        }
        let best = info.as_ref().and_then(|info| info.pv.first().cloned());
        listener(Event::Finished(SearchResult {
            best: best.or_else(fallback),
            info,
            proven: format_bounds(&task.position, shared.root_bounds.bounds()),
            progress: progress::<G>(task.time.elapsed(), table, shared),
        }));
    }
}

/// The lines of the iterations, best first.
#[derive(Default)]
struct MultiPvLines {
    /// The lines of the last iteration, which may be unfinished.
    last: Vec<PvInfo>,
    /// The lines of the last iteration with as many lines as any before.
    whole: Vec<PvInfo>,
}

impl MultiPvLines {
    fn add(&mut self, info: &PvInfo) {
        self.last.truncate(info.rank - 1);
        self.last.push(info.clone());
        if self.last.len() >= self.whole.len() {
            self.whole.clone_from(&self.last);
        }
    }

    /// The line to play: the best, or at a weaker level one chosen at random.
    fn choose<G: Game>(mut self, task: &SearchJob<G>) -> Option<PvInfo> {
        let Some((skill, seed)) = task.skill.filter(|(skill, _)| skill.temperature > 0) else {
            return self.last.into_iter().next();
        };
        let scores: Vec<_> = self.whole.iter().map(|line| line.hundredths).collect();
        let drawn = skill.draw(&scores, splitmix64(seed) ^ task.position.hash());
        (drawn < scores.len()).then(|| self.whole.swap_remove(drawn))
    }
}

/// Searches with all workers; only the first one reports.
fn search_together<G: Notation + Searchable>(
    task: &SearchJob<G>,
    lines: usize,
    (table, shared): (&TranspositionTable, &SharedState),
    report: &mut dyn FnMut(&PvReport) -> ControlFlow<()>,
) {
    let worker = || Worker::new(task.position.clone(), table, shared, task.limits);
    ThreadPool::run(task.threads, worker, |first| {
        let mut first = first.with_root_moves(task.root_moves.clone());
        first.iterative_deepening(lines, report);
        first.flush_nodes();
    });
}

/// The progress of the search so far.
pub(super) fn progress<G: Game>(
    time: Duration,
    table: &TranspositionTable,
    shared: &SharedState,
) -> Progress {
    let Window { alpha, beta } = shared.root_bounds.bounds();
    Progress {
        nodes: shared.nodes.load(Relaxed),
        time,
        hashfull: table.hashfull(),
        bounds: [alpha, beta].map(known_hundredths::<G>),
        is_final: false,
    }
}

/// The score in hundredths; `None` if nothing is known, or for a win or loss in plies.
fn known_hundredths<G: Game>(score: Score) -> Option<i32> {
    (!score.is_decided()).then(|| hundredths::<G>(score))
}

fn hundredths<G: Game>(score: Score) -> i32 {
    i32::from(score.0) * 100 / i32::from(G::UNIT)
}

/// The proven bounds of the score, in the terms of the game.
fn format_bounds<G: Notation>(position: &G, bounds: Window) -> Option<String> {
    let Window { alpha, beta } = bounds;
    let [lower, upper] = [alpha, beta].map(|score| position.describe(score));
    match (alpha > Score::MIN, beta < Score::MAX) {
        (true, true) if alpha == beta => Some(lower),
        (true, true) => Some(format!("at least {lower}, at most {upper}")),
        (true, false) if alpha.is_decided() && alpha > Score::DRAW => {
            Some(format!("{lower} or fewer"))
        }
        (false, true) if beta.is_decided() && beta < Score::DRAW => {
            Some(format!("{upper} or fewer"))
        }
        (true, false) => Some(format!("at least {lower}")),
        (false, true) => Some(format!("at most {upper}")),
        (false, false) => None,
    }
}

fn to_info<G: Notation>(
    task: &SearchJob<G>,
    table: &TranspositionTable,
    shared: &SharedState,
    report: &PvReport,
) -> PvInfo {
    PvInfo {
        depth: report.draft.depth.unsigned_abs(),
        seldepth: report.seldepth,
        confidence: report.draft.selectivity.percent(),
        score: report.score,
        hundredths: hundredths::<G>(report.score),
        rank: report.rank + 1,
        finished: report.finished,
        proven: report.proven.then(|| {
            let score = task.position.describe(report.score);
            // A won game may turn out to be won sooner.
            let bounds = shared.root_bounds.bounds();
            let known = (report.rank == 0 && report.score.is_decided())
                .then(|| format_bounds(&task.position, bounds));
            known.flatten().unwrap_or(score)
        }),
        source: None,
        progress: progress::<G>(task.time.elapsed(), table, shared),
        pv: write_line(&task.position, &report.pv),
    }
}

/// The legal move with the code `name`.
fn find_move<G: Game>(position: &G, name: PackedMove) -> Option<G::Move> {
    let mut found = None;
    position.moves(|mv| {
        if G::pack(&mv) == name {
            found = Some(mv);
        }
    });
    found
}

pub(super) fn write_line<G: Notation>(position: &G, line: &[PackedMove]) -> Vec<String> {
    let mut position = position.clone();
    line.iter()
        .map_while(|&name| {
            if position.result().is_some() {
                return None;
            }
            let mv = find_move(&position, name)?;
            let text = position.write_move(&mv);
            position.make(&mv);
            Some(text)
        })
        .collect()
}

/// Counts the leaves below each root move and sends [`Event::Perft`].
pub(super) fn run_perft<G: Notation>(
    position: &G,
    depth: u8,
    shared: &SharedState,
    listener: &(dyn Fn(Event) + Send),
    clock: &TimeManager,
) {
    let divided = crate::perft::divide(position, depth, &shared.stop);
    let named = |(mv, leaves): (G::Move, u64)| (position.write_move(&mv), leaves);
    let stopped = shared.stop.load(Relaxed);
    let leaves = match &divided[..] {
        [] => crate::perft::perft(&mut position.clone(), depth, &shared.stop),
        divided => divided.iter().map(|(_, leaves)| leaves).sum(),
    };
    listener(Event::Perft(PerftResult {
        leaves: (!stopped).then_some(leaves),
        moves: divided.into_iter().map(named).collect(),
        time: clock.elapsed(),
    }));
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::{Arc, mpsc};
    use std::thread;

    use crate::engine::{Engine, GoLimits, SearchEngine, Settings};
    use crate::search::TranspositionTable;
    use crate::search::toy::Toy;

    /// Far more than the search takes.
    const FOR_EVER: super::Duration = super::Duration::from_secs(120);

    #[test]
    fn a_search_that_panics_ends_without_an_answer() {
        for (count, threads) in [(0, 1), (0, 2), (2_000, 2), (2_000, 4), (6_000, 4)] {
            let (sender, ended) = mpsc::channel();
            thread::spawn(move || {
                let game = Toy::new(5, 9, 10).panics_after(count);
                let table = Arc::new(TranspositionTable::new(1).expect("a mebibyte"));
                let mut engine: Box<dyn Engine> = Box::new(SearchEngine::new(&game, table));
                let settings = Settings {
                    threads,
                    ..Settings::default()
                };
                let answer = AssertUnwindSafe(|| engine.choose(&GoLimits::default(), settings));
                sender.send(catch_unwind(answer).is_err())
            });
            let panicked = ended.recv_timeout(FOR_EVER);
            assert_eq!(panicked, Ok(true), "{count} scores, {threads} threads");
        }
    }
}
