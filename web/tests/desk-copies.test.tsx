// State of the copies elsewhere, as owners read it among the settings.
import { expect, test } from "vitest";
import { CopiesPanel } from "../desk/screens/settings/copies.tsx";
import type { CopiesView } from "../src/contract/desk.ts";
import { served } from "./render.tsx";

const NONE: CopiesView = { is_set: false, problem: null, newest: null, restored: null };
const said = (copies: CopiesView) => served(<CopiesPanel copies={copies} />).body.textContent;

test("none, where none are set", () => {
  expect(said(NONE)).toContain("None are set here.");
  expect(said(NONE)).not.toContain("Newest");
});

test("when the newest was made, and when one was brought back", () => {
  const made = Date.parse("2026-11-22T13:18:00+04:00");
  const well = said({ ...NONE, is_set: true, newest: made, restored: made });
  expect(well).toContain("Newest");
  expect(well).toContain("13:18");
  expect(well).toContain("brought back, to prove that it can be");
  expect(said({ ...NONE, is_set: true, newest: made })).toContain("Brought backnever yet");
});

test("what is wrong with them", () => {
  const words = said({ ...NONE, is_set: true, problem: "no copy since Sunday" });
  expect(words).toContain("Look at this with whoever runs the server: no copy since Sunday.");
});
