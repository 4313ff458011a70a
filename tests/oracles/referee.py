"""Asks the running program about random positions, and two independent programs about its answers.

    cargo build --release
    venv/bin/python tests/oracles/referee.py target/release/kaeshi
    venv/bin/python tests/oracles/referee.py target/release/kaeshi --games match.tsv

The first form plays random games with pyffish and OpenSpiel, and compares in every position what
the program says in UGI: the legal moves (`perft 1`), whose turn it is, whether the game is over,
and who has won. The second form replays the games of the long match of `tests/pipes/matches.rs`
(game, result and moves of each, separated by tabs) with the other programs alone.
"""

import argparse
import random
import subprocess
import sys
from functools import partial

import mnk
import othello

GAMES = {
    "othello": [othello.Pyffish, othello.OpenSpiel],
    "tictactoe": [partial(oracle, 3, 3, 3) for oracle in (mnk.Pyffish, mnk.OpenSpiel)],
    "mnk 4 4 3": [partial(oracle, 4, 4, 3) for oracle in (mnk.Pyffish, mnk.OpenSpiel)],
    "mnk 7 6 4": [partial(oracle, 7, 6, 4) for oracle in (mnk.Pyffish, mnk.OpenSpiel)],
    "mnk 10 9 5": [partial(oracle, 10, 9, 5) for oracle in (mnk.Pyffish, mnk.OpenSpiel)],
    "mnk 3 9 4": [partial(oracle, 3, 9, 4) for oracle in (mnk.Pyffish, mnk.OpenSpiel)],
    "gomoku": [partial(mnk.OpenSpiel, 15, 15, 5)],
}


class Program:
    def __init__(self, path, game):
        self.process = subprocess.Popen(
            [path, "--game", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *lines):
        """Everything said before the answer to `isready`."""
        self.process.stdin.write("".join(f"{line}\n" for line in (*lines, "isready")))
        self.process.stdin.flush()
        return list(iter(lambda: self.process.stdout.readline().strip(), "readyok"))

    def position(self, moves):
        """Whose turn, whether over, the result; then the legal moves."""
        setup = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        questions = [f"query {question}" for question in ("p1turn", "gameover", "result")]
        answers = self.ask(setup, *questions)
        # A count runs on its own thread; the next option waits for it.
        listed = self.ask("perft 1", "setoption name Ponder value false")
        while not any("leaves counted" in line for line in listed):
            listed += self.ask()
        words = [line.split() for line in listed if line.startswith("info string")]
        return answers, sorted(line[2] for line in words)


def compare(program, oracle, name):
    """Plays a random game; the number of positions."""
    game, moves = oracle(), []
    while True:
        legal, result = sorted(game.legal()), game.result()
        answers, listed = program.position(moves)
        over = "false" if result is None else "true"
        # Passes are plies: the players alternate.
        turn = "true" if len(moves) % 2 == 0 else "false"
        expected = [f"response {turn}", f"response {over}", f"response {result or 'none'}"]
        if answers != expected or listed != legal:
            sys.exit(f"{name} after {moves}: {answers} {listed}, not {expected} {legal}")
        if result is not None:
            return len(moves) + 1
        moves.append(random.choice(legal))
        game.play(moves[-1])


def ask_about_random_positions(path, least):
    for name, oracles in GAMES.items():
        program = Program(path, name)
        for oracle in oracles:
            positions = games = 0
            while positions < least:
                positions += compare(program, oracle, name)
                games += 1
            label = getattr(oracle, "func", oracle).label
            print(f"{name}: {label} agrees on {positions} positions of {games} games", flush=True)


def replay(path):
    counts = {}
    with open(path) as records:
        for line in records:
            name, result, moves = line.rstrip("\n").split("\t")
            for oracle in GAMES.get(name, []):
                game = oracle()
                for move in moves.split():
                    if move not in game.legal():
                        sys.exit(f"{move} is illegal: {line}")
                    game.play(move)
                if game.result() != result:
                    sys.exit(f"{game.result()}: {line}")
                key = name, getattr(oracle, "func", oracle).label
                counts[key] = counts.get(key, 0) + 1
    for (name, label), count in counts.items():
        print(f"{name}: {label} agrees with {count} games")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the binary")
    parser.add_argument("--positions", type=int, default=10_000, help="of each game and oracle")
    parser.add_argument("--games", help="games to replay instead")
    arguments = parser.parse_args()
    random.seed(22)
    if arguments.games:
        replay(arguments.games)
    else:
        ask_about_random_positions(arguments.program, arguments.positions)


if __name__ == "__main__":
    main()
