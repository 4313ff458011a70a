//! Searches for a book, several at a time.

use std::collections::HashSet;
use std::sync::Arc;
use std::thread;

use clap::Args;
use crossbeam_channel::{Receiver, Sender, bounded, never, unbounded};
use kaeshi::engine::{Engine, Settings};
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::games::othello::book::{Position, Record, Task};
use kaeshi::search::TranspositionTable;
use kaeshi::shell::search_leaf;

use crate::cli::Failure;
use crate::cli::number::whole;
use crate::cli::options::HashOption;

/// How positions are searched.
#[derive(Debug, Args)]
pub(super) struct SearchOptions {
    /// Number of positions to search at the same time, each with one thread.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=256_u16))]
    jobs: u16,
    /// Shared out among the jobs.
    #[command(flatten)]
    hash: HashOption,
}

/// A finished search: the task, and a record whose leaf is the best of its moves.
pub(super) type Searched = (Task, Record);

/// Gives the next tasks, without those for positions that are being searched.
pub(super) type NextTasks<'a> = &'a mut dyn FnMut(&HashSet<Position>) -> Vec<Task>;

/// Takes the result of a search.
pub(super) type ResultSink<'a> = &'a mut dyn FnMut(Searched) -> Result<(), Failure>;

impl SearchOptions {
    /// The number of tasks worth choosing at a time.
    pub(super) fn batch(&self) -> usize {
        4 * usize::from(self.jobs)
    }

    /// Searches to `depth` plies what `next` gives, until it gives nothing and all searches are done. Results come in
    /// the order in which they are found.
    ///
    /// # Errors
    /// If there is no memory or no thread, or `done` fails.
    pub(super) fn run(
        &self,
        depth: i8,
        next: NextTasks<'_>,
        done: ResultSink<'_>,
    ) -> Result<(), Failure> {
        let (tasks, waiting) = bounded::<Task>(usize::from(self.jobs));
        let (results, found) = unbounded();
        let mut engines = Vec::new();
        for _ in 0..self.jobs {
            let megabytes = (self.hash.megabytes / usize::from(self.jobs)).max(1);
            let table = TranspositionTable::new(megabytes).map_err(InputError::new)?;
            engines.push(games::open(games::DEFAULT, Arc::new(table))?);
        }
        thread::scope(|scope| {
            for engine in engines {
                let (waiting, results) = (waiting.clone(), results.clone());
                let worker = move || work(engine, depth, &waiting, &results);
                thread::Builder::new().spawn_scoped(scope, worker)?;
            }
            drop((waiting, results));
            // Dropped at the end of this closure, which ends the workers.
            let tasks = tasks;
            let mut queue = Vec::new();
            let mut busy = HashSet::new();
            loop {
                if queue.is_empty() {
                    queue = next(&busy);
                    queue.reverse();
                }
                while busy.len() < usize::from(self.jobs) {
                    let Some(task) = queue.pop() else {
                        break;
                    };
                    busy.insert(task.position);
                    if tasks.send(task).is_err() {
                        break;
                    }
                }
                if busy.is_empty() {
                    return Ok(());
                }
                let Ok(result) = found.recv() else {
                    return Err(InputError::new("a search ended without a result").into());
                };
                let (task, record) = result?;
                busy.remove(&task.position);
                done((task, record))?;
            }
        })
    }
}

fn work(
    mut engine: Box<dyn Engine>,
    depth: i8,
    tasks: &Receiver<Task>,
    results: &Sender<Result<Searched, InputError>>,
) {
    for task in tasks {
        let moves = (task.position, task.moves);
        let found = search_leaf(&mut *engine, moves, (depth, Settings::default()), &never());
        // Nothing stops it.
        let Some(found) = found.transpose() else {
            return;
        };
        if results.send(found.map(|record| (task, record))).is_err() {
            return;
        }
    }
}
