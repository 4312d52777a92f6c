// The sums in words, each with what it is counted from.
import type { Numbers, Sums } from "../../../src/contract/desk.ts";
import { grouped } from "../../../ui/number.ts";
import { longDay } from "./days.ts";

/** Below this, a share says more of chance than of the site. */
const ENOUGH_VIEWS = 100;

/** Number of times somebody got in touch. */
export const reached = ({ calls, chats, requests }: Sums) => calls + chats + requests;

/** `1 page`, `18,412 pages`. */
export const counted = (value: number, one: string, many: string) =>
  `${grouped(value)} ${value === 1 ? one : many}`;

/** Tenths below ten, whole numbers from there. */
const rounded = (value: number) =>
  value < 10 ? String(Math.round(value * 10) / 10) : grouped(Math.round(value));

/** Contacts for each 100 views; nothing where there are too few views. */
export function rate(sums: Sums): string | null {
  return sums.views < ENOUGH_VIEWS ? null : ((reached(sums) * 100) / sums.views).toFixed(1);
}

export const isComparable = ({ total, before }: Numbers) =>
  rate(total) != null && rate(before) != null;

export const isEmpty = ({ total, before }: Numbers) =>
  [total, before].every((sums) => sums.views === 0 && reached(sums) === 0);

export function headline(numbers: Numbers): string {
  const times = reached(numbers.total);
  if (isEmpty(numbers)) return "Counting starts with the first visitor";
  if (times === 0) return `Nobody reached us in these ${numbers.days.length} days`;
  return times === 1 ? "Somebody reached us once" : `${grouped(times)} times somebody reached us`;
}

/** From how many views that was, how often for each 100, and whether that is more than before. */
export function denominator({ total, before, days }: Numbers): string {
  const { views } = total;
  if (views === 0) return `No page was opened in ${days.length} days.`;
  const opened = `${counted(views, "page that was", "pages that were")} opened in ${days.length} days`;
  const from = reached(total) > 0 ? `By call, chat or request, from ${opened}.` : `${opened}.`;
  const now = rate(total);
  const earlier = rate(before);
  const period = `the ${days.length} days before`;
  if (now == null) return `${from} That's not enough to say yet how many it is for each 100.`;
  if (earlier == null)
    return `${from} That's ${now} for each 100. Against ${period}: not enough to say yet.`;
  return `${from} That's ${now} for each 100, ${change(Number(now), Number(earlier))} ${period}.`;
}

function change(now: number, earlier: number): string {
  if (now === earlier) return "as in";
  return `${now > earlier ? "up" : "down"} from ${earlier.toFixed(1)} in`;
}

export type DayValue = { day: string; value: number };

/** The first of the days with the most. */
export const mostOf = (days: DayValue[]): DayValue | undefined =>
  days.reduce<DayValue | undefined>(
    (most, day) => (day.value > (most?.value ?? 0) ? day : most),
    undefined,
  );

const averageOf = (days: DayValue[]) =>
  rounded(days.reduce((sum, { value }) => sum + value, 0) / days.length);

/** Summary of a chart, beside it. */
export function chartSentence(days: DayValue[]): string {
  const most = mostOf(days);
  if (!most) return `None in these ${days.length} days.`;
  const often = days.filter(({ value }) => value === most.value).length;
  const on = often === 1 ? longDay(most.day) : `${often} days`;
  const were = most.value === 1 ? "was 1" : `were ${grouped(most.value)}`;
  return `${averageOf(days)} on an average day. The most ${were}, on ${on}.`;
}

/** The same for those who can't see the chart. */
export function chartLabel(what: string, days: DayValue[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return what;
  const least = Math.min(...days.map(({ value }) => value));
  const most = Math.max(...days.map(({ value }) => value));
  const between = `between ${grouped(least)} and ${grouped(most)}`;
  return `${what} from ${longDay(first.day)} to ${longDay(last.day)}: ${between}. ${chartSentence(days)}`;
}
