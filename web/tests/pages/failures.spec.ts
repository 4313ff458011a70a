// Workers that fail. The browser writes some failures to the console, so these tests have pages of their own.

import { expect, type Page, test } from "@playwright/test";
import { choose, expectAccessible, open, square, stones } from "./common.ts";

// It would answer the requests for workers.
test.use({ serviceWorkers: "block" });

/** What is put before the code of a worker, so that it fails. */
const FAULTS = {
  "cannot start the engine": "WebAssembly.instantiate = () => Promise.reject(new RangeError('out of memory'));",
  "throws while it searches": `
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
      const { exports } = await instantiate(...given);
      const run_slice = () => { throw new WebAssembly.RuntimeError("unreachable"); };
      return { exports: { ...exports, run_slice } };
    };`,
  "throws before it does anything": "throw new Error('no such thing');",
  "cannot be loaded": undefined,
};

/**
 * Lets some workers of the search fail, by their numbers from 1: with `fault` before their code, without it they cannot be
 * loaded. Returns how many workers were started.
 */
async function breakWorkers(page: Page, isBroken: (number: number) => boolean, fault?: string): Promise<() => number> {
  let started = 0;
  await page.route(/\/worker-[^/]*\.js$/, async (route) => {
    started++;
    if (!isBroken(started)) return route.continue();
    if (fault === undefined) return route.abort();
    const response = await route.fetch();
    return route.fulfill({ response, body: `${fault}\n${await response.text()}` });
  });
  return () => started;
}

const state = (page: Page) => page.getByRole("status").first();

for (const [name, fault] of Object.entries(FAULTS)) {
  test(`a worker that ${name}: the page says so, and starts another for the next search`, async ({ page }) => {
    const started = await breakWorkers(page, (number) => number <= 2, fault);
    await open(page);
    await choose(page, "level", "0");
    await square(page, "f5").click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The engine has failed: ");
    await expect(alert).not.toContainText("undefined");
    await expect(state(page)).toContainText("White to move.");
    await expect(page.getByRole("button", { name: "Move now" })).toBeDisabled();
    await expectAccessible(page);
    // No worker is started before somebody wants it.
    const before = started();
    await page.waitForTimeout(700);
    expect(started()).toBe(before);
    const retry = alert.getByRole("button", { name: "Try again" });
    // One failure is not told, if the first worker failed before there was a search.
    if (before === 1) {
      await retry.click();
      await expect.poll(started).toBe(2);
      await expect(alert).toContainText("The engine has failed: ");
    }
    await retry.click();
    await expect(state(page)).toContainText("Your turn: Black.");
    await expect(alert).toHaveCount(0);
    expect(await stones(page)).toEqual([3, 3]);
    expect(started()).toBe(3);
  });
}

test("a worker for hints fails", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 4 }));
  // The first is the worker of the game.
  const started = await breakWorkers(page, (number) => number === 2, FAULTS["throws while it searches"]);
  await open(page, "#game=othello&moves=f5d6");
  await page.getByRole("button", { name: "Hints" }).click();
  await expect(page.getByRole("alert")).toContainText("The engine has failed: RuntimeError: unreachable");
  await square(page, "c3").click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator(".hint")).toHaveCount(await page.locator(".legal").count());
  expect(started()).toBe(4);
});

test("a worker of a game of cards fails; Japanese", async ({ page }) => {
  const started = await breakWorkers(page, (number) => number <= 2, FAULTS["cannot start the engine"]);
  // Player 3 leads.
  await page.goto("/#game=daifugo&players=5&seed=1");
  await choose(page, "language", "ja");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("エンジンが止まりました:RangeError: out of memory");
  await expect(state(page)).toContainText(/プレイヤー\dの番です。/);
  const retry = alert.getByRole("button", { name: "もう一度" });
  if (started() === 1) {
    await retry.click();
    await expect.poll(started).toBe(2);
    await expect(alert).toContainText("out of memory");
  }
  await retry.click();
  await expect(page.locator(".log li").first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  expect(started()).toBe(3);
});

test("the worker of the analysis cannot be loaded", async ({ page }) => {
  await page.route(/\/analysis-worker-[^/]*\.js$/, (route) => route.abort());
  await open(page, "#game=othello&moves=f5d6c3");
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await expect(page.getByRole("alert")).toHaveText("The game cannot be analysed: its code could not be loaded");
});
