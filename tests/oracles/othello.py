"""Random games of Othello played by two independent programs, for `tests/rules/oracle.rs`.

    python3 -m venv venv && venv/bin/pip install pyffish==0.0.90 open_spiel==2.0.2
    venv/bin/python tests/oracles/othello.py > tests/data/othello_oracle.txt

pyffish is Fairy-Stockfish as a library; its `flipello` is Othello upside down, and White begins.
Each line is one game: who played it, the moves (a pass is `0000`), the result, and a hash (64-bit
FNV-1a) of the legal moves of every position on the way: their names in the order of
`a1 b1 ... a2 b2 ...`, each followed by a blank, the position's list by a line break. The last
position's list, of a game that is over, is empty.
"""

import random
import sys

import pyffish
import pyspiel
from mnk import fnv

LEAST = 10_500  # positions from each program
PASS = "0000"


class Pyffish:
    label = "pyffish"
    variant = "flipello"

    def __init__(self):
        self.fen = pyffish.start_fen(self.variant)

    def legal(self):
        self.moves = {} if self.is_over() else self.generated(self.fen)
        return list(self.moves)

    def generated(self, fen):
        moves = pyffish.legal_moves(self.variant, fen, [])
        return {self.name(move): move for move in moves}

    def is_over(self):
        """It ends the game itself when the board is full, but would let two stuck players pass."""
        if pyffish.is_immediate_game_end(self.variant, self.fen, [])[0]:
            return True
        moves = self.generated(self.fen)
        if list(moves) != [PASS]:
            return not moves
        passed = pyffish.get_fen(self.variant, self.fen, [moves[PASS]])
        return list(self.generated(passed)) in ([PASS], [])

    @staticmethod
    def name(move):
        if not move.startswith("P@"):
            assert move[:2] == move[2:], "a pass is a disc that stays where it is"
            return PASS
        return f"{move[2]}{9 - int(move[3])}"

    def play(self, move):
        self.fen = pyffish.get_fen(self.variant, self.fen, [self.moves[move]])

    def result(self):
        if not self.is_over():
            return None
        board = self.fen.split("[")[0]
        margin = board.count("P") - board.count("p")
        ended, value = pyffish.is_immediate_game_end(self.variant, self.fen, [])
        if ended:
            value = value if self.fen.split()[1] == "w" else -value
            assert (value > 0, value < 0) == (margin > 0, margin < 0)
        return "draw" if margin == 0 else "p1win" if margin > 0 else "p2win"


class OpenSpiel:
    label = "open_spiel"

    def __init__(self):
        self.state = pyspiel.load_game("othello").new_initial_state()

    def legal(self):
        self.moves = {}
        if not self.state.is_terminal():
            for action in self.state.legal_actions():
                row, file = divmod(action, 8)
                name = PASS if action == 64 else f"{chr(ord('a') + file)}{row + 1}"
                self.moves[name] = action
        return list(self.moves)

    def play(self, move):
        self.state.apply_action(self.moves[move])

    def result(self):
        if not self.state.is_terminal():
            return None
        return {1: "p1win", -1: "p2win", 0: "draw"}[int(self.state.returns()[0])]


def play(oracle):
    """One random game; the number of its positions."""
    game = oracle()
    moves, lists = [], []
    while True:
        legal = sorted(game.legal(), key=lambda square: (square[1], square))
        lists.append("".join(f"{square} " for square in legal) + "\n")
        result = game.result()
        assert (result is None) == bool(legal)
        if result is not None:
            break
        moves.append(random.choice(legal))
        game.play(moves[-1])
    print(oracle.label, *moves, result, f"{fnv(''.join(lists)):016x}")
    return len(lists), moves.count(PASS), len(moves) < 60 + moves.count(PASS)


def main():
    random.seed(21)
    for oracle in (Pyffish, OpenSpiel):
        positions = passes = early = 0
        while positions < LEAST:
            counts = play(oracle)
            positions, passes, early = (
                positions + counts[0],
                passes + counts[1],
                early + counts[2],
            )
        print(
            f"{oracle.label}: {positions} positions, {passes} passes, "
            f"{early} games over before the board was full",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
