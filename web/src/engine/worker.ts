// The search, in a Web Worker: lines of UGI come in and go out. The search runs in slices, and between two of them the
// worker reads its messages. So `stop` needs no shared memory.

import { Engine } from "./module.ts";
import type { SearchAnswer } from "./search.ts";

/** The length of a slice in milliseconds: a stop is mostly late by that at most. BENCHMARKS.md says what slices cost. */
const SLICE = 20;

let engine: Engine | undefined;
let isRunning = false;
let hasFailed = false;
const waiting: string[] = [];
const next = new MessageChannel();

const answer = (message: SearchAnswer) => postMessage(message);

/** Tells the page, which ends this worker. */
function fail(why: unknown): void {
  hasFailed = true;
  answer({ error: String(why) });
}

/** Takes a step unless one has failed. The page is told what it throws: of a rejected promise it would learn nothing. */
async function attempt(step: () => void | Promise<void>): Promise<void> {
  if (hasFailed) return;
  try {
    await step();
  } catch (why) {
    fail(why);
  }
}

function handle(line: string): void {
  if (!engine) {
    waiting.push(line);
    return;
  }
  send(engine.handleLine(line));
  if (!isRunning) {
    isRunning = true;
    next.port2.postMessage(null);
  }
}

function send(lines: string[]): void {
  if (lines.length > 0) answer(lines);
}

function runSlice(): void {
  const { lines, more } = engine!.runSlice(SLICE);
  send(lines);
  isRunning = more;
  if (more) next.port2.postMessage(null);
}

async function start(module: WebAssembly.Module): Promise<void> {
  engine = await Engine.start(module);
  waiting.splice(0).forEach(handle);
}

next.port1.onmessage = () => void attempt(runSlice);

addEventListener("message", ({ data }: MessageEvent<string | WebAssembly.Module>) => {
  void attempt(() => (typeof data === "string" ? handle(data) : start(data)));
});
addEventListener("messageerror", () => fail("a message of the page could not be read"));
