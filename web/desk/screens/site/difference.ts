// Two versions of a text, shortened to the place where they differ.

export type Difference = { before: string; was: string; is: string; after: string };

/** Characters shown beside the difference, and of the difference itself. */
const BESIDE = 28;
const WITHIN = 90;

/** With the space after each. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];
const reversed = (words: string[]) => [...words].reverse();

/** Number of words that are the same at the start. */
function sameAtStart(one: string[], other: string[]): number {
  const index = one.findIndex((word, place) => word.trimEnd() !== other[place]?.trimEnd());
  return index < 0 ? one.length : index;
}

/** The end of a long text. */
function endOf(text: string): string {
  if (text.length <= BESIDE) return text;
  return `… ${text.slice(-BESIDE).replace(/^\S*\s+/, "")}`;
}

/** The start of a long text. */
function startOf(text: string): string {
  if (text.length <= BESIDE) return text;
  return `${text.slice(0, BESIDE).replace(/\s+\S*$/, "")} …`;
}

function middleOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= WITHIN) return trimmed;
  return `${trimmed.slice(0, WITHIN / 2).trimEnd()} … ${trimmed.slice(-WITHIN / 2).trimStart()}`;
}

/** The longer one: a text's last word has no space after it. */
const longer = (one: string, other: string) => (one.length > other.length ? one : other);

export function difference(was: string, is: string): Difference {
  // A moved piece has the same words as before.
  if (was === is) return { before: startOf(is), was: "", is: "", after: "" };
  const [old, fresh] = [wordsOf(was), wordsOf(is)];
  const start = sameAtStart(old, fresh);
  const oldRest = old.slice(start);
  const freshRest = fresh.slice(start);
  const end = sameAtStart(reversed(oldRest), reversed(freshRest));
  const changed = (words: string[]) => middleOf(words.slice(0, words.length - end).join(""));
  return {
    before: endOf(longer(old.slice(0, start).join(""), fresh.slice(0, start).join(""))),
    was: changed(oldRest),
    is: changed(freshRest),
    after: startOf(oldRest.slice(oldRest.length - end).join("")),
  };
}
