// The page's end of the worker: one search after the other.

import { onFailure } from "./failure.ts";
import { type Info, readInfo } from "./info.ts";

/** What the worker posts: lines of UGI, or why it can do nothing more. */
export type SearchAnswer = string[] | { error: string };

/** A search that is wanted. */
export interface Wanted {
  /** The name of a game, or a position of Othello. */
  setup: string;
  moves: readonly string[];
  /** 0 to 13, full strength; games without levels have 13 only. */
  level: number;
  /** Number of best moves. */
  lines: number;
  /** The limits of the search, as after `go`. */
  limits: string;
  onInfo(info: Info): void;
}

interface Running {
  onInfo(info: Info): void;
  finish(move: string | undefined): void;
  fail(why: Error): void;
  isStopped: boolean;
}

/** Whether this is the name of a game, and not a position. */
const isName = (setup: string): boolean => !setup.includes("/");

/** Whether this is a game or a position of Othello, whose positions alone have no name before them. */
export const isOthello = (setup: string): boolean => setup === "othello" || /^[xo1-8]*\//.test(setup);

export class Search {
  readonly #module: WebAssembly.Module;
  readonly #startWorker: () => Worker;
  /** None after a failure, until the next search starts another. */
  #worker: Worker | undefined;
  /** The searches that have not answered, in the order of their commands. */
  #running: Running[] = [];

  constructor(module: WebAssembly.Module, startWorker: () => Worker) {
    this.#module = module;
    this.#startWorker = startWorker;
    this.#connect();
  }

  /**
   * Stops the search before, and searches. Returns the best move, or nothing if another search came first. Throws why the
   * worker failed; the next search starts another worker.
   */
  start(wanted: Wanted): Promise<string | undefined> {
    this.stop();
    if (!this.#worker) this.#connect();
    const { setup, moves, level, lines, limits } = wanted;
    this.#send("setoption name Level value 13");
    this.#send(`setoption name Game value ${isName(setup) ? setup : "othello"}`);
    const start = isName(setup) ? "startpos" : `fen ${setup}`;
    this.#send(`position ${start}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`);
    if (level < 13) this.#send(`setoption name Level value ${level}`);
    this.#send(`setoption name MultiPV value ${lines}`);
    this.#send(`setoption name Seed value ${Math.floor(Math.random() * 2 ** 31)}`);
    this.#send(`go ${limits}`);
    return new Promise((finish, fail) => {
      this.#running.push({ onInfo: wanted.onInfo, finish, fail, isStopped: false });
    });
  }

  /** Stops all searches; they answer nothing. */
  stop(): void {
    if (this.#running.every(({ isStopped }) => isStopped)) return;
    for (const running of this.#running) running.isStopped = true;
    this.#send("stop");
  }

  /** Ends the thinking of the running search; it answers the best move so far. */
  moveNow(): void {
    if (this.#running.length > 0) this.#send("stop");
  }

  /** Starts a worker. */
  #connect(): void {
    const worker = this.#startWorker();
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<SearchAnswer>) => {
      if (worker !== this.#worker) return;
      if ("error" in data) this.#fail(data.error);
      else data.forEach((line) => this.#read(line));
    });
    onFailure(worker, (why) => {
      if (worker === this.#worker) this.#fail(why);
    });
    worker.postMessage(this.#module);
    // Unpacks the weights before the first search.
    this.#send("isready");
  }

  /** Ends the worker, and with it all searches. */
  #fail(why: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const running = this.#running;
    this.#running = [];
    for (const { isStopped, finish, fail } of running) {
      if (isStopped) finish(undefined);
      else fail(new Error(why));
    }
  }

  #send(line: string): void {
    this.#worker?.postMessage(line);
  }

  #read(line: string): void {
    const running = this.#running[0];
    if (!running) return;
    if (line.startsWith("bestmove ")) {
      this.#running.shift();
      const move = line.split(" ")[1];
      running.finish(running.isStopped || move === "(none)" ? undefined : move);
    } else if (!running.isStopped) {
      const info = readInfo(line);
      if (info) running.onInfo(info);
    }
  }
}
