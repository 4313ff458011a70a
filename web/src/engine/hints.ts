// The scores of all moves of a position, by as many workers as there are processors for.

import type { Info } from "./info.ts";
import type { Search } from "./search.ts";

/** The scores that are wanted. */
export interface WantedHints {
  /** The name of a game, or a position. */
  setup: string;
  moves: readonly string[];
  /** The legal moves of the position. */
  choices: readonly string[];
  /** The time of the search in milliseconds. */
  time: number;
  /** Gets the last line of each move that has one, by its first move; the best one has rank 1. */
  onHints(hints: ReadonlyMap<string, Info>): void;
  /** Gets the reason if a worker failed; then the search is stopped. */
  onFailure(why: string): void;
}

/** Each worker has its own memory: some 60 MB. */
const MAX_WORKERS = 4;
/** Maximum number of moves of one worker. */
const MAX_LINES = 64;

/** The number of workers on this machine: one processor is left for the page. */
export const workerCount = (): number => Math.min(Math.max((navigator.hardwareConcurrency ?? 1) - 1, 1), MAX_WORKERS);

export class HintSearch {
  /** The first is the worker of the game; the others are started with the first hints. */
  readonly #searches: Search[];
  readonly #count: number;
  readonly #start: () => Search;

  /** `start` starts another worker; there will be `count` in all. */
  constructor(first: Search, count: number, start: () => Search) {
    this.#searches = [first];
    this.#count = count;
    this.#start = start;
  }

  /** Searches all moves, each worker its part of them. Stops what was searched before. */
  start({ setup, moves, choices, time, onHints, onFailure }: WantedHints): void {
    this.stop();
    const count = Math.min(this.#count, choices.length);
    while (this.#searches.length < count) this.#searches.push(this.#start());
    const found = new Map<string, Info>();
    for (let worker = 0; worker < count; worker++) {
      const own = choices.filter((_, index) => index % count === worker);
      const searched = this.#searches[worker]!.start({
        setup,
        moves,
        level: 13,
        lines: Math.min(own.length, MAX_LINES),
        limits: `movetime ${time}${count > 1 ? ` searchmoves ${own.join(" ")}` : ""}`,
        onInfo: (info) => {
          found.set(info.move, info);
          onHints(ranked(found));
        },
      });
      searched.catch((why: Error) => {
        // Without its moves the best one is unknown.
        this.stop();
        onFailure(why.message);
      });
    }
  }

  stop(): void {
    for (const search of this.#searches) search.stop();
  }
}

/** The value of a line for comparisons: quick wins first, slow losses before quick ones. */
function valueOf({ score }: Info): number {
  if ("cp" in score) return score.cp;
  return score.mate >= 0 ? 1e6 - score.mate : -1e6 - score.mate;
}

/** The same lines with the ranks 1, for the first of the best ones, and 2. */
function ranked(found: ReadonlyMap<string, Info>): Map<string, Info> {
  const best = [...found.values()].reduce((best, info) => (valueOf(info) > valueOf(best) ? info : best));
  return new Map([...found].map(([move, info]) => [move, { ...info, rank: info === best ? 1 : 2 }]));
}
