// How the browser tests run: Debian's Chromium, journeys side by side, measurements alone.
import { defineConfig } from "@playwright/test";

const MEASURES = /(weights|start|content)\.spec\.ts/;

export default defineConfig({
  testDir: ".",
  timeout: 30_000,
  expect: { timeout: 5_000 },
  workers: 2,
  forbidOnly: true,
  // A busy machine may miss a moment once. What fails and then passes is printed as flaky, to be mended.
  retries: 1,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    screenshot: "only-on-failure",
    launchOptions: {
      // Without the parts of a browser that only people see: a third less work for two cores.
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "journeys", testIgnore: MEASURES },
    { name: "measures", testMatch: MEASURES },
  ],
});
