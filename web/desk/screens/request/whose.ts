// Which requests of a number may be meant, and why that is in doubt, in words.
import type { TheirData } from "../../../src/contract/desk.ts";

export type Choice = { value: "all" | "named" | "one"; words: string; count: number };

export const countWords = (count: number) => (count === 1 ? "1 request" : `${count} requests`);

/** What can be meant; `named` only where it is neither all nor one. */
export function choicesOf({ reference, person, requests }: TheirData): Choice[] {
  const all = requests.length;
  const named = requests.filter(({ same_name }) => same_name).length;
  const one: Choice = { value: "one", words: `Only ${reference}`, count: 1 };
  if (all <= 1) return [{ value: "all", words: countWords(all), count: all }];
  const choices: Choice[] = [{ value: "all", words: `All ${countWords(all)}`, count: all }];
  if (named > 1 && named < all)
    choices.push({ value: "named", words: `The ${named} of ${person}`, count: named });
  return [...choices, one];
}

/** A sentence for each doubt. */
export function doubtWords({ requests }: TheirData): string[] {
  const unread = requests.some(({ number_read }) => !number_read);
  const only = requests.length === 1;
  const words = [];
  if (requests.some(({ same_name }) => !same_name))
    words.push("There is more than one name: a family or an office may share the number.");
  if (unread && only)
    words.push("Their number can't be read, so other requests of theirs may not be found: search.");
  if (unread && !only)
    words.push("A number can't be read: it may be somebody else's. Look at the digits.");
  return words;
}
