import {
  choose,
  expect,
  expectAccessible,
  expectNothingWider,
  isOver,
  open,
  square,
  stones,
  test,
  waitForTurn,
  withoutDelays,
} from "./common.ts";

test("a whole game by clicks against level 0", { tag: "@size" }, async ({ page }) => {
  test.setTimeout(180_000);
  await withoutDelays(page);
  await open(page);
  await choose(page, "level", "0");
  for (let moves = 0; moves < 40; moves++) {
    await waitForTurn(page);
    if (await isOver(page)) break;
    await page.locator(".legal").first().click();
  }
  expect(await isOver(page)).toBe(true);
  const [black, white] = await stones(page);
  await expect(page.getByRole("status").first()).toContainText(/(Black|White) wins by|draw/);
  expect(black + white).toBeGreaterThan(8);
});

test("a whole game by the keyboard alone", { tag: "@size" }, async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, "#game=othello");
  await choose(page, "human", "both");
  // From the top of the page into the board.
  await page.locator("body").press("Tab");
  for (let tabs = 0; tabs < 5; tabs++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute("role"))) === "gridcell") break;
    await page.keyboard.press("Tab");
  }
  const go = async (from: number, to: number, forward: string, back: string) => {
    for (let at = from; at < to; at++) await page.keyboard.press(forward);
    for (let at = from; at > to; at--) await page.keyboard.press(back);
  };
  let [file, rank] = [0, 0];
  for (let moves = 0; moves < 70; moves++) {
    await expect(page.getByRole("status").first()).toContainText(/to move\.|wins|draw/);
    if (await isOver(page)) break;
    const names = await page.locator(".legal").evaluateAll((all) => all.map((cell) => cell.getAttribute("data-square")!));
    const placeOf = (name: string): [number, number] => [name.charCodeAt(0) - 97, Number(name[1]) - 1];
    const distance = (name: string) => Math.abs(placeOf(name)[0] - file) + Math.abs(placeOf(name)[1] - rank);
    const name = names.reduce((nearest, name) => (distance(name) < distance(nearest) ? name : nearest));
    const [toFile, toRank] = placeOf(name);
    await go(file, toFile, "ArrowRight", "ArrowLeft");
    await go(rank, toRank, "ArrowDown", "ArrowUp");
    [file, rank] = [toFile, toRank];
    await expect(square(page, name)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(square(page, name)).not.toHaveClass(/legal/);
  }
  expect(await isOver(page)).toBe(true);
});

test("undo in the middle of a search, redo, and another move instead", async ({ page }) => {
  await open(page);
  await choose(page, "level", "13");
  await choose(page, "seconds", "30");
  await square(page, "f5").click();
  await expect(page.getByRole("status").first()).toContainText("thinking");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await stones(page)).toEqual([2, 2]);
  await expect(page.getByRole("status").first()).toContainText("Your turn");
  // The stopped search must not answer into the new game.
  await choose(page, "level", "0");
  await square(page, "d3").click();
  await waitForTurn(page);
  await expect.poll(async () => (await stones(page)).reduce((sum, count) => sum + count)).toBe(6);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await stones(page)).toEqual([2, 2]);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(async () => (await stones(page)).reduce((sum, count) => sum + count)).toBe(6);
});

test("a stop is answered at once", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await choose(page, "level", "13");
  await choose(page, "seconds", "30");
  let best = Infinity;
  // 50 ms are promised. A busy machine may delay any single answer, and when it is overloaded all of them.
  for (let tries = 0; tries < 8 && best > 50; tries++) {
    await square(page, "f5").click();
    await page.waitForTimeout(600);
    const elapsed = await page.evaluate(async () => {
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Move now")!;
      const start = performance.now();
      button.click();
      while (!button.disabled) await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - start;
    });
    best = Math.min(best, elapsed);
    await expect(page.getByRole("status").first()).toContainText("Your turn");
    expect((await stones(page)).reduce((sum, count) => sum + count)).toBe(6);
    await page.getByRole("button", { name: "Undo" }).click();
  }
  console.log(`a stop is answered after ${Math.round(best)} ms`);
  expect(best).toBeLessThan(500);
});

test("the page in Japanese, in the dark, without faults for screen readers", async ({ page }) => {
  test.setTimeout(180_000);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await expectAccessible(page);
  }
  await choose(page, "language", "ja");
  await expect(page.getByRole("button", { name: "戻す" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expectAccessible(page);
  // It is remembered.
  await page.reload();
  await expect(page.getByRole("button", { name: "戻す" })).toBeVisible();
});

test("nothing is wider than the screen", { tag: "@size" }, async ({ page }) => {
  await open(page, "#game=othello&moves=f5d6c3d3c4");
  await expectNothingWider(page);
});
