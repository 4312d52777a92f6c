// Keys that lead somewhere: G, then the key of a place.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenForKeys, switchKeys } from "../desk/browser/keys.ts";

let stop = () => {};
const opened = vi.fn((event: Event) => event.preventDefault());

beforeEach(() => {
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  localStorage.clear();
  opened.mockClear();
  document.body.innerHTML = '<a href="/desk/posts" data-go="P">Posts</a><input>';
  document.querySelector("a")?.addEventListener("click", opened);
  stop = listenForKeys();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const press = (key: string, at = document.body as HTMLElement) =>
  at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

test("G and P open the posts", () => {
  press("g");
  press("p");
  expect(opened).toHaveBeenCalledOnce();
});

test("P alone doesn't, and neither does G with another key between", () => {
  press("p");
  press("g");
  press("x");
  press("p");
  expect(opened).not.toHaveBeenCalled();
});

test("they are letters in a field, and where single keys are switched off", () => {
  const field = document.querySelector("input") as HTMLInputElement;
  field.focus();
  press("g", field);
  press("p", field);
  field.blur();
  switchKeys(false);
  press("g");
  press("p");
  expect(opened).not.toHaveBeenCalled();
});
