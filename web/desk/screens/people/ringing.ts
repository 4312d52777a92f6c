// Which devices ring, in words.
import type { Device, Person, Ringing } from "../../../src/contract/desk.ts";
import { clockTime, isSameDay, when } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";
import type { IconName } from "../../ui/icon.tsx";

export type RingingWords = {
  look: "ok" | "late" | "line";
  icon: IconName;
  words: string;
  why: string;
};

/** `at 08:00` today, `Sat 22:40` before. */
const at = (ms: number, now: number) =>
  isSameDay(ms, now) ? `at ${clockTime(ms)}` : when(ms, now);

/** `isAsked`: a test is under way. */
export function ringingWords(ringing: Ringing, now: number, isAsked: boolean): RingingWords {
  switch (ringing.ringing) {
    case "rings":
      return { look: "ok", icon: "bell", words: "Rings", why: `rang ${at(ringing.at, now)}` };
    case "untested": {
      const words = isAsked ? "Asked just now" : "Not tested yet";
      return { look: "line", icon: "bell", words, why: "" };
    }
    case "silent": {
      const why = `didn't answer the test ${at(ringing.at, now)}`;
      return { look: "late", icon: "bell-off", words: "Doesn't ring", why };
    }
    case "gone": {
      const said = ringing.reason && `: “${ringing.reason}”`;
      const why = `gone since ${when(ringing.at, now)}${said}`;
      return { look: "late", icon: "bell-off", words: "Doesn't ring", why };
    }
  }
}

export const isPhone = ({ label }: Device) => /android|iphone|ipad|ios\b/i.test(label);

const phones = (count: number) => (count === 1 ? "1 phone" : `${count} phones`);
const asked = ({ devices }: Person) => devices.filter(({ ringing }) => ringing != null);

/** Number of devices in each state; nothing where no device has asked for messages. */
function count(people: Person[]): Record<Ringing["ringing"], number> | null {
  const counts = { rings: 0, untested: 0, silent: 0, gone: 0 };
  const devices = people.flatMap(asked);
  for (const { ringing } of devices) if (ringing) counts[ringing.ringing] += 1;
  return devices.length > 0 ? counts : null;
}

export const hasAsked = (people: Person[]) => count(people) != null;

/** `3 phones ring`, as the end of the heading; empty where no device has asked for messages. */
export function ringWords(people: Person[], isAsked: boolean): string {
  const counts = count(people);
  if (!counts) return "";
  const { rings, untested } = counts;
  if (untested > 0 && isAsked) return `asking ${phones(untested)}`;
  if (rings > 0) return rings === 1 ? "1 phone rings" : `${rings} phones ring`;
  return untested > 0 ? `${phones(untested)} not tested yet` : "no phone rings";
}

/** Somebody none of whose devices rings: whose it is, empty for the reader, and the rest of the sentence. */
export type Unreachable = { key: string; whose: string; rest: string };

function sinceWhen({ ringing }: Device): number | null {
  return ringing?.ringing === "silent" || ringing?.ringing === "gone" ? ringing.at : null;
}

export function unreachable(people: Person[], now: number): Unreachable[] {
  return people.flatMap((person) => {
    const devices = asked(person);
    const [last] = devices.toSorted((a, b) => (sinceWhen(b) ?? 0) - (sinceWhen(a) ?? 0));
    const since = last && sinceWhen(last);
    if (!last || since == null || devices.some((device) => sinceWhen(device) == null)) return [];
    const noun = isPhone(last) ? "phone" : "computer";
    const rest = `${noun} hasn't answered since ${when(since, now)}.`;
    return { key: person.id, whose: person.is_me ? "" : firstName(person.name), rest };
  });
}
