// The rules, asked in the page itself: what a position looks like, and which game a text holds.

import { type Engine } from "./module.ts";

/** A position; see `Position` in wasm/src/game.rs. */
export interface Position {
  files: number;
  cells: string;
  turn: 1 | 2;
  moves: string[];
  last: string | null;
  result: "first" | "second" | "draw" | null;
  margin: number | null;
  text: string;
}

/** A pasted game; see `Pasted` in wasm/src/pasted.rs. */
export interface Pasted {
  setup: string;
  moves: string[];
  players: [string, string];
}

export class Rules {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The position of a game (or a position's text) after these moves. Throws what is refused. */
  describe(setup: string, moves: readonly string[] = []): Position {
    return this.#engine.ask("describe", { setup, moves }) as Position;
  }

  /** The game in a text. Throws why it is none. */
  readGame(setup: string, text: string): Pasted {
    return this.#engine.ask("read_game", { setup, text }) as Pasted;
  }
}

/** Whether a move is that of a square, and not a pass. */
export const isSquare = (move: string): boolean => /^[a-z]\d+$/.test(move);

/** The index of a square among the cells. */
export function indexOf(square: string, files: number): number {
  return square.charCodeAt(0) - 97 + (Number(square.slice(1)) - 1) * files;
}

/** The name of the square with this index. */
export function nameOf(index: number, files: number): string {
  return String.fromCharCode(97 + (index % files)) + (Math.floor(index / files) + 1);
}
