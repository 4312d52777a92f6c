// Answers and notes that the server could not be told: kept on this device, in order, and sent again by themselves. Each
// keeps its key, so that one that arrived after all counts once.
import type { Desk } from "../../src/contract/desk.ts";
import { TAPS_PREFIX } from "./kept.ts";
import { post } from "./server.ts";

export type Tap = { action: string; fields: Record<string, string> };

/** What may be sent later: what staff say of a request. Anything else is for people who see what comes of it. */
const MAY_WAIT = /^\/desk\/(requests\/[^/]+\/(answer|note)|held\/[^/]+)$/;

export const mayWait = (action: string) => MAY_WAIT.test(action);

const nameOf = (person: string) => TAPS_PREFIX + person;

export function keptTaps(person: string): Tap[] {
  try {
    return JSON.parse(localStorage.getItem(nameOf(person)) ?? "[]");
  } catch {
    return [];
  }
}

function store(person: string, taps: Tap[]): boolean {
  try {
    if (taps.length) localStorage.setItem(nameOf(person), JSON.stringify(taps));
    else localStorage.removeItem(nameOf(person));
    return true;
  } catch {
    return false;
  }
}

/** Whether it is kept: storage may be full or forbidden. */
export const keepTap = (person: string, tap: Tap): boolean =>
  store(person, [...withoutTap(person, tap), tap]);

export const dropTap = (person: string, tap: Tap): boolean =>
  store(person, withoutTap(person, tap));

/** What a tap says, whichever time it was said. */
const saysOf = ({ action, fields: { key: _, ...says } }: Tap) => JSON.stringify([action, says]);

const withoutTap = (person: string, tap: Tap) =>
  keptTaps(person).filter((kept) => saysOf(kept) !== saysOf(tap));

/** An answer that leaves the tap for later: the server or its database is away, or somebody must sign in first. */
function isForLater(answer: Desk | null): boolean {
  const screen = answer?.screen;
  return (
    !screen || screen.name === "sign-in" || (screen.name === "problem" && screen.problem === "away")
  );
}

let sending = false;

async function answerTo({ action, fields }: Tap): Promise<Desk | null> {
  try {
    return await (await post(action, fields)).json();
  } catch {
    return null;
  }
}

export type SentTaps = {
  count: number;
  /** The screen of a request that somebody else had answered otherwise: it asks what is right. */
  clash: Desk | null;
};

/** Sends what is kept, oldest first, as far as the server answers. */
export async function sendKept(person: string): Promise<SentTaps> {
  const sent: SentTaps = { count: 0, clash: null };
  // Two at once would send each twice.
  if (sending) return sent;
  sending = true;
  for (const tap of keptTaps(person)) {
    const answer = await answerTo(tap);
    if (isForLater(answer)) break;
    dropTap(person, tap);
    sent.count += 1;
    if (answer?.notice?.notice === "conflict") sent.clash = answer;
  }
  sending = false;
  return sent;
}
