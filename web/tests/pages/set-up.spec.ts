// Positions that are set up, files that are saved and opened.

import { readFile } from "node:fs/promises";
import { choose, expect, expectAccessible, open, square, stones, test } from "./common.ts";

test("a position is set up by clicks", async ({ page }, info) => {
  await open(page);
  await page.getByRole("button", { name: "Set up a position" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear" }).click();
  expect(await stones(page)).toEqual([0, 0]);
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(page.getByRole("alert")).toContainText("the centre always has four discs");
  for (const name of ["d4", "e4", "d5", "e5", "f5"]) await square(page, name).click();
  await page.getByRole("radio", { name: "White" }).first().check();
  await square(page, "d4").click();
  // By keyboard: the square beside it.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  expect(await stones(page)).toEqual([3, 2]);
  await page.getByRole("radio", { name: "White" }).last().check();
  await page.screenshot({ path: info.outputPath("set-up.png"), fullPage: true });
  await choose(page, "human", "both");
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("status").first()).toContainText("White to move");
  await expect(page).toHaveURL(/game=8%2F8%2F8%2F3oo3%2F3xxx2%2F8%2F8%2F8\+o/);
  const legal = page.locator(".legal").first();
  await legal.click();
  await expect(page.getByRole("listitem")).toHaveCount(1);
});

test("an impossible position of Connect Four is refused, a possible one is played", async ({ page }) => {
  await open(page, "#game=connect4");
  await choose(page, "human", "both");
  await page.getByRole("button", { name: "Set up a position" }).click();
  await square(page, "a2").click();
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(page.getByRole("alert")).toContainText("This position cannot be used");
  await square(page, "a2").click();
  await square(page, "a1").click();
  await page.getByRole("radio", { name: "Yellow" }).last().check();
  await page.getByRole("button", { name: "Play from here" }).click();
  await square(page, "a6").click();
  await expect(square(page, "a2")).toHaveAttribute("aria-label", /Yellow/);
  expect(await stones(page)).toEqual([1, 1]);
});

test("a set-up is given up", async ({ page }) => {
  await open(page, "#game=othello&moves=f5d6");
  await page.getByRole("button", { name: "Set up a position" }).click();
  await square(page, "a1").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await stones(page)).toEqual([3, 3]);
});

for (const format of ["GGF", "PGN"]) {
  test(`a game is saved as ${format} and opened again`, async ({ page }) => {
    await open(page, "#game=othello&moves=f5d6c3d3");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: `Download ${format}` }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`kaeshi.${format.toLowerCase()}`);
    const path = (await download.path())!;
    const text = await readFile(path, "utf8");
    expect(text).toMatch(format === "GGF" ? /^\(;GM\[Othello\].*B\[F5\]W\[D6\]B\[C3\]W\[D3\];\)$/m : /^1\. f5 d6 2\. c3 d3/m);
    await page.getByRole("button", { name: "New game" }).click();
    await expect(page.getByRole("listitem")).toHaveCount(0);
    await page.locator('input[name="file"]').setInputFiles({
      name: "game.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
    await expect(page.getByRole("listitem")).toHaveCount(4);
  });
}

test("a file that is no game, or too large, is refused", async ({ page }) => {
  await open(page);
  const give = (text: string) =>
    page.locator('input[name="file"]').setInputFiles({ name: "a.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await give('[Black "<img src=x>"]\n1. f5 a1');
  await expect(page.getByRole("alert")).toContainText("move 2");
  await give("f5".repeat(40_000));
  await expect(page.getByRole("alert")).toContainText("larger than 65536 bytes");
  await expect(page.getByRole("listitem")).toHaveCount(0);
});
