// What a device keeps of the desk's screens, and shows without a network.
import { expect, test } from "vitest";
import {
  isTooOld,
  type KeptScreens,
  keptAfter,
  keptScreen,
  wantsList,
} from "../desk/worker/kept-screens.ts";
import type { Desk, Row } from "../src/contract/desk.ts";

const HOUR_MS = 3_600_000;
/** The device's clock is a minute ahead of the server's. */
const AHEAD_MS = 60_000;
const MARIAM = { id: "mariam", places: ["requests"] };

const row = (reference: string, more: Partial<Row> = {}) =>
  ({ reference, name: `Visitor ${reference}`, stage: "new", erased_at: null, ...more }) as Row;

const desk = (now: number, screen: object, me: object | null = MARIAM) =>
  ({ now, me, notice: null, screen }) as unknown as Desk;
const list = (now: number, rows: Row[], answered_today: Row[] = []) =>
  desk(now, { name: "inbox", show: "waiting", search: "", rows, answered_today, chat: "texts" });
const request = (now: number, shown: Row, more: object = {}) =>
  desk(now, { name: "request", row: shown, events: ["mail"], waiting: [shown], seen: 7, ...more });

/** What is kept after these screens, one after the other. */
const after = (...screens: Desk[]) =>
  screens.reduce<KeptScreens | null>(
    (kept, screen) => keptAfter(screen, kept, screen.now + AHEAD_MS),
    null,
  );
const at = (path: string) => new URL(path, "https://amwaj.example");
const shown = (kept: KeptScreens | null, path: string, now = 0) =>
  kept && keptScreen(kept, at(path), now + AHEAD_MS);

test("the list and each request in it are shown, with how old they are", () => {
  const kept = after(list(1000, [row("A"), row("B")]), request(2000, row("A")));
  expect(shown(kept, "/desk/", 5000)).toMatchObject({ desk: { now: 1000 }, age: 4000 });
  expect(shown(kept, "/desk/?show=waiting", 5000)?.age).toBe(4000);
  const opened = shown(kept, "/desk/requests/A", 5000);
  expect(opened).toMatchObject({ desk: { now: 2000 }, age: 3000 });
  expect(opened?.desk.screen).toMatchObject({ events: ["mail"], seen: 7 });
  expect(opened?.desk.screen).toMatchObject({ waiting: [{ reference: "A" }, { reference: "B" }] });
  const listed = shown(kept, "/desk/requests/B", 5000);
  expect(listed).toMatchObject({ desk: { now: 1000 }, age: 4000 });
  expect(listed?.desk.screen).toMatchObject({ row: { reference: "B" }, events: [], seen: -1 });
});

test.each(["/desk/?show=answered", "/desk/?q=ali", "/desk/held", "/desk/requests/C"])(
  "%s is not kept",
  (path) => {
    expect(shown(after(list(1, [row("A")]), request(2, row("C"))), path)).toBe(null);
  },
);

test("the newer of the list and an opened request counts", () => {
  const booked = row("A", { stage: "booked" });
  const newer = after(list(1000, [row("A")]), request(2000, booked));
  expect(shown(newer, "/desk/requests/A")?.desk.screen).toMatchObject({ row: booked });
  const older = after(list(1, []), list(2, [row("A")]), request(3, row("A")), list(4, [booked]));
  expect(shown(older, "/desk/requests/A")?.desk.screen).toMatchObject({ row: booked });
});

test("who is erased, or in the list no more, is gone with the next list", () => {
  const kept = after(list(1, [row("A"), row("B")]), request(2, row("A")), request(3, row("B")));
  expect(kept?.opened).toHaveLength(2);
  const next = keptAfter(list(4, [], [row("A", { name: "", erased_at: 3 })]), kept, 4);
  expect(JSON.stringify(next)).not.toContain("Visitor");
  expect(keptAfter(request(4, row("A", { erased_at: 4 })), kept, 4)?.opened).toHaveLength(1);
});

test("another screen has the list read again, so that nothing of before stays for more than a minute", () => {
  const kept = after(list(0, [row("A")]));
  const other = desk(1, { name: "people" });
  expect(wantsList(other, kept, AHEAD_MS + 59_000)).toBe(false);
  expect(wantsList(other, kept, AHEAD_MS + 61_000)).toBe(true);
  expect(wantsList({ ...other, notice: { notice: "noted" } as Desk["notice"] }, kept, 1)).toBe(
    true,
  );
  expect(wantsList(list(2, []), kept, AHEAD_MS + 61_000)).toBe(false);
  expect(wantsList(other, null, 0)).toBe(true);
});

test("it belongs to one person, who is signed in and may see requests", () => {
  const kept = after(list(1, [row("A")]));
  const screen = { name: "people" };
  expect(keptAfter(desk(2, screen), kept, 2)).toBe(kept);
  expect(keptAfter(desk(2, screen, { ...MARIAM, id: "yusuf" }), kept, 2)).toBe(null);
  expect(keptAfter(desk(2, screen, { ...MARIAM, places: ["posts"] }), kept, 2)).toBe(null);
  expect(keptAfter(desk(2, { name: "sign-in" }, null), kept, 2)).toBe(null);
  const away = { name: "problem", problem: "away" };
  expect(keptAfter(desk(2, away, null), kept, 2)).toBe(kept);
});

test("it is a day old at most, and two million characters long", () => {
  const kept = after(list(0, [row("A")]));
  expect(kept && isTooOld(kept, AHEAD_MS + 24 * HOUR_MS)).toBe(false);
  expect(kept && isTooOld(kept, AHEAD_MS + 24 * HOUR_MS + 1)).toBe(true);
  const many = Array.from({ length: 300 }, (_, index) => row(`R${index}`));
  const long = { events: ["x".repeat(500_000)] };
  const opened = many.slice(0, 6).map((one, index) => request(index, one, long));
  const full = after(list(0, many, many), ...opened);
  expect(full?.list.screen).toMatchObject({
    rows: { length: 100 },
    answered_today: { length: 50 },
  });
  expect(full?.opened.map(({ screen }) => screen.row.reference)).toEqual(["R5", "R4", "R3"]);
});

test("what an action said is not said again", () => {
  const noted = { ...list(1, [row("A")]), notice: { notice: "noted", reference: "A" } as const };
  expect(after(noted)?.list.notice).toBe(null);
});
