// When a notice is shown, in words: `1 to 3 December`, and whether that is now.
import type { SiteNotice } from "../../../src/contract/desk.ts";
import { dateOf, dayNumber } from "../../ui/dubai.ts";

type Days = Pick<SiteNotice, "from" | "until">;

/** Midnight in UTC; not a number where it isn't a date. */
const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

const lastOf = ({ from, until }: Days) => until || from;

/** Anything that isn't a date stays as it is written. */
export function noticeDays(days: Days, now: number): string {
  const [first, last] = [days.from, lastOf(days)];
  const words = (date: string) => (Number.isNaN(startOf(date)) ? date : dateOf(startOf(date), now));
  if (first === last) return words(last);
  const isOneMonth = !Number.isNaN(startOf(first)) && first.slice(0, 7) === last.slice(0, 7);
  const begin = isOneMonth ? new Date(startOf(first)).getUTCDate() : words(first);
  return `${begin} to ${words(last)}`;
}

export type NoticeState = { kind: "now" | "later" | "over"; words: string };

/** Nothing where one of its days isn't a date. */
export function noticeState(days: Days, now: number): NoticeState | null {
  const today = dayNumber(now);
  const [first, last] = [days.from, lastOf(days)].map((date) => dayNumber(startOf(date)));
  if (first == null || last == null || Number.isNaN(first + last)) return null;
  if (last < today) return { kind: "over", words: "Is over" };
  if (first <= today) return { kind: "now", words: "Shown now" };
  const wait = first - today;
  return { kind: "later", words: wait === 1 ? "Starts tomorrow" : `Starts in ${wait} days` };
}
