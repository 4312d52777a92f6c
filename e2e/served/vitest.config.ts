// How the served tier runs: what the server sends is read over plain HTTP, without a browser, from one shared server.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["*.test.ts"],
    globalSetup: ["start-server.ts"],
    testTimeout: 30_000,
    // Longer than a hook waits until everything is compressed, which gives way to whatever else runs.
    hookTimeout: 70_000,
    // Some of them wait more than they work.
    maxWorkers: 3,
  },
});
