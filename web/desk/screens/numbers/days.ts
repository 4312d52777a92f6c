// Days such as `2026-11-11` in words.

import { MONTHS } from "../../../ui/dubai.ts";
import { DAYS } from "../../ui/dubai.ts";

function parts(day: string) {
  const date = new Date(`${day}T00:00:00Z`);
  return {
    weekday: DAYS[date.getUTCDay()] ?? "",
    date: date.getUTCDate(),
    month: MONTHS[date.getUTCMonth()] ?? "",
  };
}

/** `Wednesday 11 November`. */
export function longDay(day: string): string {
  const { weekday, date, month } = parts(day);
  return `${weekday} ${date} ${month}`;
}

/** `11 Nov`. */
export function shortDay(day: string): string {
  const { date, month } = parts(day);
  return `${date} ${month.slice(0, 3)}`;
}
