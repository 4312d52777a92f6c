// What is left of React's client: the features that the site uses, and an error where another would begin.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { leanReact } from "../build/lean-react.ts";

const FILE = createRequire(import.meta.url)
  .resolve("react-dom/package.json")
  .replace("package.json", "cjs/react-dom-client.production.js");

type Transform = (code: string, id: string) => string | null;
const transform = leanReact().transform as Transform;

test("a fifth of React's client is left out, and nothing of any other file", () => {
  const whole = readFileSync(FILE, "utf8");
  const lean = transform(whole, FILE) ?? "";
  expect(lean.length).toBeLessThan(0.83 * whole.length);
  expect(lean).toContain(
    "function updateSuspenseComponent(current, workInProgress, renderLanes) {throw Error(",
  );
  expect(lean).toContain("function updateClassComponent(");
  expect(transform(whole, FILE.replace("production", "development"))).toBeNull();
});

test("a version of React whose functions have other names does not pass unnoticed", () => {
  const renamed = readFileSync(FILE, "utf8").replaceAll("acquireResource", "takeResource");
  expect(() => transform(renamed, FILE)).toThrow("React has no function acquireResource any more");
});
