// Edits by the toolbar: each is a replaced stretch, with the selection afterwards. Most of them undo themselves when
// repeated.
import type { Splice } from "./splice.ts";

/** A text and what is selected of it. */
export type Selected = { text: string; start: number; end: number };
/** `start` and `end`: the selection afterwards. */
export type Edit = Splice & { start: number; end: number };

export type Tool = "heading" | "bold" | "italic" | "link" | "list" | "quote" | "table";

const WORD = /[\p{L}\p{N}'’_-]/u;
const ADDRESS = /^(https?:\/\/|\/|mailto:|tel:)\S*$/;
const LINK = /\[([^\]\n]*)\]\(([^)\n]*)\)/g;

/** The selection; where there is none, the word around the caret. */
function wordAt({ text, start, end }: Selected): Selected {
  if (start !== end) return { text, start, end };
  let [from, to] = [start, end];
  while (from > 0 && WORD.test(text[from - 1] ?? "")) from -= 1;
  while (to < text.length && WORD.test(text[to] ?? "")) to += 1;
  // At the end of a word, one begins a new one.
  return to === end ? { text, start, end } : { text, start: from, end: to };
}

/** Number of asterisks both before and after the selection, at most three. */
function marksAround({ text, start, end }: Selected): number {
  const before = /\*{0,3}$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^\*{0,3}/.exec(text.slice(end))?.[0].length ?? 0;
  return Math.min(before, after);
}

/** Asterisks around the selection: two are bold, one is italic, three are both. */
function emphasis(selected: Selected, mark: "*" | "**"): Edit {
  const length = mark.length;
  const word = wordAt(selected);
  const whole = word.text.slice(word.start, word.end);
  const inside = /^\*{1,3}/.exec(whole)?.[0].length ?? 0;
  // The marks may be selected as well.
  const from = whole.endsWith("*".repeat(inside)) && whole.length > 2 * inside ? inside : 0;
  const { text, start, end } = { ...word, start: word.start + from, end: word.end - from };
  const has = (marksAround({ text, start, end }) & length) !== 0;
  const shift = has ? -length : length;
  const kept = text.slice(start, end);
  const insert = has ? kept : mark + kept + mark;
  const edge = has ? length : 0;
  return {
    from: start - edge,
    to: end + edge,
    insert,
    start: start + shift,
    end: end + shift,
  };
}

/** The lines that are selected, whole. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const last = text.indexOf("\n", end);
  const to = last < 0 ? text.length : last;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

/** Begins each selected line with `mark`, in the place of `other` marks; takes it away where all have it. */
function lineMarks(selected: Selected, mark: string, other: RegExp): Edit {
  const { from, to, lines } = linesOf(selected);
  const isWritten = (line: string) => line.trim() !== "" || lines.length === 1;
  const isOn = lines.filter(isWritten).every((line) => line.startsWith(mark));
  const changed = lines.map((line) => {
    if (!isWritten(line)) return line;
    return isOn ? line.slice(mark.length) : mark + line.replace(other, "");
  });
  const insert = changed.join("\n");
  const first = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  const end = selected.end + insert.length - (to - from);
  return { from, to, insert, start: Math.max(from, selected.start + first), end };
}

/** A link around the selection; a link that the caret is in becomes its words. */
function link(selected: Selected): Edit {
  for (const { index, 0: whole, 1: words = "" } of selected.text.matchAll(LINK)) {
    const end = index + whole.length;
    if (index <= selected.start && selected.end <= end)
      return { from: index, to: end, insert: words, start: index, end: index + words.length };
  }
  const { text, start, end } = wordAt(selected);
  const chosen = text.slice(start, end);
  const isAddress = ADDRESS.test(chosen);
  const insert = isAddress ? `[](${chosen})` : `[${chosen}](https://)`;
  if (isAddress || chosen === "")
    return { from: start, to: end, insert, start: start + 1, end: start + 1 };
  const address = start + chosen.length + 3;
  return { from: start, to: end, insert, start: address, end: start + insert.length - 1 };
}

const TABLE = "| Heading | Heading |\n| --- | --- |\n|  |  |";
const TABLE_WORD = { from: 2, to: 9 };

/** Puts a block on lines of its own, with an empty line before and after it, at the end of the selection's line. */
export function blockAt({ text, end }: Selected, block: string): Edit & { at: number } {
  const { to } = linesOf({ text, start: end, end });
  const before = text.slice(0, to).trimEnd();
  const after = text.slice(to).trimStart();
  const lead = before === "" ? "" : "\n\n";
  const insert = `${lead}${block}${after === "" ? "\n" : "\n\n"}`;
  const caret = before.length + insert.length;
  const at = before.length + lead.length;
  return {
    from: before.length,
    to: text.length - after.length,
    insert,
    start: caret,
    end: caret,
    at,
  };
}

function table(selected: Selected): Edit {
  const edit = blockAt(selected, TABLE);
  return { ...edit, start: edit.at + TABLE_WORD.from, end: edit.at + TABLE_WORD.to };
}

const EDITS: Record<Tool, (selected: Selected) => Edit> = {
  heading: (selected) => lineMarks(selected, "## ", /^(#{1,6} |- |\* |> )/),
  bold: (selected) => emphasis(selected, "**"),
  italic: (selected) => emphasis(selected, "*"),
  link,
  list: (selected) => lineMarks(selected, "- ", /^(#{1,6} |[*+] |\d+[.)] |> )/),
  quote: (selected) => lineMarks(selected, "> ", /^(#{1,6} |- |\* )/),
  table,
};

export const editFor = (tool: Tool, selected: Selected): Edit => EDITS[tool](selected);
