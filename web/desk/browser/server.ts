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

async function read(answer: Response): Promise<Desk | null> {
  const isDesk = answer.headers.get("content-type")?.startsWith("application/json");
  if (!isDesk) return null;
  // A sign-in that is asked for, or another address after a form, is the answer's own address.
  if (answer.redirected) showAddress(answer.url);
  return answer.json();
}

/** The screen at an address; nothing if the server cannot be reached. */
export async function readScreen(address: string): Promise<Desk | null> {
  try {
    return await read(await fetch(address, { headers: JSON_ONLY }));
  } catch {
    return null;
  }
}

/** The screen after a form; nothing if the server cannot be reached. */
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
