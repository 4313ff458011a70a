//! Several jobs that work on one stream of tasks, with the results in the order of the tasks.

use std::collections::BTreeMap;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use kaeshi::game::InputError;

/// The tasks of one job. A result must be sent for every task.
pub(crate) struct Tasks<T, R> {
    tasks: Receiver<(u64, T)>,
    results: Sender<(u64, R)>,
}

impl<T, R> Tasks<T, R> {
    /// Calls `work` for each task until there are no more.
    pub(crate) fn each(&self, mut work: impl FnMut(T) -> R) {
        for (number, task) in &self.tasks {
            if self.results.send((number, work(task))).is_err() {
                return;
            }
        }
    }
}

/// Jobs on threads of their own, and the tasks that they have.
pub(crate) struct Pool<T, R> {
    tasks: Sender<(u64, T)>,
    results: Receiver<(u64, R)>,
    jobs: u64,
    /// Whether results are handed out as they arrive.
    unordered: bool,
    /// Numbers of tasks that were submitted, of results that have arrived, and of results that were handed out.
    submitted: u64,
    arrived: u64,
    handed_out: u64,
    /// Results that wait for earlier ones, by the number of their task, from 0.
    waiting: BTreeMap<u64, R>,
}

/// Maximum number of tasks that wait for a job, for each job. With short tasks, a job would otherwise wait for the next one to be read.
const MAX_QUEUED: u64 = 32;
/// Maximum number of results that wait for an earlier one, for each job.
const MAX_WAITING: u64 = 1024;

impl<T: Send, R: Send> Pool<T, R> {
    /// Calls `run` with a pool of `jobs` jobs, each of which calls `job` with its index, from 0, and its tasks. They end
    /// when `run` has ended.
    ///
    /// # Errors
    /// If the system has no thread for a job, or `run` fails.
    pub(crate) fn with<Q, E: From<InputError>>(
        jobs: usize,
        unordered: bool,
        job: impl Fn(usize, &Tasks<T, R>) + Sync,
        run: impl FnOnce(&mut Self) -> Result<Q, E>,
    ) -> Result<Q, E> {
        let job = &job;
        // The pool is dropped at the end of the closure, which ends the jobs.
        thread::scope(|scope| {
            let (tasks, queue) = unbounded();
            let (finished, results) = unbounded();
            for index in 0..jobs {
                let tasks = Tasks {
                    tasks: queue.clone(),
                    results: finished.clone(),
                };
                let started =
                    thread::Builder::new().spawn_scoped(scope, move || job(index, &tasks));
                started.map_err(|why| {
                    InputError::new(format_args!("the system has no thread for a job ({why})"))
                })?;
            }
            drop(finished);
            run(&mut Self {
                tasks,
                results,
                jobs: jobs as u64,
                unordered,
                submitted: 0,
                arrived: 0,
                handed_out: 0,
                waiting: BTreeMap::new(),
            })
        })
    }

    /// Whether another task may be submitted now.
    pub(crate) fn has_room(&self) -> bool {
        self.submitted - self.arrived < MAX_QUEUED * self.jobs
            && self.submitted - self.handed_out < MAX_WAITING * self.jobs
    }

    /// Whether every task has a result that has arrived.
    pub(crate) fn is_idle(&self) -> bool {
        self.submitted == self.arrived
    }

    /// Number of tasks whose results have not arrived.
    pub(crate) fn in_flight(&self) -> u64 {
        self.submitted - self.arrived
    }

    /// Gives a task to the next job that is free.
    pub(crate) fn submit(&mut self, task: T) {
        // The jobs run as long as this pool.
        let _ = self.tasks.send((self.submitted, task));
        self.submitted += 1;
    }

    /// The results, which must be given to [`Pool::arrive`].
    pub(crate) fn results(&self) -> &Receiver<(u64, R)> {
        &self.results
    }

    /// Takes a result; returns those whose turn has come.
    pub(crate) fn arrive(&mut self, (number, result): (u64, R)) -> Vec<R> {
        self.arrived += 1;
        if self.unordered {
            self.handed_out += 1;
            return vec![result];
        }
        self.waiting.insert(number, result);
        let mut due = Vec::new();
        while let Some(result) = self.waiting.remove(&self.handed_out) {
            due.push(result);
            self.handed_out += 1;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The results of a pool that doubles numbers; an even number takes longer than an odd one.
    fn doubled(jobs: usize, unordered: bool) -> Vec<u64> {
        let job = |_: usize, tasks: &Tasks<u64, u64>| {
            tasks.each(|number| {
                thread::sleep(Duration::from_micros(200 * (1 - number % 2)));
                2 * number
            });
        };
        let run = |pool: &mut Pool<u64, u64>| {
            let mut found = Vec::new();
            let mut next = 0..200;
            loop {
                while pool.has_room()
                    && let Some(number) = next.next()
                {
                    pool.submit(number);
                }
                if pool.is_idle() {
                    return Ok::<_, InputError>(found);
                }
                let result = pool.results().recv().expect("the jobs run");
                found.extend(pool.arrive(result));
            }
        };
        Pool::with(jobs, unordered, job, run).expect("there are threads")
    }

    #[test]
    fn every_task_has_its_result() {
        let expected: Vec<_> = (0..200).map(|number| 2 * number).collect();
        for jobs in [1, 3] {
            assert_eq!(doubled(jobs, false), expected);
            let mut found = doubled(jobs, true);
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
