// Daifugo for two and for five.

import { type Page } from "@playwright/test";
import { choose, expect, expectAccessible, expectNothingWider, test, withoutDelays } from "./common.ts";

async function deal(page: Page, players: number, seed: number): Promise<void> {
  await page.goto(`/#game=daifugo&players=${players}&seed=${seed}`);
  await expect(page.getByRole("group", { name: "Your hand" })).toBeVisible();
  await choose(page, "pace", "100");
}

const state = (page: Page) => page.getByRole("status").first();
const isOver = async (page: Page) => ((await state(page).textContent()) ?? "").includes("The game is over");
const waitForTurn = (page: Page) => expect(state(page)).toContainText(/Your turn|The game is over/, { timeout: 30_000 });

/** Plays the first card that can be played alone, or passes. */
async function move(page: Page, choose: (card: string) => Promise<void>): Promise<void> {
  const cards = await page.locator(".hand .card:not(.unfit)").evaluateAll((all) => all.map((card) => card.getAttribute("data-card")!));
  for (const card of cards) {
    await choose(card);
    const play = page.locator("button[data-move]").first();
    if ((await play.count()) > 0) return play.click();
    await page.getByRole("button", { name: "Clear selection" }).click();
  }
  const pass = page.getByRole("button", { name: "Pass" });
  if (await pass.isEnabled()) return pass.click();
  throw new Error("no single card and no pass");
}

for (const players of [2, 5]) {
  test(`a whole game for ${players} by clicks`, { tag: "@size" }, async ({ page }, info) => {
    test.setTimeout(240_000);
    await withoutDelays(page);
    await deal(page, players, 7);
    await expect(page.getByRole("list", { name: "Players" }).getByRole("listitem")).toHaveCount(players - 1);
    await waitForTurn(page);
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath("cards.png"), fullPage: true });
    // The hands of the others are nowhere in the page.
    const shown = await page.locator("main").innerHTML();
    const own = await page.locator(".hand .card").evaluateAll((all) => all.map((card) => card.textContent));
    for (const sign of shown.match(/[♣♦♥♠](10|[2-9JQKA])/g) ?? []) {
      const isPlayed = (await page.locator(".log, .table").allTextContents()).some((text) => text.includes(sign));
      expect(own.includes(sign) || isPlayed, sign).toBe(true);
    }
    for (let moves = 0; moves < 80; moves++) {
      await waitForTurn(page);
      if (await isOver(page)) break;
      await move(page, (card) => page.locator(`[data-card="${card}"]`).click());
    }
    expect(await isOver(page)).toBe(true);
    await expect(state(page)).toContainText(/First to last: .*you/);
    await expectAccessible(page);
    await expectNothingWider(page);
  });
}

test("cards are chosen by the keyboard", async ({ page }) => {
  test.setTimeout(120_000);
  await deal(page, 5, 3);
  await waitForTurn(page);
  const held = await page.locator(".hand .card").count();
  await page.locator('.hand .card[tabindex="0"]').focus();
  await page.keyboard.press("End");
  await expect(page.locator(".hand .card").last()).toBeFocused();
  await page.keyboard.press("Home");
  await move(page, async (card) => {
    for (let at = 0; at < held; at++) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute("data-card"))) === card) break;
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
    await expect(page.locator(`[data-card="${card}"]`)).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Home");
  });
  await expect(page.locator(".log li").last()).toBeVisible();
});

test("a new deal has other cards, the link the same ones; Japanese", async ({ page }) => {
  await deal(page, 2, 7);
  const cards = () => page.locator(".hand .card").evaluateAll((all) => all.map((card) => card.getAttribute("data-card")).join());
  const first = await cards();
  await page.getByRole("button", { name: "New deal" }).click();
  await expect(page).not.toHaveURL(/seed=7$/);
  await expect.poll(cards).not.toBe(first);
  await page.goto("/#game=daifugo&players=2&seed=7");
  await expect.poll(cards).toBe(first);
  await choose(page, "language", "ja");
  await expect(page.getByRole("group", { name: "あなたの手札" })).toBeVisible();
  await expectAccessible(page);
  // Back to the board, and from there to the cards.
  await page.getByRole("button", { name: "盤のゲーム" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await choose(page, "game", "daifugo5");
  await page.getByRole("button", { name: "新しい対局" }).click();
  await expect(page.getByRole("list", { name: "プレイヤー" }).getByRole("listitem")).toHaveCount(4);
});

test("an impossible deal gives a message", async ({ page }) => {
  await page.goto("/#game=daifugo&players=9&seed=1");
  await expect(page.getByRole("alert")).toContainText("2 to 5");
  await expect(page.getByRole("grid")).toBeVisible();
});
