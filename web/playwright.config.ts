import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The system's browser; nothing is downloaded. */
const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
/** For a busy machine: at the size of a phone only what depends on it, and another try for what may have been too slow. */
const isFast = process.env.KAESHI_FAST !== undefined;
const address = "http://127.0.0.1:4173";

export default defineConfig({
  testDir: "tests/pages",
  fullyParallel: true,
  workers: 2,
  retries: isFast ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    baseURL: address,
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] },
    trace: "off",
  },
  webServer: {
    command: "npx vite preview --host 127.0.0.1 --port 4173 --strictPort",
    url: address,
    reuseExistingServer: false,
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
    // What does not depend on the size of the screen is tested once.
    {
      name: "phone",
      testIgnore: ["bench.spec.ts", "failures.spec.ts", "figures.spec.ts", "outside.spec.ts"],
      ...(isFast ? { grep: /@size/ } : {}),
      use: { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
});
