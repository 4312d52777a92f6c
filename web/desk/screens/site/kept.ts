// Keeps on this device what was typed into a page of the site and isn't live: a tab that died is back where it was.
import type { SitePiece } from "../../../src/contract/desk.ts";
import { SITE_PREFIX } from "../../browser/kept.ts";
import type { Draft, Drafts } from "./drafts.ts";

/**
 * The name includes the person, since somebody else may sign in on this device, and the draft of the site that the
 * words were typed into.
 */
export const keptName = (person: string, at: string, draft?: string) =>
  `${SITE_PREFIX}${person}:${draft ? `${draft}:` : ""}${at}`;

/** Storage may be forbidden, or full; then they are kept while the page is open. */
export function keepDrafts(name: string, drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length > 0) localStorage.setItem(name, JSON.stringify(drafts));
    else localStorage.removeItem(name);
  } catch {
    // Nothing is kept then.
  }
}

/** Those of pieces that are there and still differ. */
export function keptDrafts(name: string, pieces: SitePiece[]): Drafts {
  const differs = ([id, { value }]: [string, Draft]) =>
    pieces.some((piece) => piece.id === id && piece.value !== value);
  try {
    const kept: Drafts = JSON.parse(localStorage.getItem(name) ?? "{}");
    return Object.fromEntries(Object.entries(kept).filter(differs));
  } catch {
    return {};
  }
}
