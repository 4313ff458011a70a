#!/usr/bin/env python3
"""Spreads a filter over a Dask cluster, or over two processes of this machine.

    cluster/kaeshi_dask.py problems.obf answers.jsonl -- kaeshi solve --json --quiet
    cluster/kaeshi_dask.py --address tcp://head:8786 problems.obf answers.jsonl -- kaeshi solve --json --quiet

The same command continues after any death. Each worker must have one thread: a thread waits for its filter.
"""

import pathlib
import sys

from dask.distributed import Client, LocalCluster, as_completed

import chunks


def main():
    options = chunks.arguments(__doc__, "address of the scheduler [a local cluster]", "processes of a local cluster [2]", 2)
    job = chunks.Job(options.input, options.command, options.output, options.size)
    if options.address:
        client = Client(options.address)
        client.upload_file(str(pathlib.Path(__file__).with_name("chunks.py")))
    else:
        cluster = LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    lost = None
    with client:
        # Not pure: an answer must not be taken from another call with the same lines.
        tasks = {
            client.submit(chunks.run, options.command, texts, retries=5, pure=False): index
            for index, texts in job.pending()
        }
        for future in as_completed(tasks):
            if future.status == "error":
                lost = lost or str(future.exception())
                continue
            answers, said = future.result()
            if said:
                print(said, end="", file=sys.stderr, flush=True)
            job.finish(tasks[future], answers)
            job.progress()
            future.release()
    if lost:
        sys.exit(f"{lost}; what was finished is in {options.output}")


if __name__ == "__main__":
    main()
