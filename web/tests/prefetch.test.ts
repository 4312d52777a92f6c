// What is fetched before a click has a budget.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let mayPrefetch: (path: string) => boolean;
beforeEach(async () => {
  vi.resetModules();
  ({ mayPrefetch } = await import("../src/navigation/prefetch.ts"));
});
afterEach(() => vi.unstubAllGlobals());

const onLine = (connection: object | undefined) =>
  vi.stubGlobal("navigator", connection ? { connection } : {});

test("a visitor who saves data, or whose line is slow, loads nothing before a click", () => {
  for (const line of [{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }]) {
    onLine(line);
    expect(mayPrefetch("/about-us"), JSON.stringify(line)).toBe(false);
  }
  for (const line of [
    undefined,
    { saveData: false, effectiveType: "3g" },
    { effectiveType: "4g" },
  ]) {
    onLine(line);
    expect(mayPrefetch("/about-us"), JSON.stringify(line)).toBe(true);
  }
});

test("twelve pages of a visit are loaded ahead, and no thirteenth", () => {
  onLine({ effectiveType: "4g" });
  for (let page = 1; page <= 12; page += 1) expect(mayPrefetch(`/${page}`)).toBe(true);
  expect(mayPrefetch("/13")).toBe(false);
  expect(mayPrefetch("/3"), "it is there already").toBe(true);
});
