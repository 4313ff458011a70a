// Texts from outside, and the page without a network.

import { expect, open, square, stones, test } from "./common.ts";

test("a link opens the game in a new profile", async ({ page, browser, baseURL }) => {
  await open(page, "#game=othello&moves=f5d6c3d3");
  expect(await stones(page)).toEqual([4, 4]);
  await square(page, "c4").click();
  await expect(page).toHaveURL(/moves=f5d6c3d3c4$/);
  const other = await browser.newContext({ baseURL: baseURL! });
  const opened = await other.newPage();
  await opened.goto(page.url());
  await expect(opened.locator(".last")).toHaveAttribute("data-square", "c4");
  await expect(opened.getByRole("listitem")).toHaveCount(5);
  await other.close();
});

for (const link of ["#game=othello&moves=f5a1", "#game=chess", "#game=%3Cimg%20src=x%20onerror=alert(1)%3E", "#game=mnk+999+3+3"]) {
  test(`a broken link gives a message: ${link}`, async ({ page }) => {
    await open(page, link);
    await expect(page.getByRole("alert")).toContainText("cannot be shown");
    await expect(page.locator("#app img")).toHaveCount(0);
    expect(await stones(page)).toEqual([2, 2]);
    await square(page, "f5").click();
    await expect(square(page, "f5")).toHaveAttribute("aria-label", /Black/);
  });
}

test("a link to a game that is none names those there are", async ({ page }) => {
  await open(page, "#game=chess");
  await expect(page.getByRole("alert")).toContainText("unknown game 'chess': the games are othello");
});

test("pasted games: a transcript, GGF, and what is neither", async ({ page }) => {
  await open(page);
  const paste = async (text: string) => {
    await page.locator("textarea").fill(text);
    await page.getByRole("button", { name: "Load", exact: true }).click();
  };
  await paste("1. F5 d6 2. c3");
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await paste("<script>alert(1)</script>");
  await expect(page.getByRole("alert")).toContainText("The text cannot be read");
  // The game before goes on.
  await expect(page.getByRole("listitem")).toHaveCount(3);
  const board = `${"-".repeat(27)}O*------*O${"-".repeat(27)}`;
  await paste(`(;GM[Othello]PB[<img src=x>]PW[Bob]TY[8]BO[8 ${board} *]B[F5//1.5]W[f6];)`);
  await expect(page.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator(".last")).toHaveAttribute("data-square", "f6");
});

test("the content security policy allows no script or style in the page", async ({ browser, baseURL }) => {
  // The page of the other tests may write nothing to the console.
  const context = await browser.newContext({ baseURL: baseURL! });
  const page = await context.newPage();
  await open(page);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).not.toContain("unsafe-inline");
  expect(policy).toContain("default-src 'none'");
  const blocked = await page.evaluate(async () => {
    const found: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "globalThis.wasRun = true";
    document.body.append(script);
    const image = document.createElement("div");
    image.innerHTML = '<img src="x" onerror="globalThis.wasRun = true">';
    document.body.append(image);
    await fetch("https://example.com/").catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { found, wasRun: "wasRun" in globalThis };
  });
  expect(blocked.wasRun).toBe(false);
  expect(blocked.found).toEqual(expect.arrayContaining(["script-src-elem", "script-src-attr", "connect-src"]));
  await context.close();
});

test("it works offline after the first load", async ({ page, context }) => {
  await open(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The worker has taken over once its cache is complete.
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await square(page, "f5").click();
  await expect.poll(async () => (await stones(page)).reduce((sum, count) => sum + count)).toBe(6);
  await context.setOffline(false);
});
