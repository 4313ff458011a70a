import { choose, expect, expectAccessible, expectNothingWider, isOver, open, square, test, waitForTurn, withoutDelays } from "./common.ts";

for (const [game, sizes] of [["connect4"], ["tictactoe"], ["mnk", [7, 6, 4]]] as const) {
  test(`a whole game of ${game} by clicks`, { tag: "@size" }, async ({ page }) => {
    test.setTimeout(120_000);
    await withoutDelays(page);
    await open(page);
    await choose(page, "level", "2");
    await choose(page, "game", game);
    for (const [index, size] of (sizes ?? []).entries()) await page.locator(".sizes input").nth(index).fill(String(size));
    await page.getByRole("button", { name: "New game" }).click();
    if (sizes) {
      await expect(page.getByRole("gridcell")).toHaveCount(sizes[0] * sizes[1]);
      await expect(page).toHaveURL(/game=mnk\+7\+6\+4/);
    }
    await expectAccessible(page);
    for (let moves = 0; moves < 30; moves++) {
      await waitForTurn(page);
      if (await isOver(page)) break;
      await page.locator(".legal").first().click();
    }
    expect(await isOver(page)).toBe(true);
    await expectNothingWider(page);
  });
}

test("a stone falls to the bottom of its file", async ({ page }) => {
  await open(page, "#game=connect4");
  await choose(page, "human", "both");
  await square(page, "d6").click();
  await expect(square(page, "d1")).toHaveAttribute("aria-label", /Red/);
});
