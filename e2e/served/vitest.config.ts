// How the served tier runs: what the server sends is read over plain HTTP, without a browser, from one shared server.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["*.test.ts"],
    globalSetup: ["start-server.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Some of them wait more than they work.
    maxWorkers: 3,
  },
});
