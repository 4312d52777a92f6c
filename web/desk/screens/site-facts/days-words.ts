// Days with hours of their own, in words: `Wed 2 Dec to Thu 3 Dec, closed`.
import type { SpecialDays } from "../../../src/contract/desk.ts";
import { inDubai, MONTHS } from "../../../ui/dubai.ts";
import { DAYS } from "../../ui/dubai.ts";

/** `Wed 2 Dec`, with its year where that is another one; anything that isn't a date stays as written. */
function dayWords(date: string, now: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  const weekday = (DAYS[day.getUTCDay()] ?? "").slice(0, 3);
  const month = (MONTHS[day.getUTCMonth()] ?? "").slice(0, 3);
  const year = day.getUTCFullYear();
  const words = `${weekday} ${day.getUTCDate()} ${month}`;
  return year === inDubai(now).getUTCFullYear() ? words : `${words} ${year}`;
}

export function daysWords({ from, to, opens, closes }: SpecialDays, now: number): string {
  const days = [from, ...(to && to !== from ? [to] : [])].map((date) => dayWords(date, now));
  return `${days.join(" to ")}, ${opens ? `${opens} to ${closes}` : "closed"}`;
}
