// What is fetched before a click has a budget.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let mayPrepare: (path: string) => boolean;
beforeEach(async () => {
  vi.resetModules();
  ({ mayPrepare } = await import("../src/navigation/intent.ts"));
});
afterEach(() => vi.unstubAllGlobals());

const onLine = (connection: object | undefined) =>
  vi.stubGlobal("navigator", connection ? { connection } : {});

test("a visitor who saves data, or whose line is slow, loads nothing before a click", () => {
  for (const line of [{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }]) {
    onLine(line);
    expect(mayPrepare("/about-us"), JSON.stringify(line)).toBe(false);
  }
  for (const line of [
    undefined,
    { saveData: false, effectiveType: "3g" },
    { effectiveType: "4g" },
  ]) {
    onLine(line);
    expect(mayPrepare("/about-us"), JSON.stringify(line)).toBe(true);
  }
});

test("twelve pages of a visit are loaded ahead, and no thirteenth", () => {
  onLine({ effectiveType: "4g" });
  for (let page = 1; page <= 12; page += 1) expect(mayPrepare(`/${page}`)).toBe(true);
  expect(mayPrepare("/13")).toBe(false);
  expect(mayPrepare("/3"), "it is there already").toBe(true);
});
