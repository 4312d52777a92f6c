// What another look changes on the open list: a new request is announced, and while somebody points at the list its rows
// keep their places.
import type { Desk, Inbox, Row } from "../../../src/contract/desk.ts";

type List = Desk & { screen: Inbox & { name: "inbox" } };

const isList = (desk: Desk): desk is List =>
  desk.screen.name === "inbox" && desk.screen.show === "waiting" && !desk.screen.search;

const rowsOf = ({ screen: { rows, answered_today } }: List) => [...rows, ...answered_today];

export type Shown = {
  desk: Desk;
  /** Those who came since the list was opened and still wait, the most urgent first. */
  news: Row[];
};

/** The rows that are there already, each as it is now; who isn't listed any more is left out. */
function steady(shown: List, fresh: List): List {
  const present = new Map(rowsOf(fresh).map((row) => [row.reference, row]));
  const inPlace = (rows: Row[]) => rows.flatMap(({ reference }) => present.get(reference) ?? []);
  const rows = inPlace(shown.screen.rows);
  const answered_today = inPlace(shown.screen.answered_today);
  // The sea on which nobody waits has no place for rows.
  return rows.length === 0
    ? fresh
    : { ...fresh, screen: { ...fresh.screen, rows, answered_today } };
}

export function afterLook({ desk, news }: Shown, fresh: Desk, isPointedAt: boolean): Shown {
  if (!isList(desk) || !isList(fresh)) return { desk: fresh, news: [] };
  const known = new Set(rowsOf(desk).map(({ reference }) => reference));
  for (const { reference } of news) known.delete(reference);
  return {
    desk: isPointedAt ? steady(desk, fresh) : fresh,
    news: fresh.screen.rows.filter(({ reference }) => !known.has(reference)),
  };
}
