// Taps without a network: kept in order with their keys, sent once the server answers, and not what somebody must see.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetKept, keepNote, keptNote } from "../desk/browser/kept.ts";
import {
  dropTap,
  keepTap as keepToSend,
  keptTaps,
  mayWait,
  sendKept,
  type Tap,
  triedTap,
} from "../desk/browser/kept-taps.ts";

const tap = (key: string): Tap => ({
  action: "/desk/requests/AMW-7K3F9/answer",
  fields: { stage: "contacted", key },
});

/** Keeps a tap for later, after the server could not be told. */
function keepTap(person: string, tap: Tap): void {
  const kept = keepToSend(person, tap);
  if (kept) triedTap(person, kept, true);
}

const note = (key: string): Tap => ({
  action: "/desk/requests/AMW-7K3F9/note",
  fields: { note: "Rings again at 5", key },
});

const answer = (screen: object, notice: object | null = null) =>
  new Response(JSON.stringify({ screen, notice }), {
    headers: { "content-type": "application/json" },
  });

let sent: string[];

/** The server's answers, one after another; nothing where it is away. */
function serverAnswers(...answers: (object | null)[]): void {
  sent = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(body.get("key") ?? "");
    const screen = answers.shift();
    if (!screen) throw new TypeError("no network");
    return answer(screen);
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("go out in their order with the keys they had", async () => {
  keepTap("mariam", tap("a"));
  keepTap("mariam", note("b"));
  serverAnswers({ name: "request" }, { name: "request" });
  expect(await sendKept("mariam")).toEqual({ count: 2, clash: null });
  expect(sent).toEqual(["a", "b"]);
  expect(keptTaps("mariam")).toEqual([]);
});

test("the same said twice is kept once, with its first key: that one may have arrived", () => {
  keepTap("mariam", tap("a"));
  keepTap("mariam", tap("b"));
  expect(keptTaps("mariam")).toEqual([tap("a")]);
  keepTap("mariam", note("c"));
  keepTap("mariam", tap("d"));
  expect(keptTaps("mariam")).toEqual([note("c"), tap("d")]);
});

test("a tap that its page is sending is kept until the answer, and sent by nobody else", async () => {
  keepTap("mariam", note("a"));
  const kept = keepToSend("mariam", tap("b"));
  serverAnswers({ name: "request" }, { name: "request" });
  await sendKept("mariam");
  expect(sent).toEqual(["a"]);
  expect(keptTaps("mariam")).toEqual([tap("b")]);
  if (kept) triedTap("mariam", kept, false);
  expect(keptTaps("mariam")).toEqual([]);
});

test("one that clashed brings the screen that asks", async () => {
  keepTap("mariam", tap("a"));
  vi.stubGlobal("fetch", async () => answer({ name: "request" }, { notice: "conflict" }));
  const { clash } = await sendKept("mariam");
  expect(clash?.notice?.notice).toBe("conflict");
});

test("stay where the server, its database or the session is away", async () => {
  keepTap("mariam", tap("a"));
  for (const screen of [null, { name: "problem", problem: "away" }, { name: "sign-in" }]) {
    serverAnswers(screen);
    await sendKept("mariam");
    expect(keptTaps("mariam")).toEqual([tap("a")]);
  }
});

test("one that is refused holds none back", async () => {
  keepTap("mariam", tap("a"));
  keepTap("mariam", note("b"));
  serverAnswers({ name: "problem", problem: "not-found" }, { name: "request" });
  await sendKept("mariam");
  expect(sent).toEqual(["a", "b"]);
  expect(keptTaps("mariam")).toEqual([]);
});

test("are sent by one at a time, and belong to one person", async () => {
  keepTap("mariam", tap("a"));
  serverAnswers({ name: "request" }, { name: "request" });
  await Promise.all([sendKept("mariam"), sendKept("mariam")]);
  await sendKept("yusuf");
  expect(sent).toEqual(["a"]);
});

test("a note that goes with a tap is not there to be sent again", () => {
  keepNote("AMW-7K3F9", "Rings again at 5");
  keepTap("mariam", tap("a"));
  expect(keptNote("AMW-7K3F9")).toBe("Rings again at 5");
  keepTap("mariam", note("b"));
  expect(keptNote("AMW-7K3F9")).toBe("");
});

test("an undo takes one off the pile", () => {
  keepTap("mariam", tap("a"));
  keepTap("mariam", note("b"));
  dropTap("mariam", tap("a"));
  expect(keptTaps("mariam")).toEqual([note("b")]);
});

test("only what staff say of a request may wait", () => {
  const waits = [
    "/desk/requests/AMW-7K3F9/answer",
    "/desk/requests/AMW-7K3F9/note",
    "/desk/held/AMW-7K3F9",
  ];
  expect(waits.filter(mayWait)).toEqual(waits);
  const others = [
    "/desk/requests/AMW-7K3F9/erase",
    "/desk/people/invite",
    "/desk/posts/1/save",
    "/desk/sign-out",
  ];
  expect(others.filter(mayWait)).toEqual([]);
});

test("a note that was typed stays until it's sent, and goes with whoever signs out", () => {
  keepNote("AMW-7K3F9", "Rings again");
  keepNote("AMW-4QX2M", "Gate code");
  keepNote("AMW-4QX2M", "");
  expect([keptNote("AMW-7K3F9"), keptNote("AMW-4QX2M")]).toEqual(["Rings again", ""]);
  keepTap("mariam", tap("a"));
  localStorage.setItem("other", "stays");
  forgetKept();
  expect(Object.keys(localStorage)).toEqual(["other"]);
});
