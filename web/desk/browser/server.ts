// Asks the server for a screen as data, and posts forms.
import type { Desk } from "../../src/contract/desk.ts";

const JSON_ONLY = { accept: "application/json" };

/** Says on the first screen that the browser was just given a cookie; once it is there, it would say so of any other. */
const JUST_SIGNED_IN = "signed-in";

/** Puts an address of the desk into the address bar, in the place of the one that is there. */
export function showAddress(address: string): void {
  const { pathname, searchParams, hash } = new URL(address, location.href);
  searchParams.delete(JUST_SIGNED_IN);
  const query = searchParams.toString();
  history.replaceState(null, "", pathname + (query && `?${query}`) + hash);
}

/** Posts a form, and asks for data. */
export function post(action: string, fields: Record<string, string>): Promise<Response> {
  return fetch(action, { method: "POST", headers: JSON_ONLY, body: new URLSearchParams(fields) });
}

/** The worker's word that an answer is one it had kept, and its age in milliseconds. */
const KEPT_AGE = "desk-kept";

async function read(answer: Response): Promise<Desk | null> {
  const isDesk = answer.headers.get("content-type")?.startsWith("application/json");
  if (!isDesk) return null;
  // A sign-in that is asked for, or another address after a form, is the answer's own address.
  if (answer.redirected) showAddress(answer.url);
  return answer.json();
}

/** The screen at an address; `null` if the server cannot be reached: what is on the screen is as new as what is kept. */
export async function readScreen(address: string): Promise<Desk | null> {
  try {
    const answer = await fetch(address, { headers: JSON_ONLY });
    return answer.headers.has(KEPT_AGE) ? null : await read(answer);
  } catch {
    return null;
  }
}

declare global {
  /** Asked for by `index.html`, while the files that show it are on their way. */
  const firstScreen: Promise<Response>;
}

/** The first screen; of one that was kept, since the server cannot be reached, its age in milliseconds. */
export type First = { desk: Desk; age: number | null };

/** The screen at the address that was opened; `null` if the server cannot be reached and nothing is kept. */
export async function readFirstScreen(): Promise<First | null> {
  try {
    const answer = await firstScreen;
    const age = answer.headers.get(KEPT_AGE);
    const desk = await read(answer);
    return desk && { desk, age: age === null ? null : Number(age) };
  } catch {
    return null;
  }
}

/** The screen after a form; `null` if the server cannot be reached. */
export async function sendForm(
  action: string,
  fields: Record<string, string>,
): Promise<Desk | null> {
  try {
    return await read(await post(action, fields));
  } catch {
    return null;
  }
}

/** Posts what needs no answer, even while the browser leaves the page. */
export function tellServer(action: string): void {
  const body = new URLSearchParams({ key: crypto.randomUUID() });
  // The phone is ringing already: whoever is offline has nothing to do about this.
  fetch(action, { method: "POST", headers: JSON_ONLY, body, keepalive: true }).catch(() => {});
}
