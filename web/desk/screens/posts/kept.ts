// Keeps the words that the server doesn't have yet on this device, with the caret: a tab that died is back where it was.
import type { PostWords } from "../../../src/contract/desk.ts";
import { KEPT_PREFIX } from "../../browser/kept.ts";
import type { WordField } from "./words.ts";

export type Caret = { field: WordField; start: number; end: number };

export type KeptWords = {
  words: PostWords;
  /** The revision that the words are based on. */
  number: number;
  caret: Caret | null;
};

/** The name includes the person: somebody else may sign in on this device. */
export const keptName = (person: string, post: string) => `${KEPT_PREFIX}${person}:${post}`;

/** Whether they are kept: storage may be forbidden, or full. */
export function keepWords(name: string, kept: KeptWords): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function keptWords(name: string): KeptWords | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

export function dropWords(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept then.
  }
}
