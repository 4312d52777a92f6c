// The difference of two texts as replaced stretches, and how what was typed here goes along with what somebody else has
// written in the meantime.

/** `from` to `to` of a text is replaced by `insert`. */
export type Splice = { from: number; to: number; insert: string };

/** Whole lines that are long enough not to be the same by chance. */
const LINES = /[^\n]{8,}/g;

/** The one stretch outside of which both are the same. */
function spliceOf(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** A line that is once in both. */
function anchorOf(before: string, after: string): { line: string; at: number; to: number } | null {
  for (const { 0: line, index: at } of before.matchAll(LINES)) {
    const to = after.indexOf(line);
    if (to >= 0 && after.lastIndexOf(line) === to && before.lastIndexOf(line) === at)
      return { line, at, to };
  }
  return null;
}

/** From the first to the last. `offset`: where `before` begins in its text. */
export function splicesOf(before: string, after: string, offset = 0): Splice[] {
  const { from, to, insert } = spliceOf(before, after);
  if (from === to && insert === "") return [];
  const replaced = before.slice(from, to);
  const anchor = anchorOf(replaced, insert);
  const start = offset + from;
  if (!anchor) return [{ from: start, to: offset + to, insert }];
  const { line, at, to: there } = anchor;
  const end = at + line.length;
  return [
    ...splicesOf(replaced.slice(0, at), insert.slice(0, there), start),
    ...splicesOf(replaced.slice(end), insert.slice(there + line.length), start + end),
  ];
}

const touch = (one: Splice, other: Splice) => one.from <= other.to && other.from <= one.to;

/** Both changes of one text; nothing where they touch the same stretch. */
export function joined(text: string, mine: string, theirs: string): string | null {
  const [typed, merged] = [splicesOf(text, mine), splicesOf(text, theirs)];
  if (typed.some((one) => merged.some((other) => touch(one, other)))) return null;
  return [...typed, ...merged]
    .sort((one, other) => other.from - one.from)
    .reduce((whole, { from, to, insert }) => whole.slice(0, from) + insert + whole.slice(to), text);
}
