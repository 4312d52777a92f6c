// Answers and notes: kept on this device, in order, until the server has answered, and sent again by themselves. Each keeps
// its key, so that one that arrived after all counts once.
import type { Desk } from "../../src/contract/desk.ts";
import { keepNote, keptNote, TAPS_PREFIX } from "./kept.ts";
import { post } from "./server.ts";

export type Tap = { action: string; fields: Record<string, string> };

/** Actions that may be sent later: staff's answers to requests. Anything else is for people who see the result. */
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

const listeners = new Set<() => void>();

/** Calls back whenever other taps are kept, until the answer is called. */
export function onKeptTaps(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function store(person: string, taps: Tap[]): boolean {
  try {
    if (taps.length) localStorage.setItem(nameOf(person), JSON.stringify(taps));
    else localStorage.removeItem(nameOf(person));
  } catch {
    return false;
  }
  for (const changed of listeners) changed();
  return true;
}

/** Keys of the taps that this page is sending itself. */
const inHand = new Set<string | undefined>();

/** Keeps a tap that is about to be sent; `null` if it can't be kept: storage may be full or forbidden. */
export function keepTap(person: string, tap: Tap): Tap | null {
  const last = keptTaps(person).at(-1);
  // Said again, it keeps its key: the first may have arrived.
  const kept = last && saysOf(last) === saysOf(tap) ? last : tap;
  if (!store(person, [...withoutTap(person, kept), kept])) return null;
  inHand.add(kept.fields.key);
  // The note is the tap's now: on another page it would be there to be sent again.
  const [, reference = ""] = /requests\/([^/]+)/.exec(tap.action) ?? [];
  if (keptNote(reference) === tap.fields.note) keepNote(reference, "");
  return kept;
}

/** After a tap was sent: it stays if it has to be sent again. */
export function triedTap(person: string, tap: Tap, isForLater: boolean): void {
  inHand.delete(tap.fields.key);
  if (!isForLater) dropTap(person, tap);
}

export const dropTap = (person: string, tap: Tap): boolean =>
  store(person, withoutTap(person, tap));

/** Content of a tap, whenever it was made. */
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
    // One after the other: what was said later waits as well.
    if (inHand.has(tap.fields.key)) break;
    const answer = await answerTo(tap);
    if (isForLater(answer)) break;
    dropTap(person, tap);
    sent.count += 1;
    if (answer?.notice?.notice === "conflict") sent.clash = answer;
  }
  sending = false;
  return sent;
}
