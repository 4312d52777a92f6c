// Changes by the day they were made on, in Dubai.
import type { SiteChange } from "../../../src/contract/desk.ts";
import { inDubai } from "../../../ui/dubai.ts";
import { dayNumber, isoDay, longDay } from "../../ui/dubai.ts";
import { whoWords } from "./change-words.tsx";

export type ChangeDay = {
  /** `2026-11-24`. */
  day: string;
  /** `Today`, `Yesterday`, `Thursday 19 November`. */
  name: string;
  /** As in `Undo all 3 of today`. */
  said: string;
  changes: SiteChange[];
  /** Those that can be taken back; together, if there is more than one. */
  undoable: SiteChange[];
};

const NAMES = ["Today", "Yesterday"];

function nameOf(ms: number, now: number): string {
  const year = inDubai(ms).getUTCFullYear();
  const day = year === inDubai(now).getUTCFullYear() ? longDay(ms) : `${longDay(ms)} ${year}`;
  return NAMES[dayNumber(now) - dayNumber(ms)] ?? day;
}

const canBeUndone = (change: SiteChange) => !change.is_undone && !change.is_undo;

/** In the order of the changes. */
export function byDay(changes: SiteChange[], now: number): ChangeDay[] {
  const days = new Map<string, SiteChange[]>();
  for (const change of changes) {
    const day = isoDay(change.when);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  return [...days].map(([day, own]) => {
    const name = nameOf(own[0]?.when ?? now, now);
    return {
      day,
      name,
      said: NAMES.includes(name) ? name.toLowerCase() : name,
      changes: own,
      undoable: own.filter(canBeUndone),
    };
  });
}

/** Number of changes of each author: `3 by you, 1 by Omar`. */
export function authorsWords(changes: SiteChange[]): string {
  const counts = new Map<string, number>();
  for (const change of changes) {
    const who = change.mine || change.by ? `by ${whoWords(change)}` : whoWords(change);
    counts.set(who, (counts.get(who) ?? 0) + 1);
  }
  return [...counts].map(([who, count]) => `${count} ${who}`).join(", ");
}
