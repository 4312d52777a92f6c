// Times as staff read them, always Dubai's.
import { DUBAI_MS, fullDate, inDubai, MONTHS } from "../../ui/dubai.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** The days since 1 January 1970, counted by Dubai's midnight. */
export const dayNumber = (ms: number) => Math.floor((ms + DUBAI_MS) / DAY_MS);
const shortDay = (ms: number) => (DAYS[inDubai(ms).getUTCDay()] ?? "").slice(0, 3);

export const isSameDay = (ms: number, other: number) => dayNumber(ms) === dayNumber(other);

/** `13:18`. */
export function clockTime(ms: number): string {
  return inDubai(ms).toISOString().slice(11, 16);
}

/** `Sat 22:40`. */
export const dayAndTime = (ms: number) => `${shortDay(ms)} ${clockTime(ms)}`;

/** `3 March` this year, `3 March 2025` otherwise. */
export function dateOf(ms: number, now: number): string {
  const date = inDubai(ms);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  const year = date.getUTCFullYear();
  return year === inDubai(now).getUTCFullYear() ? day : `${day} ${year}`;
}

/** `today at 13:18`, `on Saturday at 22:40`, `on 12 March at 10:00`: for sentences. */
export function saidWhen(ms: number, now: number): string {
  const time = clockTime(ms);
  const days = Math.abs(dayNumber(ms) - dayNumber(now));
  if (days === 0) return `today at ${time}`;
  return `on ${days < 7 ? DAYS[inDubai(ms).getUTCDay()] : dateOf(ms, now)} at ${time}`;
}

/** `2026-11-22`. */
export const isoDay = (ms: number) => inDubai(ms).toISOString().slice(0, 10);

/** `Sunday 22 November`. */
export function longDay(ms: number): string {
  const date = inDubai(ms);
  return `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** For sentences on what happens later. */
export const goesLiveWords = (ms: number) => `Goes live on ${longDay(ms)}, ${clockTime(ms)}.`;

/** `13:18` today, `Sat 22:40` within six days, `12 March 2025` otherwise. */
export function when(ms: number, now: number): string {
  const days = Math.abs(dayNumber(ms) - dayNumber(now));
  if (days === 0) return clockTime(ms);
  if (days < 7) return dayAndTime(ms);
  return fullDate(ms);
}

/** `22 min`, `1 h 40 min`, `3 days`: a span in milliseconds, in whole minutes. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 72) return `${Math.floor(hours / 24)} days`;
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** `20 minutes`, `3 hours`, `2 days`: a span in one unit, for sentences. */
export function roughly(ms: number): string {
  if (ms < HOUR_MS) return counted(Math.max(1, Math.floor(ms / MINUTE_MS)), "minute");
  if (ms < 2 * DAY_MS) return counted(Math.floor(ms / HOUR_MS), "hour");
  return counted(Math.floor(ms / DAY_MS), "day");
}

/** `one hour`, `4 hours`, `90 minutes`: a promise in words. */
export function promised(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes === 60) return "one hour";
  return minutes % 60 === 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute");
}
