import { choose, expect, expectAccessible, isOver, open, square, test, waitForTurn } from "./common.ts";

for (const game of ["connect4", "tictactoe"]) {
  test(`a whole game of ${game} by clicks`, async ({ page }) => {
    test.setTimeout(120_000);
    await open(page);
    await choose(page, "level", "2");
    await choose(page, "game", game);
    await page.getByRole("button", { name: "New game" }).click();
    await expectAccessible(page);
    for (let moves = 0; moves < 30; moves++) {
      await waitForTurn(page);
      if (await isOver(page)) break;
      await page.locator(".legal").first().click();
    }
    expect(await isOver(page)).toBe(true);
  });
}

test("a stone falls to the bottom of its file", async ({ page }) => {
  await open(page, "#game=connect4");
  await choose(page, "human", "both");
  await square(page, "d6").click();
  await expect(square(page, "d1")).toHaveAttribute("aria-label", /Red/);
});

test("any m,n,k game", async ({ page }) => {
  await open(page);
  await choose(page, "game", "mnk");
  await page.locator(".sizes input").nth(0).fill("7");
  await page.locator(".sizes input").nth(1).fill("6");
  await page.getByRole("button", { name: "New game" }).click();
  await expect(page.getByRole("gridcell")).toHaveCount(42);
  await expect(page).toHaveURL(/game=mnk\+7\+6\+4/);
  await square(page, "c3").click();
  await waitForTurn(page);
  await expect(page.locator(".board .stone")).toHaveCount(2);
});
