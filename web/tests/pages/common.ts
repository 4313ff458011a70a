// What all tests of the page need: a page that must be without faults, and a few moves.

import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page, test as base } from "@playwright/test";

/** A test whose page writes nothing to the console and asks no other server. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page, baseURL }, use) => {
    const faults: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(baseURL!)) faults.push(`request: ${request.url()}`);
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

/** Lets the engine play at once, as a person may who wants less motion. */
export const withoutDelays = (page: Page): Promise<void> => page.emulateMedia({ reducedMotion: "reduce" });

export const square = (page: Page, name: string): Locator => page.locator(`[data-square="${name}"]`);

/** The number of stones of the players. */
export async function stones(page: Page): Promise<[number, number]> {
  return [
    await page.locator(".board .stone.x").count(),
    await page.locator(".board .stone.o").count(),
  ];
}

/** Opens the page with a game, as a link does. */
export async function open(page: Page, link = ""): Promise<void> {
  await page.goto(`/${link}`);
  await expect(page.getByRole("grid")).toBeVisible();
}

export async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`select[name="${name}"]`).selectOption(value);
}

/** Whether the game is over. */
export const isOver = async (page: Page): Promise<boolean> =>
  /wins|draw/.test((await page.getByRole("status").first().textContent()) ?? "");

/** Waits for the engine. */
export async function waitForTurn(page: Page): Promise<void> {
  await expect(page.getByRole("status").first()).toContainText(/Your turn|to move|wins|draw/);
}

export async function expectAccessible(page: Page): Promise<void> {
  // The page has no frames, so that axe needs no page of its own for its report.
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function expectNothingWider(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Records the tasks of the page longer than 50 ms from now on; the answer returns their durations in milliseconds. */
export async function watchLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => longTasks.push(duration))).observe({
      entryTypes: ["longtask"],
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
}

/** A problem of the FFO endgame suite. */
export interface Problem {
  /** The position, as UGI writes it. */
  position: string;
  link: string;
  /** All moves with their scores, best first. */
  moves: [string, number][];
}

export function ffo(number: number): Problem {
  const line = readFileSync("../tests/data/ffo.obf", "utf8")
    .split("\n")
    .find((line) => line.includes(`FFO-${number}`))!;
  const [board, ...scores] = line.split(";");
  const [cells, side] = board!.toLowerCase().split(" ");
  const ranks = cells!.match(/.{8}/g)!.map((rank) => rank.replace(/-+/g, (empty) => String(empty.length)));
  const position = `${ranks.join("/")} ${side}`;
  const moves = scores.flatMap((text): [string, number][] => {
    const [, move, score] = /([A-H][1-8]):([+-]\d+)/.exec(text) ?? [];
    return move ? [[move.toLowerCase(), Number(score)]] : [];
  });
  return { position, link: `#game=${encodeURIComponent(position)}`, moves };
}
