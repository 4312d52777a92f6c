// Requests that only the editor makes to the server: words to keep, something pasted, a picture.
import type { Desk } from "../../../src/contract/desk.ts";

/** When a server that doesn't answer counts as away, in milliseconds. */
const PATIENCE_MS = 30_000;
/** Limit for a form that browsers still send while its page is left: 64 KiB in all (Fetch standard, "keepalive"). */
const KEEPALIVE_BYTES = 60_000;

/** The answer as data; nothing if the server can't be reached. */
async function ask<T>(action: string, body: BodyInit, keepalive = false): Promise<T | null> {
  try {
    const answer = await fetch(action, {
      method: "POST",
      headers: { accept: "application/json" },
      body,
      keepalive,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return isJson ? await answer.json() : null;
  } catch {
    return null;
  }
}

export function postForData(action: string, fields: Record<string, string>): Promise<Desk | null> {
  const body = new URLSearchParams(fields);
  // Its text is ASCII.
  return ask(action, body, String(body).length < KEEPALIVE_BYTES);
}

export type Pasted = {
  markdown: string;
  headings: number;
  tables: number;
  lists: number;
  links: number;
  pictures: number;
  dropped: string[];
};

export const convert = async (action: string, html: string): Promise<Pasted | null> => {
  const answer = await ask<Pasted>(action, new URLSearchParams({ html }));
  return typeof answer?.markdown === "string" ? answer : null;
};

export type SentPicture = { name: string; was_bytes: number; bytes: number; is_photo: boolean };

/** The picture, or why it can't be used. */
export async function sendPicture(action: string, picture: File): Promise<SentPicture | string> {
  const body = new FormData();
  body.set("key", crypto.randomUUID());
  body.set("picture", picture);
  const answer = await ask<SentPicture | Desk>(action, body);
  if (!answer) return "The server didn't answer. Try again.";
  if (!("screen" in answer)) return answer;
  const { screen } = answer;
  if (screen.name === "problem" && screen.problem === "invalid") return screen.text;
  return screen.name === "sign-in"
    ? "You've been signed out. Sign in again, then try once more."
    : "The server couldn't take it. Try again.";
}
