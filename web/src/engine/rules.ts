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
  opening: OpeningName | null;
}

/** The names of an opening in each language. */
export type OpeningName = Record<"en" | "ja", string>;

/** A pasted game; see `Pasted` in wasm/src/pasted.rs. */
export interface Pasted {
  setup: string;
  moves: string[];
  players: [string, string];
}

export type Format = "ggf" | "pgn" | "text";

/** A game of cards as one player sees it; see `Party` in wasm/src/party.rs. */
export interface Party {
  players: { held: number; passed: boolean; hand: string[] }[];
  hand: string[];
  table: string[];
  owner: number;
  turn: number;
  moves: CardMove[];
  reversed: boolean;
  locked: boolean;
  places: number[];
  over: boolean;
  log: { player: number; cards: string[] }[];
  known: { text: string; since: number } | null;
}

export interface CardMove {
  name: string;
  cards: string[];
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

  /** The position with these stones; its text begins a game. Throws why it is impossible. */
  setUp(setup: string, cells: string, turn: 1 | 2): Position {
    return this.#engine.ask("set_up", { setup, cells, turn }) as Position;
  }

  /** The game as the content of a file. */
  writeGame(game: { setup: string; moves: readonly string[]; players: [string, string]; date: string }, format: Format) {
    return (this.#engine.ask("write_game", { ...game, format }) as { text: string }).text;
  }

  /** A game of cards as player `you` sees it. Throws what is refused. */
  party(request: { players: number; seed: number; moves: readonly string[]; you: number }): Party {
    return this.#engine.ask("party", request) as Party;
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
