// The budget for prefetching before a click.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let mayPrefetch: (path: string) => boolean;
beforeEach(async () => {
  vi.resetModules();
  ({ mayPrefetch } = await import("../src/navigation/prefetch.ts"));
});
afterEach(() => vi.unstubAllGlobals());

const withConnection = (connection: object | undefined) =>
  vi.stubGlobal("navigator", connection ? { connection } : {});

test("with data saving or a slow connection, nothing is prefetched", () => {
  for (const connection of [
    { saveData: true },
    { effectiveType: "2g" },
    { effectiveType: "slow-2g" },
  ]) {
    withConnection(connection);
    expect(mayPrefetch("/about-us"), JSON.stringify(connection)).toBe(false);
  }
  for (const connection of [
    undefined,
    { saveData: false, effectiveType: "3g" },
    { effectiveType: "4g" },
  ]) {
    withConnection(connection);
    expect(mayPrefetch("/about-us"), JSON.stringify(connection)).toBe(true);
  }
});

test("twelve pages are prefetched, and no thirteenth", () => {
  withConnection({ effectiveType: "4g" });
  for (let page = 1; page <= 12; page += 1) expect(mayPrefetch(`/${page}`)).toBe(true);
  expect(mayPrefetch("/13")).toBe(false);
  expect(mayPrefetch("/3"), "it is prefetched already").toBe(true);
});
