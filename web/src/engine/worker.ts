// The search, in a Web Worker: lines of UGI come in and go out. The search runs in slices, and between two of them the
// worker reads its messages. So `stop` needs no shared memory.

import { Engine } from "./module.ts";

/** The length of a slice in milliseconds: a stop is mostly late by that at most. BENCHMARKS.md says what slices cost. */
const SLICE = 20;

let engine: Engine | undefined;
let isRunning = false;
const waiting: string[] = [];
const next = new MessageChannel();

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
  if (lines.length > 0) postMessage(lines);
}

next.port1.onmessage = () => {
  const { lines, more } = engine!.runSlice(SLICE);
  send(lines);
  isRunning = more;
  if (more) next.port2.postMessage(null);
};

addEventListener("message", async ({ data }: MessageEvent<string | WebAssembly.Module>) => {
  if (typeof data === "string") {
    handle(data);
    return;
  }
  engine = await Engine.start(data);
  waiting.splice(0).forEach(handle);
});
