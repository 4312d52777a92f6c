// Requests that only the site's screen makes to the server: the page as it is, and as it would be.
import type { Desk, SiteProblem } from "../../../src/contract/desk.ts";
import { siteAction, sitePageAddress } from "../../ui/addresses.ts";

/** Why there is no answer, as staff read it. */
export const AWAY = "You can look; changing needs a connection.";
export const SIGNED_OUT =
  "You've been signed out. Sign in again in another tab; what you typed is still here.";

export type Tried = {
  problems: SiteProblem[];
  /** The page as it would be; nothing where it can't be drawn. */
  html: string | null;
};

type Words = { at: string; piece: string; value: string; draft?: string };

const isSignIn = (answer: Tried | Desk) => "screen" in answer && answer.screen.name === "sign-in";

/** The check's findings on an edit, or a sentence saying why there are none. */
export async function tryEdit(words: Words, signal: AbortSignal): Promise<Tried | string> {
  try {
    const answer = await fetch(siteAction("try"), {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(words),
      signal,
    });
    const tried: Tried | Desk = await answer.json();
    if ("problems" in tried) return tried;
    return isSignIn(tried) ? SIGNED_OUT : AWAY;
  } catch {
    return AWAY;
  }
}

/** The page as visitors have it, or will; nothing if the server can't be reached. */
export async function readPage(
  at: string,
  draft: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const answer = await fetch(sitePageAddress(at, draft), { signal });
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  }
}
