"""Splits the lines of a file into chunks, runs a filter on each, and keeps the answers in a file that can be continued.

Ray and Dask use this module. Answers of a chunk are written together. A journal beside the result file says which chunks
are in it, and how long the file was then; what lies behind that length belongs to a chunk that was cut short.
"""

import argparse
import hashlib
import json
import os
import socket
import subprocess
import sys


class FilterError(Exception):
    """A filter could not be run, or ended with an exit status above 1."""


def arguments(description, address, workers, default_workers=None):
    """The command line of a program that spreads a filter; `address` and `workers` describe two of its options."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("input", help="lines to work on; - is standard input")
    parser.add_argument("output", help="file of answers, which is continued")
    parser.add_argument("--size", type=int, default=200, help="lines in a chunk [200]")
    parser.add_argument("--address", help=address)
    parser.add_argument("--workers", type=int, default=default_workers, help=workers)
    parser.epilog = "The filter with its options stands behind --."
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.command = words[end + 1 :]
    if not options.command or options.size < 1:
        parser.error("a filter is needed after --, and a size of 1 or more")
    return options


def problems(path):
    """The lines of a file that are neither blank nor comments, each with its number, from 1."""
    with (sys.stdin if path == "-" else open(path, encoding="utf-8")) as lines:
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if text and text[0] not in "#%":
                yield number, text


def run(command, texts):
    """Runs the filter on some lines; returns its answers, and what it has said on standard error.

    Exit status 1 is a result (an answer contradicts its line); any higher one is a failure.
    """
    host = socket.gethostname()
    try:
        done = subprocess.run(
            command, input="\n".join(texts) + "\n", text=True, capture_output=True, check=False
        )
    except OSError as why:
        raise FilterError(f"{host}: {command[0]}: {why.strerror}") from None
    if done.returncode not in (0, 1):
        said = done.stderr.strip().splitlines()
        last = said[-1] if said else "no message"
        raise FilterError(f"{host}: {command[0]}: exit status {done.returncode}: {last}")
    return done.stdout.splitlines(), done.stderr


class Job:
    """The chunks of an input file, and the file of results."""

    def __init__(self, path, command, out, size):
        self.command = command
        self.chunks = []
        digest = hashlib.sha256(json.dumps([command, size]).encode())
        lines = []
        for number, text in problems(path):
            digest.update(f"{number} {text}\n".encode())
            lines.append((number, text))
        for first in range(0, len(lines), size):
            self.chunks.append(lines[first : first + size])
        self.size = size
        self.count = len(lines)
        self.done = set()
        self._open(out, digest.hexdigest())

    def _open(self, out, identity):
        journal = out + ".journal"
        length = 0
        if os.path.exists(journal):
            with open(journal, encoding="utf-8") as known:
                text = known.read()
            whole = text[: text.rfind("\n") + 1]
            rows = whole.splitlines()
            if rows and rows[0] != identity:
                raise SystemExit(f"{journal} belongs to another input, command or size of chunks")
            for row in rows[1:]:
                chunk, length = map(int, row.split())
                self.done.add(chunk)
            os.truncate(journal, len(whole.encode()))
        elif os.path.exists(out):
            raise SystemExit(f"{out} is there, but not {journal}: name another file")
        self.journal = open(journal, "a", encoding="utf-8")
        if os.path.getsize(journal) == 0:
            self._note(identity)
        self.out = open(out, "ab")
        if self.out.tell() < length:
            raise SystemExit(f"{out} is shorter than {journal} says: {self.out.tell()} bytes")
        self.out.truncate(length)

    def _note(self, row):
        self.journal.write(row + "\n")
        self.journal.flush()
        os.fsync(self.journal.fileno())

    def pending(self):
        """The chunks without answers: pairs of an index and its lines."""
        for index, chunk in enumerate(self.chunks):
            if index not in self.done:
                yield index, [text for _, text in chunk]

    def finish(self, index, answers):
        """Writes the answers of a chunk, with the numbers that their lines have in the whole file."""
        chunk = self.chunks[index]
        first = index * self.size
        for answer in answers:
            fields = json.loads(answer)
            if "number" in fields:
                at = fields["number"] - 1
                fields["number"] = first + at + 1
                fields["line"] = chunk[at][0]
            self.out.write((json.dumps(fields, separators=(",", ":")) + "\n").encode())
        self.out.flush()
        os.fsync(self.out.fileno())
        self._note(f"{index} {self.out.tell()}")
        self.done.add(index)

    def progress(self):
        """One line on standard error."""
        lines = min(len(self.done) * self.size, self.count)
        print(f"{lines} of {self.count} lines", file=sys.stderr, flush=True)
