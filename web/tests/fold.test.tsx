// Parts that fold on a phone are open where there is room, and only there the keyboard passes them by.
import { afterEach, expect, test, vi } from "vitest";
import { PhoneFold } from "../src/ui/fold.tsx";
import { click, served, show } from "./render.tsx";

const FOLD = <PhoneFold summary={<h3>Ice on the pipe</h3>}>Let it thaw.</PhoneFold>;

function screenIsWide(matches: boolean) {
  const media = { matches, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => media);
}

/** Whether it is open, and whether the tab key stops at it. */
const state = () => ({
  open: document.querySelector("details")?.open,
  stop: document.querySelector("summary")?.tabIndex !== -1,
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the server sends it closed, with everything in it", () => {
  const { body } = served(FOLD);
  expect(body.querySelector("details")?.open).toBe(false);
  expect(body.textContent).toBe("Ice on the pipeLet it thaw.");
});

test("on a phone it is closed, the keyboard reaches it, and a tap opens it", async () => {
  screenIsWide(false);
  await show(FOLD);
  expect(state()).toEqual({ open: false, stop: true });
  await click("summary");
  expect(state()).toEqual({ open: true, stop: true });
});

test("where there is room it is open, and no stop for the keyboard", async () => {
  screenIsWide(true);
  await show(FOLD);
  expect(state()).toEqual({ open: true, stop: false });
});
