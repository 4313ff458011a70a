// The figures of BENCHMARKS.md: `npm run figures` on a quiet machine, with an engine built for release. They are printed; the
// promised limits are judged.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Browser, type Page } from "@playwright/test";
import { choose, expect, ffo, open, test, watchLongTasks } from "./common.ts";

test.describe.configure({ mode: "serial" });
test.skip(!process.env.KAESHI_FIGURES, "npm run figures");

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const whole = (values: readonly number[]) => values.map(Math.round).join(" ");

/** The first moves of a game without a pass. */
const GAME = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6";

/** What a search took, as its last line says. */
interface Searched {
  score: number;
  nodes: number;
  /** In milliseconds. */
  time: number;
}

interface Asked {
  position: string;
  limits: string;
}

function read(lines: readonly string[]): Searched {
  const last = lines.findLast((line) => line.includes(" score "))!;
  const number = (name: string) => Number(new RegExp(` ${name} (-?\\d+)`).exec(last)?.[1]);
  return { score: number("score cp") / 100, nodes: number("nodes"), time: number("time") };
}

/** Searches in a worker of the page, as the page does. */
async function searchInPage(page: Page, all: readonly Asked[]): Promise<Searched[]> {
  const worker = page.workers()[0]!.url();
  const answers = await page.evaluate(
    async ({ worker, all }) => {
      const engine = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".wasm"))!.name;
      const search = new Worker(worker, { type: "module" });
      search.postMessage(await WebAssembly.compileStreaming(fetch(engine)));
      const ask = (lines: string[], last: string) =>
        new Promise<string[]>((resolve) => {
          const found: string[] = [];
          search.onmessage = ({ data }: MessageEvent<string[]>) => {
            found.push(...data);
            if (data.some((line) => line.startsWith(last))) resolve(found);
          };
          for (const line of lines) search.postMessage(line);
        });
      await ask(["isready"], "readyok");
      const answers: string[][] = [];
      for (const { position, limits } of all) {
        answers.push(await ask(["setoption name Clear Hash", `position ${position}`, `go ${limits}`], "bestmove"));
      }
      search.terminate();
      return answers;
    },
    { worker, all },
  );
  return answers.map(read);
}

/** The same with the program of the environment variable `KAESHI_NATIVE`. */
function searchNatively(program: string, all: readonly Asked[]): Searched[] {
  const lines = all.flatMap(({ position, limits }) => ["setoption name Clear Hash", `position ${position}`, `go ${limits}`]);
  const input = ["ugi", "setoption name Threads value 1", "setoption name Hash value 32", ...lines, ""].join("\n");
  const output = execFileSync(program, { input, encoding: "utf8" });
  return output
    .split(/^bestmove.*$/m)
    .slice(0, all.length)
    .map((part) => read(part.split("\n")));
}

function sum(name: string, searched: readonly Searched[]): number {
  const nodes = searched.reduce((sum, { nodes }) => sum + nodes, 0);
  const time = searched.reduce((sum, { time }) => sum + time, 0);
  console.log(`${name}: ${nodes} nodes in ${time} ms, ${Math.round(nodes / time)} nodes/ms`);
  return nodes / time;
}

test("FFO 20 to 29 solved and a midgame searched, beside the native program", async ({ page }) => {
  test.setTimeout(400_000);
  await open(page);
  const problems = Array.from({ length: 10 }, (_, index) => ffo(20 + index));
  const solves = problems.map(({ position }) => ({ position: `fen ${position}`, limits: "depth 60" }));
  const midgames = [10, 16, 22].map((count) => ({
    position: `startpos moves ${GAME.match(/../g)!.slice(0, count).join(" ")}`,
    limits: "depth 18",
  }));
  const program = process.env.KAESHI_NATIVE;
  for (const [name, all] of [["FFO 20 to 29", solves], ["midgames, depth 18", midgames]] as const) {
    const found = await searchInPage(page, all);
    if (all === solves) expect(found.map(({ score }) => score)).toEqual(problems.map(({ moves }) => moves[0]![1]));
    const speed = sum(`${name}, in the page`, found);
    if (!program) continue;
    const part = speed / sum(`${name}, native`, searchNatively(program, all));
    console.log(`${name}: ${Math.round(100 * part)} % of the native speed`);
    expect(part).toBeGreaterThan(0.4);
  }
});

