// The analysis of a whole game.

import { type Page } from "@playwright/test";
import { choose, expect, expectAccessible, expectNothingWider, open, test, watchLongTasks } from "./common.ts";

/** A known opening, then bad moves. */
const GAME = "f5d6c3d3c4f4f6f3e3f7c7c2c5e2g3b2";

async function analyse(page: Page, level = "1"): Promise<void> {
  await choose(page, "analysis-level", level);
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await expect(page.getByRole("slider", { name: "Value after each move" })).toBeVisible();
}

test("a pasted game is analysed: graph, mistakes, opening, summary", async ({ page }, info) => {
  test.setTimeout(180_000);
  await open(page);
  await page.locator("textarea").fill(GAME);
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await analyse(page);
  const panel = page.getByRole("region", { name: "Analysis" });
  await expect(panel).toContainText("Opening: Lightning Bolt");
  await expect(panel.getByRole("table", { name: "Both players" }).getByRole("row")).toHaveCount(7);
  await expectAccessible(page);

  // The graph by keyboard and by click.
  const graph = page.getByRole("slider", { name: "Value after each move" });
  await graph.focus();
  await page.keyboard.press("Home");
  await expect(page.locator(".board .stone")).toHaveCount(4);
  await expect(graph).toHaveAttribute("aria-valuetext", /Start: /);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".board .stone")).toHaveCount(5);
  await expect(graph).toHaveAttribute("aria-valuetext", /1\. Black f5: .* for Black/);
  // The values of the moves are on the board.
  await expect(page.locator(".hint").first()).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.locator(".board .stone")).toHaveCount(4 + GAME.length / 2);

  // A mistake shows the position before it, where the better move is marked.
  const mistake = panel.locator(".mistakes button").first();
  await expect(mistake).toHaveAttribute("aria-label", /(Dubious|Mistake|Blunder): −.*Better: [a-h][1-8]/);
  const better = /Better: ([a-h][1-8])/.exec((await mistake.getAttribute("aria-label"))!)![1]!;
  await mistake.click();
  await expect(page.locator(".cell.best")).toHaveAttribute("data-square", better);
  await expect(page.locator(".board")).toBeInViewport({ ratio: 0.9 });
  await expectNothingWider(page);
  await page.screenshot({ path: info.outputPath("analysis.png"), fullPage: true });

  // Another game has no analysis yet.
  await page.getByRole("button", { name: "New game" }).click();
  await expect(graph).toHaveCount(0);
});

test("an analysis is stopped at once, and the page stays free", async ({ page }) => {
  await open(page, `#game=othello&moves=${GAME}`);
  await choose(page, "analysis-level", "9");
  const longTasks = await watchLongTasks(page);
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.waitForTimeout(1000);
  // Undo works meanwhile.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".board .stone")).toHaveCount(3 + GAME.length / 2);
  const elapsed = await page.evaluate(async () => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Stop")!;
    const start = performance.now();
    button.click();
    while (document.querySelector("progress")) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  console.log(`the analysis stopped after ${Math.round(elapsed)} ms`);
  expect(elapsed).toBeLessThan(1000);
  const long = await longTasks();
  console.log(`long tasks: ${long.map(Math.round).join(" ")} ms`);
  expect(long.reduce((sum, duration) => sum + duration, 0)).toBeLessThan(500);
});

test("a game of tic-tac-toe: who wins with best play", async ({ page }) => {
  await open(page, "#game=tictactoe&moves=a1b1a3a2c3b2b3");
  await page.getByRole("button", { name: "Analyse the game" }).click();
  const panel = page.getByRole("region", { name: "Analysis" });
  await expect(panel.locator(".mistakes button")).toHaveCount(1);
  await expect(panel.locator(".mistakes button")).toContainText("2. O b1: from “even” to “X wins”.");
  await expectAccessible(page);
});

test("the opening has a name while it is played", async ({ page }) => {
  await open(page, "#game=othello&moves=f5d6");
  await expect(page.locator(".opening")).toHaveText("Opening: Perpendicular Opening");
  await choose(page, "language", "ja");
  await expect(page.locator(".opening")).toHaveText("定石:縦取り");
});
