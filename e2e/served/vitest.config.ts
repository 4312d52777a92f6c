// Settings of the served tier: it reads the server's answers over plain HTTP, without a browser, from a shared server.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["*.test.ts"],
    globalSetup: ["start-server.ts"],
    // They end what hangs and measure nothing: beside the server's own tests all takes four times as long as alone.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Some of them wait more than they work.
    maxWorkers: 3,
  },
});