/** The times of the first move by click, and of the answer, in milliseconds after the begin of the navigation. */
async function load(browser: Browser, baseURL: string): Promise<[number, number]> {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    const look = () => {
      const discs = document.querySelectorAll(".board .stone").length;
      // Again, should the page have begun the game anew.
      if (discs === 4) document.querySelector<HTMLElement>('[data-square="f5"].legal')?.click();
      if (discs > 4 && times.length === 0) times.push(performance.now());
      if (discs === 6 && times.length === 1) times.push(performance.now());
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto("/");
  const times = () => page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
  await expect.poll(async () => (await times()).length, { intervals: [200] }).toBe(2);
  const [playable, moved] = await times();
  await context.close();
  return [playable!, moved!];
}

test("time to playable, and to the first answer", async ({ browser, baseURL }) => {
  const all: [number, number][] = [];
  for (let tries = 0; tries < 9; tries++) all.push(await load(browser, baseURL!));
  const [playable, moved] = [all.map(([time]) => time), all.map(([, time]) => time)];
  console.log(`playable after ${whole(playable)} ms, median ${Math.round(median(playable))} ms`);
  console.log(`the engine has moved after ${whole(moved)} ms, median ${Math.round(median(moved))} ms`);
  expect(median(playable)).toBeLessThan(2000);
});

/** The memory of the page's process in MB, shared pages by their part. */
async function memory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))![1]) / 1000);
  return Math.max(...sizes);
}

for (const processors of [2, 8]) {
  test(`memory with ${processors} processors`, async ({ page, browser }) => {
    await page.addInitScript((count) => {
      Object.defineProperty(navigator, "hardwareConcurrency", { get: () => count });
    }, processors);
    await open(page, "#game=othello&moves=f5d6c3d3c4");
    await page.waitForTimeout(2000);
    const loaded = await memory(browser);
    await page.getByRole("button", { name: "Hints" }).click();
    await page.waitForTimeout(15_000);
    const searched = await memory(browser);
    const heap = await page.evaluate(() => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize);
    console.log(
      `${processors} processors: ${Math.round(loaded)} MB loaded, ${Math.round(searched)} MB after hints, ` +
        `JavaScript ${(heap / 1e6).toFixed(1)} MB`,
    );
  });
}

// 55 empty squares, White to move; 26, Black to move.
for (const [name, count, human] of [["midgame", 5, "first"], ["endgame", 34, "second"]] as const) {
  const moves = GAME.slice(0, 2 * count);
  test(`no long task while hints are searched, ${name}`, async ({ page }) => {
    test.setTimeout(120_000);
    await open(page, `#game=othello&moves=${moves}`);
    const longTasks = await watchLongTasks(page);
    await page.getByRole("button", { name: "Hints" }).click();
    await page.waitForTimeout(15_500);
    const hints = (await longTasks()).length;
    await choose(page, "level", "13");
    await choose(page, "seconds", "10");
    await choose(page, "human", human);
    await page.waitForTimeout(10_500);
    const long = await longTasks();
    console.log(`${name}: ${long.length} long tasks (${hints} with hints) in 26 s at full strength: ${whole(long)} ms`);
    expect(long.filter((duration) => duration > 50)).toEqual([]);
  });

  test(`a stop is answered within 50 ms, ${name}`, async ({ page }) => {
    test.setTimeout(240_000);
    await open(page, `#game=othello&moves=${moves}`);
    await choose(page, "level", "13");
    await choose(page, "seconds", "30");
    const times: number[] = [];
    // Mostly soon after the start, three times after long searches.
    for (const wait of [...Array.from({ length: 12 }, (_, index) => 500 + 37 * index), 5_000, 10_000, 15_000]) {
      await choose(page, "human", human);
      await page.waitForTimeout(wait);
      const elapsed = await page.evaluate(async () => {
        const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Move now")!;
        if (button.disabled) return undefined;
        const start = performance.now();
        button.click();
        while (!button.disabled) await new Promise((resolve) => setTimeout(resolve));
        return performance.now() - start;
      });
      if (elapsed !== undefined) times.push(elapsed);
      await choose(page, "human", "both");
      await page.getByRole("button", { name: "Undo" }).click();
    }
    console.log(`${name}: a stop is answered after ${whole(times)} ms, median ${Math.round(median(times))} ms`);
    expect(median(times)).toBeLessThan(50);
  });
}
