// The analysis of the game on the board: its state, and what is known of each position.

import { type Analysed, type Analyst, type Judged, type Values } from "./engine/analysis.ts";
import type { Info } from "./engine/info.ts";
import { isSquare } from "./engine/rules.ts";
import type { Match } from "./match.ts";

export type State =
  | { kind: "none" }
  | { kind: "running"; done: number; all: number }
  | { kind: "done"; result: Analysed }
  | { kind: "failed"; why: string };

export const isValues = (result: Analysed): result is Values => "values" in result;

export class Review {
  /** As in `kaeshi analyse --level`. */
  level = 4;

  readonly #analyst: Analyst;
  readonly #changed: () => void;
  #state: State = { kind: "none" };
  /** The game that is analysed: another game has another array. */
  #moves: readonly string[] | undefined;
  #setup = "";

  constructor(analyst: Analyst, changed: () => void) {
    this.#analyst = analyst;
    this.#changed = changed;
  }

  /** The state for this game. The analysis of another game is given up. */
  stateOf(match: Match): State {
    if (this.#state.kind !== "none" && (this.#moves !== match.moves || this.#setup !== match.setup)) {
      this.#analyst.stop();
      this.#state = { kind: "none" };
    }
    return this.#state;
  }

  async start(match: Match): Promise<void> {
    const { setup, moves } = match;
    const isCurrent = () => this.#moves === moves && this.#setup === setup && this.#state.kind === "running";
    [this.#moves, this.#setup] = [moves, setup];
    this.#state = { kind: "running", done: 0, all: moves.length + 1 };
    this.#changed();
    let state: State;
    try {
      const result = await this.#analyst.analyse({ setup, moves, level: this.level }, (done, all) => {
        if (!isCurrent()) return;
        this.#state = { kind: "running", done, all };
        this.#changed();
      });
      // It was stopped.
      if (result === undefined) return;
      state = { kind: "done", result };
    } catch (why) {
      state = { kind: "failed", why: (why as Error).message };
    }
    if (!isCurrent()) return;
    this.#state = state;
    this.#changed();
  }

  stop(): void {
    this.#analyst.stop();
    this.#state = { kind: "none" };
    this.#changed();
  }

  /** The move played in the position on the board, as it was judged. */
  judged(match: Match): Judged | undefined {
    const state = this.stateOf(match);
    return state.kind === "done" && isValues(state.result) ? state.result.moves[match.at] : undefined;
  }

  /** The values of the moves in the position on the board, as a search would report them. */
  hints(match: Match): Map<string, Info> {
    const moves = this.judged(match)?.moves ?? [];
    const best = moves[0]?.value;
    const info = ({ move, value, depth, percent }: (typeof moves)[number]): Info => ({
      move,
      line: [move],
      depth,
      score: { cp: Math.round(100 * value) },
      rank: value === best ? 1 : 2,
      confidence: percent,
    });
    return new Map(moves.filter(({ move }) => isSquare(move)).map((move) => [move.move, info(move)]));
  }
}
