// A game as the part of an address behind `#`: `#game=othello&moves=f5d6c3`, `#game=daifugo&players=5&seed=7`.

import { isSquare } from "./engine/rules.ts";

/** A game in a link: what it began with, and the text of its moves. */
export interface Link {
  setup: string;
  text: string;
}

/** A deal of cards in a link. Its numbers are not checked. */
export interface Deal {
  players: number;
  seed: number;
}

/** The link of a game. Passes follow from the rules. */
export function writeLink(setup: string, moves: readonly string[]): string {
  const parts = new URLSearchParams({ game: setup });
  const squares = moves.filter(isSquare);
  if (squares.length > 0) parts.set("moves", squares.join(""));
  return `#${parts.toString()}`;
}

const partsOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, ""));

/** The game in a link, if there is one. */
export function readLink(hash: string): Link | undefined {
  const parts = partsOf(hash);
  const setup = parts.get("game");
  return setup === null ? undefined : { setup, text: parts.get("moves") ?? "" };
}

/** The name of the game of cards. */
const CARDS = "daifugo";

/** The largest seed, exclusive. */
const SEEDS = 2 ** 31;

/** The link of a new deal. */
export const writeNewDeal = (players: number): string => writeDeal({ players, seed: Math.floor(Math.random() * SEEDS) });

/** The link of a deal. */
export function writeDeal({ players, seed }: Deal): string {
  return `#${new URLSearchParams({ game: CARDS, players: String(players), seed: String(seed) }).toString()}`;
}

/** The deal in a link, if it is one of cards. */
export function readDeal(hash: string): Deal | undefined {
  const parts = partsOf(hash);
  if (parts.get("game") !== CARDS) return undefined;
  return { players: Number(parts.get("players") ?? 5), seed: Number(parts.get("seed") ?? 0) };
}
