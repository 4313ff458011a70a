//! The analysis of the game by [`kaeshi::analysis`], in a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::Sender;
use kaeshi::analysis::{
    Analysis, Effort, Judged, PlayedGame, ProvenGame, ProvenPly, Step, Summary, Thresholds,
    analyse, prove,
};
use kaeshi::engine::{BatchSolver, Engine};
use kaeshi::game::{InputError, Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::book::Book;
use kaeshi::search::{SharedState, TranspositionTable};

use super::super::board::{Board, Reviewed};
use super::super::evaluation::Eval;
use super::event::{News, ScreenEvent};
use crate::cli::analyse::lost;

/// A running analysis. Dropping it ends the analysis and waits for that, so that never two of them hold a table.
pub(super) struct Review {
    /// The number of the analysis.
    pub(super) id: u64,
    /// Positions that are judged.
    pub(super) done: usize,
    /// Positions of the game.
    pub(super) count: usize,
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
}

/// Ends an analysis: no search begins any more, and the running one ends.
#[derive(Default)]
struct Stop {
    is_asked: AtomicBool,
    search: SharedState,
}

/// How thoroughly the positions are searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thoroughness {
    /// The level in Othello, 1 to [`Effort::MAX_LEVEL`].
    pub(super) level: u8,
    /// Time for each position of other games.
    pub(super) time: Duration,
    /// Threads of each search, 1 or more.
    pub(super) threads: usize,
}

/// A game to analyse.
enum Given {
    Othello(PlayedGame, Arc<TranspositionTable>, Option<Arc<Book>>),
    /// An engine, the position at the start, and the moves.
    Other(Box<dyn Engine>, Option<String>, Vec<String>),
}

impl Review {
    /// Begins an analysis of the whole game on `board`, also of moves that were taken back. Its news go to `events`, with
    /// the number `id`.
    ///
    /// # Errors
    /// If the system has no thread or no memory for it.
    pub(super) fn start(
        board: &Board,
        id: u64,
        thoroughness: Thoroughness,
        events: Sender<ScreenEvent>,
    ) -> Result<Self, InputError> {
        let given = Given::of(board)?;
        let stop = Arc::new(Stop::default());
        let asked = Arc::clone(&stop);
        // Without a receiver the program is ending, and the news are not needed.
        let tell = move |news| drop(events.send(ScreenEvent::Review(id, news)));
        let thread = thread::Builder::new().spawn(move || {
            if let Some(sentence) = given.analyse(thoroughness, &asked, &tell) {
                tell(News::Done(sentence));
            }
        });
        let thread = thread.map_err(|why| {
            InputError::new(format_args!("The analysis cannot start: no thread ({why})"))
        })?;
        Ok(Self {
            id,
            done: 0,
            count: board.whole_game().count() + 1,
            stop,
            thread: Some(thread),
        })
    }
}

impl Drop for Review {
    fn drop(&mut self) {
        self.stop.is_asked.store(true, SeqCst);
        self.stop.search.stop.store(true, SeqCst);
        if let Some(thread) = self.thread.take() {
            // A panic has been reported already.
            let _ = thread.join();
        }
    }
}

