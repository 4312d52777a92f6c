// Times to publish at, as a date field has them: Dubai's time without its offset.

import { inDubai } from "../../../ui/dubai.ts";
import { dayNumber } from "../../ui/dubai.ts";

const DAY_MS = 24 * 3_600_000;
const WEEK = 7;
const FRIDAY = 5;

const asField = (dubaiTime: Date) => dubaiTime.toISOString().slice(0, 16);

/** `2026-11-27T09:00`. */
export const fieldTime = (ms: number) => asField(inDubai(ms));

/** Nine o'clock so many days after today. */
const nineIn = (days: number, now: number) =>
  `${asField(new Date((dayNumber(now) + days) * DAY_MS)).slice(0, 10)}T09:00`;

export type Pick = { words: string; value: string };

/** Tomorrow, and the next Friday if that is another day. */
export function quickPicks(now: number): Pick[] {
  const toFriday = (FRIDAY - inDubai(now).getUTCDay() + WEEK) % WEEK || WEEK;
  const picks = [{ words: "Tomorrow 9:00", value: nineIn(1, now) }];
  if (toFriday > 1) picks.push({ words: "Friday 9:00", value: nineIn(toFriday, now) });
  return picks;
}
