// Another look at the open list: who is new is announced, and what somebody points at stays in its place.
import { expect, test } from "vitest";
import { afterLook } from "../desk/screens/inbox/news.ts";
import type { Desk, Row } from "../src/contract/desk.ts";

const row = (reference: string, more: Partial<Row> = {}) =>
  ({ reference, stage: "new", ...more }) as Row;
const list = (waiting: Row[], answered_today: Row[] = [], more: object = {}) =>
  ({
    screen: { name: "inbox", show: "waiting", search: "", rows: waiting, answered_today, ...more },
  }) as unknown as Desk;
const opened = (desk: Desk) => ({ desk, news: [] });
const references = (rows: Row[]) => rows.map(({ reference }) => reference);
const rowsOf = ({ screen }: Desk) => (screen.name === "inbox" ? references(screen.rows) : []);

test("who came since is announced until somebody has answered, the most urgent first", () => {
  const first = afterLook(opened(list([row("A")])), list([row("A"), row("B")]), false);
  expect(references(first.news)).toEqual(["B"]);
  const second = afterLook(first, list([row("C"), row("A"), row("B")]), false);
  expect(references(second.news)).toEqual(["C", "B"]);
  const third = afterLook(
    second,
    list([row("A"), row("B")], [row("C", { stage: "booked" })]),
    false,
  );
  expect(references(third.news)).toEqual(["B"]);
});

test("who waits again is not new", () => {
  const shown = opened(list([row("A")], [row("B", { stage: "booked" })]));
  expect(afterLook(shown, list([row("A"), row("B")]), false).news).toEqual([]);
});

test("under a pointer rows keep their places, and are as they are now", () => {
  const shown = opened(list([row("A"), row("B"), row("D")]));
  const booked = row("A", { stage: "booked" });
  const held = afterLook(shown, list([row("C"), row("D"), row("B")], [booked]), true);
  expect(rowsOf(held.desk)).toEqual(["A", "B", "D"]);
  expect(held.desk.screen).toMatchObject({ rows: [booked, {}, {}], answered_today: [] });
  expect(references(held.news)).toEqual(["C"]);
  const left = afterLook(held, list([row("C"), row("D"), row("B")], [booked]), false);
  expect(rowsOf(left.desk)).toEqual(["C", "D", "B"]);
  expect(references(left.news)).toEqual(["C"]);
});

test("other lists and screens announce nobody", () => {
  const search = list([row("B")], [], { search: "b" });
  for (const other of [search, { screen: { name: "people" } } as unknown as Desk])
    expect(afterLook(opened(list([row("A")])), other, true)).toEqual({ desk: other, news: [] });
});
