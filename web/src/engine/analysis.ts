// The analysis of a whole game, in a worker of its own. So it takes nothing from hints, and a stop needs no answer: the
// worker is ended.

import { onFailure } from "./failure.ts";
import type { OpeningName } from "./rules.ts";

export interface Value {
  value: number;
  exact: boolean;
  percent: number;
  depth: number;
}

export interface ValuedMove extends Value {
  move: string;
  at_most?: boolean;
}

/** A move of a game of Othello; see `Judged` in src/analysis/judged.rs. */
export interface Judged {
  /** The number of the disc, from 1. */
  number: number;
  side: "black" | "white";
  move: string;
  /** The values after the move, and before it with best play, for the player who moved. */
  played: Value;
  best: Value;
  loss: number;
  line: string[];
  moves: ValuedMove[];
  opening?: string;
}

export interface SideSummary {
  side: "black" | "white";
  moves: number;
  loss: number;
  phases: [number, number, number];
  endgame: [number, number];
  without_loss: number;
  counts: [number, number, number];
  worst: number[];
}

export type Leader = "black" | "white" | "even";

/** An analysed game of Othello; see `Values` in wasm/src/analysis.rs. */
export interface Values {
  moves: Judged[];
  /** The value for Black of each position, one more than moves. */
  values: Value[];
  /** For each move 0, or 1 (dubious), 2 (a mistake), 3 (a blunder). */
  grades: number[];
  opening: OpeningName | null;
  thresholds: [number, number, number];
  summary: { sides: [SideSummary, SideSummary]; changes: { index: number; from: Leader; to: Leader }[] };
  finished: boolean;
  rest: string[];
}

/** Who wins a game other than Othello; see `ProvenGame` in src/analysis/proof.rs. */
export interface Proofs {
  plies: {
    player: 1 | 2;
    move: string | null;
    /** For the player to move: 1, 0 or -1, if it is proven. */
    result: number | null;
    best: string | null;
    changed: boolean;
  }[];
}

export type Analysed = Values | Proofs;

export interface AnalysisRequest {
  setup: string;
  moves: readonly string[];
  level: number;
}

/** What the worker answers. */
export type Answer = { done: number; all: number } | { ok: Analysed } | { error: string };

export class Analyst {
  readonly #module: WebAssembly.Module;
  #worker: Worker | undefined;
  #end: (() => void) | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Analyses a game; nothing is returned if it is stopped before the end. Throws what is refused. */
  analyse(request: AnalysisRequest, onProgress: (done: number, all: number) => void): Promise<Analysed | undefined> {
    this.stop();
    const worker = new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    const analysed = new Promise<Analysed | undefined>((resolve, reject) => {
      this.#end = () => resolve(undefined);
      onFailure(worker, (why) => reject(new Error(why)));
      worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
        if ("done" in data) onProgress(data.done, data.all);
        else if ("ok" in data) resolve(data.ok);
        else reject(new Error(data.error));
      });
      worker.postMessage({ module: this.#module, request });
    });
    return analysed.finally(() => worker.terminate());
  }

  /** Ends the analysis that is running. */
  stop(): void {
    this.#worker?.terminate();
    this.#end?.();
    this.#worker = this.#end = undefined;
  }
}
