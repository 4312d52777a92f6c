// What a device shows without a network: the list of those who wait, as it was last read, and the requests in it. One
// person's, of one day; whoever signs out, or in after somebody else, finds nothing of it.
import type { Desk, Inbox, RequestScreen, Row } from "../../src/contract/desk.ts";

type List = Desk & { screen: Inbox & { name: "inbox" } };
type Opened = Desk & { screen: RequestScreen & { name: "request" } };

export type KeptScreens = {
  /** When the list was read, by the device's clock, in Unix milliseconds. */
  at: number;
  list: List;
  /** Requests of the list that were opened, newest first: only they have their history. */
  opened: Opened[];
};

/** For how long it is shown, in milliseconds. */
const SHOWN_MS = 24 * 3_600_000;
/** Age of a list that is read again although nobody looks at it, in milliseconds. */
const STALE_MS = 60_000;
const MAX_WAITING = 100;
const MAX_ANSWERED = 50;
/** The most characters of all of it, as JSON. */
const MAX_CHARS = 2_000_000;

const isList = (desk: Desk): desk is List =>
  desk.screen.name === "inbox" && desk.screen.show === "waiting" && !desk.screen.search;
const isRequest = (desk: Desk): desk is Opened => desk.screen.name === "request";

const rowIn = ({ screen: { rows, answered_today } }: List, reference: string): Row | undefined =>
  [...rows, ...answered_today].find((row) => row.reference === reference);

/** Whether an opened request may be kept with the list: it is in it, and not erased. */
function belongsTo(list: List, { screen: { row } }: Opened): boolean {
  const listed = rowIn(list, row.reference);
  return listed != null && listed.erased_at == null && row.erased_at == null;
}

/** As few of the opened requests as fit, the oldest left out first. */
function bounded(kept: KeptScreens): KeptScreens {
  let left = MAX_CHARS - JSON.stringify(kept.list).length;
  const fits = (opened: Opened) => {
    left -= JSON.stringify(opened).length;
    return left >= 0;
  };
  return { ...kept, opened: kept.opened.filter(fits) };
}

function withList({ screen, ...fresh }: List, before: KeptScreens | null, at: number): KeptScreens {
  const rows = screen.rows.slice(0, MAX_WAITING);
  const answered_today = screen.answered_today.slice(0, MAX_ANSWERED);
  const list = { ...fresh, notice: null, screen: { ...screen, rows, answered_today } };
  const opened = before?.opened.filter((one) => belongsTo(list, one)) ?? [];
  return bounded({ at, list, opened });
}

function withOpened(fresh: Opened, kept: KeptScreens): KeptScreens {
  const { reference } = fresh.screen.row;
  const others = kept.opened.filter(({ screen }) => screen.row.reference !== reference);
  // Those who wait are in the list.
  const opened = { ...fresh, notice: null, screen: { ...fresh.screen, waiting: [] } };
  return bounded({
    ...kept,
    opened: belongsTo(kept.list, opened) ? [opened, ...others] : others,
  });
}

/** What to keep after the server has sent a screen; `null` for nothing at all. */
export function keptAfter(fresh: Desk, kept: KeptScreens | null, at: number): KeptScreens | null {
  if (fresh.screen.name === "sign-in") return null;
  // The database is away: nobody knows who asks.
  if (!fresh.me) return kept;
  if (!fresh.me.places.includes("requests")) return null;
  const own = kept?.list.me?.id === fresh.me.id ? kept : null;
  if (isList(fresh)) return withList(fresh, own, at);
  return own && isRequest(fresh) ? withOpened(fresh, own) : own;
}

/** Whether the list should be read again beside this screen, so that nothing of before stays. */
export function wantsList(fresh: Desk, kept: KeptScreens | null, at: number): boolean {
  if (!fresh.me?.places.includes("requests") || isList(fresh)) return false;
  return !kept || fresh.notice != null || Math.abs(at - kept.at) > STALE_MS;
}

export const isTooOld = (kept: KeptScreens, at: number) => at - kept.at > SHOWN_MS;

/** A request of which only the row in the list is known; whoever answers it has seen nothing of what happened since. */
const ROW_ONLY = {
  page: null,
  referrer: null,
  language: null,
  came_by: null,
  campaign: null,
  held: null,
  dismissed: false,
  events: [],
  lacking: [],
  others: [],
  may_erase: false,
  seen: -1,
};

function requestOf({ list, opened }: KeptScreens, reference: string): Desk | null {
  const listed = rowIn(list, reference);
  const whole = opened.find(({ screen }) => screen.row.reference === reference);
  if (!listed) return null;
  const isNewer = whole != null && whole.now > list.now;
  const { rows: waiting, chat } = list.screen;
  const row = isNewer ? whole.screen.row : listed;
  return {
    ...list,
    now: isNewer ? whole.now : list.now,
    screen: { ...ROW_ONLY, chat, ...whole?.screen, name: "request", row, waiting },
  };
}

/** A screen at an address, and its age in milliseconds. */
export function keptScreen(
  kept: KeptScreens,
  { pathname, searchParams }: URL,
  at: number,
): { desk: Desk; age: number } | null {
  const [, reference] = /^\/desk\/requests\/([^/]+)$/.exec(pathname) ?? [];
  const isOfList =
    pathname === "/desk/" &&
    (searchParams.get("show") ?? "waiting") === "waiting" &&
    !searchParams.get("q");
  const desk = reference ? requestOf(kept, reference) : isOfList ? kept.list : null;
  if (!desk) return null;
  return { desk, age: Math.max(0, at - kept.at + kept.list.now - desk.now) };
}
