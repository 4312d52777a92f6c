// Dates of posts.
import { fullDate } from "../../ui/dubai.ts";

/** The date of an RFC 3339 time in Dubai; any other text stays as it is. */
export function dayInDubai(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? time : fullDate(ms);
}

export function Day({ of }: { of: string }) {
  return <time dateTime={of}>{dayInDubai(of)}</time>;
}
