// R45: the second click of a double click never works another control.
import { beforeEach, expect, test } from "vitest";
import { guardDoubleClicks } from "../ui/double-click.ts";

guardDoubleClicks();

let worked: string[] = [];

beforeEach(() => {
  worked = [];
  document.body.innerHTML = `
    <button id="send">Send</button><a id="call" href="#call"><b id="number">Call</b></a><p id="text">Text</p>
    <label id="name" for="plan">Plan</label><input id="plan" type="radio" />`;
  for (const one of document.querySelectorAll<HTMLElement>("button, a, input"))
    one.addEventListener("click", () => worked.push(one.id));
});

/** Each test has minutes of its own, so that its first click is nobody's second. */
let minute = 0;
beforeEach(() => {
  minute += 1;
});

type Click = { id: string; ms: number; x?: number; detail?: number; pointerType?: string };

/** Clicks `ms` after the test began; true if the click did what it does. */
function click({ id, ms, x = 100, detail = 1, pointerType }: Click): boolean {
  const event = new MouseEvent("click", {
    bubbles: true,
    cancelable: true,
    clientX: x,
    clientY: 50,
    detail,
  });
  Object.defineProperty(event, "pointerType", { value: pointerType });
  Object.defineProperty(event, "timeStamp", { value: minute * 60_000 + ms });
  return document.getElementById(id)?.dispatchEvent(event) ?? false;
}

test("R45 what comes under the pointer after a click does not get its second one", () => {
  expect(click({ id: "send", ms: 0 })).toBe(true);
  expect(click({ id: "number", ms: 200 })).toBe(false);
  expect(click({ id: "call", ms: 490, x: 110 })).toBe(false);
  expect(worked).toEqual(["send"]);
});

test("a click on a gap is the first of two, too", () => {
  click({ id: "text", ms: 0 });
  expect(click({ id: "call", ms: 100 })).toBe(false);
});

test("the same control gets both, also inside of it and through its label", () => {
  click({ id: "call", ms: 0 });
  click({ id: "number", ms: 100 });
  click({ id: "plan", ms: 1_000 });
  click({ id: "name", ms: 1_100 });
  expect(worked.slice(0, 2)).toEqual(["call", "call"]);
  expect(worked).toContain("plan");
  expect(click({ id: "plan", ms: 1_101 })).toBe(true);
});

test("a control that was made anew is the same one", () => {
  click({ id: "send", ms: 0 });
  const send = document.getElementById("send");
  send?.replaceWith(send.cloneNode(true));
  expect(click({ id: "send", ms: 200 })).toBe(true);
});

test("clicks of a mouse are counted by the browser", () => {
  const mouse = { pointerType: "mouse" };
  click({ id: "send", ms: 0, ...mouse });
  expect(click({ id: "call", ms: 200, ...mouse })).toBe(true);
  expect(click({ id: "send", ms: 900, detail: 2, ...mouse })).toBe(false);
});

test("a click elsewhere, later, or by a key works", () => {
  click({ id: "send", ms: 0 });
  expect(click({ id: "call", ms: 100, x: 140 })).toBe(true);
  expect(click({ id: "send", ms: 700, x: 140 })).toBe(true);
  expect(click({ id: "call", ms: 800, detail: 0, x: 140 })).toBe(true);
});
