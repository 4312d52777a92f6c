// Changes by the day they were made on, in Dubai.
import type { SiteChange } from "../../../src/contract/desk.ts";
import { dayNumber, inDubai, isoDay, longDay } from "../../ui/dubai.ts";

export type ChangeDay = {
  /** `2026-11-24`. */
  day: string;
  /** `Today`, `Yesterday`, `Thursday 19 November`. */
  name: string;
  /** As in `Undo all of today`. */
  said: string;
  changes: SiteChange[];
  /** Whether there is more than one that can be taken back: then they can be together. */
  isUndoable: boolean;
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
      isUndoable: own.filter(canBeUndone).length > 1,
    };
  });
}
