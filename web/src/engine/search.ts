// The page's end of the worker: one search after the other.

import { type Info, readInfo } from "./info.ts";

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
  isStopped: boolean;
}

/** Whether this is the name of a game, and not a position. */
const isName = (setup: string): boolean => !setup.includes("/");

/** Whether this is a game or a position of Othello, whose positions alone have no name before them. */
export const isOthello = (setup: string): boolean => setup === "othello" || /^[xo1-8]*\//.test(setup);

export class Search {
  readonly #worker: Worker;
  /** The searches that have not answered, in the order of their commands. */
  readonly #running: Running[] = [];

  constructor(worker: Worker, module: WebAssembly.Module) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<string[]>) => data.forEach((line) => this.#read(line)));
    worker.postMessage(module);
    // Unpacks the weights before the first search.
    this.#send("isready");
  }

  /** Stops the search before, and searches. Returns the best move, or nothing if another search came first. */
  start(wanted: Wanted): Promise<string | undefined> {
    this.stop();
    const { setup, moves, level, lines, limits } = wanted;
    this.#send("setoption name Level value 13");
    this.#send(`setoption name Game value ${isName(setup) ? setup : "othello"}`);
    const start = isName(setup) ? "startpos" : `fen ${setup}`;
    this.#send(`position ${start}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`);
    if (level < 13) this.#send(`setoption name Level value ${level}`);
    this.#send(`setoption name MultiPV value ${lines}`);
    this.#send(`setoption name Seed value ${Math.floor(Math.random() * 2 ** 31)}`);
    this.#send(`go ${limits}`);
    return new Promise((finish) => {
      this.#running.push({ onInfo: wanted.onInfo, finish, isStopped: false });
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

  #send(line: string): void {
    this.#worker.postMessage(line);
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
