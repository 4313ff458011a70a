// Scores of all legal moves, by one worker and by several.

import { type Page } from "@playwright/test";
import { choose, expect, expectAccessible, ffo, open, square, stones, test, watchLongTasks } from "./common.ts";

/** Opens the page as on a machine with `processors` processors. */
async function openOn(page: Page, processors: number, link: string): Promise<void> {
  await page.addInitScript((count) => {
    Object.defineProperty(navigator, "hardwareConcurrency", { get: () => count });
  }, processors);
  await open(page, link);
}

/** Records the times of the renders that change the board or what is around it. */
const watchRenders = (page: Page) =>
  page.evaluate(() => {
    const renders: number[] = [];
    Object.assign(globalThis, { renders });
    new MutationObserver(() => renders.push(performance.now())).observe(document.querySelector("main")!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });

test("scores on the squares, the bar, and a page that stays free", async ({ page }) => {
  await open(page, "#game=othello&moves=f5d6c3d3c4");
  const longTasks = await watchLongTasks(page);
  await watchRenders(page);
  const start = await page.evaluate(() => performance.now());
  await page.getByRole("button", { name: "Hints" }).click();
  const legal = await page.locator(".legal").count();
  await expect(page.locator(".hint")).toHaveCount(legal);
  await expect(page.locator(".cell.best")).toHaveCount(1);
  await expect(page.getByRole("meter")).toBeVisible();
  await expect(page.locator(".evaluation p")).toContainText(/depth (1\d|[89])/);
  const label = await page.locator(".cell.best").getAttribute("aria-label");
  expect(label).toMatch(/legal move, hint .*, best/);
  // Later lines come one by one.
  await page.waitForTimeout(2000);
  const { renders, elapsed } = await page.evaluate((start) => {
    const { renders } = globalThis as unknown as { renders: number[] };
    return { renders, elapsed: performance.now() - start };
  }, start);
  const long = await longTasks();
  const sum = long.reduce((sum, duration) => sum + duration, 0);
  console.log(
    `long tasks: ${Math.round(sum)} of ${Math.round(elapsed)} ms, the longest ${Math.round(Math.max(0, ...long))} ms; ` +
      `${renders.length} renders`,
  );
  // The search is in its worker. How long a task takes depends on the machine, so only the part is judged.
  expect(sum).toBeLessThan(elapsed / 2);
  // The first one is that of the click. Then lines of the search are shown 50 ms after the render before, or later.
  const gaps = renders.slice(2).map((time, index) => time - renders[index + 1]!);
  expect(Math.min(...gaps)).toBeGreaterThan(45);
  await expectAccessible(page);
});

for (const processors of [1, 4]) {
  test(`scores of all moves are exact in a solved position, with ${processors} processors`, async ({ page }) => {
    const { link, moves } = ffo(20);
    await openOn(page, processors, link);
    await choose(page, "human", "both");
    await page.getByRole("button", { name: "Hints" }).click();
    for (const [move, score] of moves) {
      const text = score === 0 ? "0.0" : `${score > 0 ? "+" : "−"}${Math.abs(score).toFixed(Math.abs(score) >= 10 ? 0 : 1)}`;
      await expect(square(page, move).locator(".hint")).toHaveText(text);
    }
    await expect(page.locator(".cell.best")).toHaveAttribute("data-square", moves[0]![0]);
    expect(page.workers()).toHaveLength(processors === 1 ? 1 : 3);
  });
}

test("several workers stop for a move", async ({ page }) => {
  await openOn(page, 8, "#game=othello");
  await choose(page, "level", "0");
  await page.getByRole("button", { name: "Hints" }).click();
  await expect(page.locator(".hint")).toHaveCount(4);
  expect(page.workers()).toHaveLength(4);
  await square(page, "f5").click();
  // The answer of the engine, then scores for the position after it.
  await expect.poll(async () => (await stones(page)).reduce((sum, count) => sum + count)).toBe(6);
  await expect(page.locator(".hint")).toHaveCount(await page.locator(".legal").count());
});
