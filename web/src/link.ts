// A game as the part of an address behind `#`: `#game=othello&moves=f5d6c3`.

import { isSquare } from "./engine/rules.ts";

/** A game in a link: what it began with, and the text of its moves. */
export interface Link {
  setup: string;
  text: string;
}

/** The link of a game. Passes follow from the rules. */
export function writeLink(setup: string, moves: readonly string[]): string {
  const parts = new URLSearchParams({ game: setup });
  const squares = moves.filter(isSquare);
  if (squares.length > 0) parts.set("moves", squares.join(""));
  return `#${parts.toString()}`;
}

/** The game in a link, if there is one. */
export function readLink(hash: string): Link | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const setup = parts.get("game");
  return setup === null ? undefined : { setup, text: parts.get("moves") ?? "" };
}
