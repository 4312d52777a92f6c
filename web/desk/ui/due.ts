// The response clock in numbers and words: how much of the promised time is gone, and what that means.
import type { Row } from "../../src/contract/desk.ts";
import { dayAndTime, isSameDay, promised, span, when } from "./dubai.ts";

export type Due = {
  /** `calm` while more than half the time is left, then `warm`; `late` when it is over; `met` once it was answered. */
  look: "calm" | "warm" | "late" | "met";
  /** Filled part of the line, in percent. If it runs past its second tick, where that tick is. */
  percent: number;
  /** Whether the line runs past its second tick. */
  over: boolean;
  /** The words at the line's ends. */
  from: string;
  to: string;
  /** `22 min left`, `due now`, `3 h 16 min late`, `in 9 min`. */
  words: string;
  /** The same, large and small: `22 min` and `left of one hour`. */
  large: string;
  small: string;
};

const LAST_MINUTE_MS = 60_000;
/** Two ticks nearer to each other than this, in percent, would look like one. */
const LEAST_PERCENT = 8;

type Timed = Pick<Row, "received_at" | "due_at" | "stage" | "answered_at">;

const between = (least: number, value: number, most: number) =>
  Math.min(most, Math.max(least, value));
const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 100);

type Clock = Pick<Due, "look" | "to" | "words" | "large" | "small"> & { until: number };

function openClock(received: number, due: number, now: number): Clock {
  const left = due - now;
  const words = { until: now, to: endOf(received, due, now) };
  if (left <= 0) {
    const late = now - due < LAST_MINUTE_MS ? "just" : span(now - due);
    const to = `was due ${when(due, now)}`;
    return { ...words, look: "late", to, words: `${late} late`, large: late, small: "late" };
  }
  if (left <= LAST_MINUTE_MS)
    return { ...words, look: "warm", words: "due now", large: "due now", small: "" };
  const small = `left of ${promised(due - received)}`;
  const look = left * 2 > due - received ? "calm" : "warm";
  return { ...words, look, words: `${span(left)} left`, large: span(left), small };
}

/** The day is said when the line crosses midnight, even if it ends today. */
function endOf(received: number, due: number, now: number): string {
  const crosses = !isSameDay(received, due) && isSameDay(due, now);
  return crosses ? dayAndTime(due) : when(due, now);
}

function metClock(received: number, answered: number): Clock {
  const words = `in ${span(answered - received)}`;
  return { look: "met", until: answered, to: words, words, large: words, small: "" };
}

/** Nothing where no time was promised, or where nobody knows when it was answered. */
export function dueOf(row: Timed, now: number): Due | null {
  const { received_at: received, due_at: due, stage, answered_at: answered } = row;
  if (due == null) return null;
  if (stage !== "new" && answered == null) return null;
  const clock = answered == null ? openClock(received, due, now) : metClock(received, answered);
  const { until, ...said } = clock;
  const over = until >= due;
  const percent = over
    ? between(LEAST_PERCENT, share(due - received, until - received), 100)
    : between(0, share(until - received, due - received), 100);
  return { ...said, from: when(received, now), over, percent: Math.round(percent) };
}