impl Stop {
    fn flow(&self) -> ControlFlow<()> {
        if self.is_asked.load(SeqCst) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Given {
    fn of(board: &Board) -> Result<Self, InputError> {
        let names = board.whole_game().map(|mv| mv.name.clone());
        if kaeshi::games::family(board.game()) != Some("othello") {
            let engine = board.engine_of_review()?;
            let cards = board.written_start();
            let setup = cards.or_else(|| board.setup().map(str::to_owned));
            return Ok(Self::Other(engine, setup, names.collect()));
        }
        let start = match board.setup() {
            Some(text) => Othello::default().read(text).map_err(InputError::new)?,
            None => Othello::default(),
        };
        let names: Vec<_> = names.collect();
        let game = PlayedGame::read(start, names.iter().map(String::as_str))?;
        Ok(Self::Othello(
            game,
            board.empty_table()?,
            board.review_book(),
        ))
    }

    /// Analyses the game, and returns a sentence about it; `None` if it was stopped.
    fn analyse(
        self,
        thoroughness: Thoroughness,
        stop: &Stop,
        tell: &dyn Fn(News),
    ) -> Option<String> {
        match self {
            Self::Othello(game, table, book) => {
                let sources = (&*table, book.as_deref());
                othello(&game, sources, thoroughness, stop, tell)
            }
            Self::Other(mut engine, setup, moves) => {
                let moves: Vec<_> = moves.iter().map(|name| &**name).collect();
                let place = (setup.as_deref(), &*moves);
                other(&mut *engine, place, thoroughness, stop, tell)
            }
        }
    }
}

fn othello(
    game: &PlayedGame,
    (table, book): (&TranspositionTable, Option<&Book>),
    Thoroughness { level, threads, .. }: Thoroughness,
    stop: &Stop,
    tell: &dyn Fn(News),
) -> Option<String> {
    let thresholds = Thresholds::default();
    let progress = |step: Step<'_>| {
        // What a stopped search has found is not said.
        stop.flow()?;
        match step {
            Step::Search => {}
            Step::End(value) => tell(News::End(Some(Eval::of_value(value, Side::First)))),
            Step::Move(index, judged) => {
                let before = Eval::of_value(judged.best, judged.side.into());
                let reviewed = reviewed(judged, &thresholds);
                tell(News::Move(index, Some(before), reviewed));
            }
        }
        ControlFlow::Continue(())
    };
    let start = Othello::default();
    let analysis = BatchSolver::with(&start, table, &stop.search, threads, |solver| {
        analyse(solver, game, &Effort::level(level), book, progress)
    });
    analysis.map(|analysis| worst_moves(&analysis, &thresholds))
}

fn reviewed(judged: &Judged, thresholds: &Thresholds) -> Reviewed {
    Reviewed {
        after: Some(Eval::of_value(judged.played, judged.side.into())),
        mark: thresholds.mark(judged.loss),
        lost: format!("lost {}", lost(judged)),
        better: judged.better().map(str::to_owned),
    }
}

/// A sentence about the worst move of each player.
fn worst_moves(analysis: &Analysis, thresholds: &Thresholds) -> String {
    let summary = Summary::of(analysis, thresholds);
    let worst = summary.sides.iter().filter_map(|side| {
        let index = *side.worst.first()?;
        let judged = &analysis.moves[index];
        let sign = ['X', 'O'][side.side.index()];
        let better = judged.better().unwrap_or_default();
        let (number, name) = (index + 1, &judged.name);
        Some(format!(
            "{sign} {number}. {name} lost {}, better {better}",
            lost(judged)
        ))
    });
    let worst: Vec<_> = worst.collect();
    match worst.as_slice() {
        [] => "Analysed: no move lost anything that matters.".into(),
        worst => format!("Analysed. Worst moves: {}.", worst.join("; ")),
    }
}

fn other(
    engine: &mut (dyn Engine + 'static),
    place: (Option<&str>, &[&str]),
    Thoroughness { time, threads, .. }: Thoroughness,
    stop: &Stop,
    tell: &dyn Fn(News),
) -> Option<String> {
    let last = place.1.len();
    let mut after = None;
    let progress = |step: Option<(usize, &ProvenPly)>| {
        stop.flow()?;
        if let Some((index, ply)) = step {
            let eval = Eval::of_proof(ply);
            if index == last {
                tell(News::End(eval));
            } else {
                tell(News::Move(index, eval, proven(ply, after)));
            }
            after = eval;
        }
        ControlFlow::Continue(())
    };
    match prove(engine, place, time, threads, progress) {
        Ok(game) => game.map(|game| changes(&game)),
        Err(why) => Some(format!("The analysis has ended: {why}.")),
    }
}

fn proven(ply: &ProvenPly, after: Option<Eval>) -> Reviewed {
    let (mark, better) = if ply.changed {
        ("?", ply.best.clone())
    } else {
        ("", None)
    };
    Reviewed {
        after,
        mark,
        lost: "changed it".into(),
        better,
    }
}

/// A sentence about the moves that changed who wins.
fn changes(game: &ProvenGame) -> String {
    let changes = game.changes().map(|(index, ply)| {
        let sign = if ply.player == 1 { 'X' } else { 'O' };
        let name = ply.name.as_deref().unwrap_or_default();
        let best = ply.best.as_deref().unwrap_or_default();
        format!("{sign} {}. {name}, better {best}", index + 1)
    });
    let changes: Vec<_> = changes.collect();
    match changes.as_slice() {
        [] => "Analysed: no move changed a proven result.".into(),
        changes => format!(
            "Analysed. Moves that changed the result: {}.",
            changes.join("; ")
        ),
    }
}
