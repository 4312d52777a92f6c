// Settings of the browser tests: Debian's Chromium, journeys on two workers, measurements alone (tags: see
// `site/measured.ts`). What failed is tried once more at the end of `make test`, by `scripts/test.mjs`.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  // They end what hangs and measure nothing.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    // Where things are in the end is what counts, not their way there, which costs a quarter of the time; tests of the way
    // ask for it.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      // The headless shell leaves out the parts of a browser that only people see: a third less work for two cores.
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-gpu",
      ],
    },
  },
  projects: [
    { name: "journeys", grepInvert: /@measures/ },
    { name: "measures", grep: /@(measures|timed)/ },
  ],
});
