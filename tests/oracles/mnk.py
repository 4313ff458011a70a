"""Random m,n,k games played by two independent programs, for `tests/mnk/oracle.rs`.

    python3 -m venv venv && venv/bin/pip install pyffish==0.0.90 open_spiel==2.0.2
    venv/bin/python tests/oracles/mnk.py > tests/data/mnk_oracle.txt

pyffish is Fairy-Stockfish as a library; it knows boards of up to 12 files and 10 ranks. Each
line is one game: who played it, M N K, the moves, the result, and a hash (64-bit FNV-1a) of
the legal moves of every position on the way: their names in the order of `a1 b1 ... a2 b2 ...`,
each followed by a blank, the position's list by a line break. The last position's list, of a
game that is over, is empty.
"""

import random
import sys

import pyffish
import pyspiel

SMALL = [(2, 2, 2), (4, 3, 3), (3, 4, 3), (3, 5, 4), (4, 4, 4), (5, 5, 4), (6, 5, 4), (7, 7, 5)]
PYFFISH = [(8, 8, 5), (12, 3, 6), (2, 10, 6), (9, 9, 5), (12, 10, 5), (12, 10, 7), (10, 10, 10)]
OPEN_SPIEL = [(8, 8, 5), (26, 2, 9), (3, 20, 8), (13, 9, 6), (15, 15, 5), (19, 19, 5), (20, 20, 8)]
LEAST = 10_500  # positions for tic-tac-toe, and for the other boards together


def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def name(file, rank):
    return f"{chr(ord('a') + file)}{rank + 1}"


class Pyffish:
    label = "pyffish"

    def __init__(self, width, height, in_row):
        self.variant = f"mnk{width}x{height}x{in_row}"
        cells = width * height
        hands = "P" * ((cells + 1) // 2) + "p" * (cells // 2)
        rows = "/".join([str(width)] * height)
        self.fen = f"{rows}[{hands}] w - - 0 1"
        if self.variant not in pyffish.variants():
            pyffish.load_variant_config(
                f"[{self.variant}]\nmaxRank = {height}\nmaxFile = {width}\nimmobile = p\n"
                f"startFen = {self.fen}\npieceDrops = true\ndoubleStep = false\n"
                "castling = false\nstalemateValue = draw\nimmobilityIllegal = false\n"
                f"connectN = {in_row}\n"
            )

    def legal(self):
        if self.result() is not None:
            return []
        moves = pyffish.legal_moves(self.variant, self.fen, [])
        return [move.removeprefix("P@") for move in moves]

    def play(self, move):
        self.fen = pyffish.get_fen(self.variant, self.fen, [f"P@{move}"])

    def result(self):
        ended, value = pyffish.is_immediate_game_end(self.variant, self.fen, [])
        if ended:
            assert value < 0, "the side to move has lost"
            return "p2win" if self.fen.split()[1] == "w" else "p1win"
        return None if pyffish.legal_moves(self.variant, self.fen, []) else "draw"


class OpenSpiel:
    label = "open_spiel"

    def __init__(self, width, height, in_row):
        self.width, self.height = width, height
        sizes = f"mnk(m={width},n={height},k={in_row})"
        name = "tic_tac_toe" if (width, height, in_row) == (3, 3, 3) else sizes
        self.state = pyspiel.load_game(name).new_initial_state()

    def legal(self):
        if self.state.is_terminal():
            return []
        self.actions = {}
        for action in self.state.legal_actions():
            row, file = divmod(action, self.width)
            self.actions[name(file, self.height - 1 - row)] = action
        return list(self.actions)

    def play(self, move):
        self.state.apply_action(self.actions[move])

    def result(self):
        if not self.state.is_terminal():
            return None
        return {1: "p1win", -1: "p2win", 0: "draw"}[int(self.state.returns()[0])]


class ConnectFour(OpenSpiel):
    label = "connect_four"

    def __init__(self, width, height, in_row):
        assert (width, height, in_row) == (7, 6, 4)
        self.state = pyspiel.load_game("connect_four").new_initial_state()
        self.stones = [0] * width

    def legal(self):
        if self.state.is_terminal():
            return []
        self.actions = {name(file, self.stones[file]): file for file in self.state.legal_actions()}
        return list(self.actions)

    def play(self, move):
        self.stones[self.actions[move]] += 1
        super().play(move)


def play(oracle, sizes):
    """One random game; the number of its positions."""
    game = oracle(*sizes)
    moves, lists = [], []
    while True:
        legal = sorted(game.legal(), key=lambda cell: (int(cell[1:]), cell))
        lists.append("".join(f"{cell} " for cell in legal) + "\n")
        result = game.result()
        assert (result is None) == bool(legal)
        if result is not None:
            break
        moves.append(random.choice(legal))
        game.play(moves[-1])
    hashed = f"{fnv(''.join(lists)):016x}"
    print(oracle.label, *sizes, *moves, result, hashed)
    return len(lists)


def main():
    random.seed(20)
    for oracle, boards in ((Pyffish, PYFFISH), (OpenSpiel, OPEN_SPIEL)):
        for board_set in ([(3, 3, 3)], SMALL + boards):
            positions = 0
            while positions < LEAST:
                for sizes in board_set:
                    positions += play(oracle, sizes)
            print(oracle.label, len(board_set), "boards:", positions, "positions", file=sys.stderr)
    random.seed(21)
    positions = 0
    while positions < 2000:
        positions += play(ConnectFour, (7, 6, 4))


if __name__ == "__main__":
    main()
