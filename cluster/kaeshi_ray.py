#!/usr/bin/env python3
"""Spreads a filter over a Ray cluster: every machine runs one process for each of its processors.

    cluster/kaeshi_ray.py problems.obf answers.jsonl -- kaeshi solve --json --quiet
    cluster/kaeshi_ray.py rows.csv checked.jsonl --size 20 -- kaeshi verify --json --quiet

The same command continues after any death of workers, of this program, or of the cluster. A worker that dies is
replaced by Ray, and its chunk is run again. A chunk that fails five times ends the run; answers of all others are kept.
"""

import sys

import ray

import chunks

# How often a chunk is run again after a failure of its filter.
MAX_FAILURES = 5


@ray.remote(num_cpus=1, max_retries=-1)
def work(command, texts):
    """Runs on a worker. Ray repeats it when the worker dies; failures of the filter come back as values."""
    try:
        return chunks.run(command, texts)
    except chunks.FilterError as why:
        return None, str(why)


def main():
    options = chunks.arguments(__doc__, "address of the cluster [a local one]", "processors of a local cluster [all]")
    job = chunks.Job(options.input, options.command, options.output, options.size)
    here = __file__.rpartition("/")[0] or "."
    ray.init(
        address=options.address,
        num_cpus=None if options.address else options.workers,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": here}} if not options.address else {"working_dir": here},
    )
    limit = 2 * int(ray.cluster_resources().get("CPU", 1))
    pending = job.pending()
    running, failures, waiting, lost = {}, {}, [], []
    while True:
        while len(running) < limit:
            index, texts = waiting.pop() if waiting else next(pending, (None, None))
            if index is None:
                break
            running[work.remote(options.command, texts)] = (index, texts)
        if not running:
            break
        ready, _ = ray.wait(list(running), num_returns=1)
        for reference in ready:
            index, texts = running.pop(reference)
            try:
                answers, said = ray.get(reference)
            except ray.exceptions.RayError as why:
                sys.exit(f"the cluster is gone ({why}); the same command continues")
            if answers is None:
                print(f"chunk {index}: {said}", file=sys.stderr, flush=True)
                failures[index] = failures.get(index, 0) + 1
                (waiting if failures[index] < MAX_FAILURES else lost).append((index, texts))
                continue
            if said:
                print(said, end="", file=sys.stderr, flush=True)
            job.finish(index, answers)
            job.progress()
        if lost:
            pending, waiting = iter(()), []
    if lost:
        sys.exit(f"chunk {lost[0][0]} failed {MAX_FAILURES} times; all others that were finished are in {options.output}")


if __name__ == "__main__":
    main()
