// Which stretches of a Markdown text are marks rather than words: the editor draws them in grey.

export type Piece = { text: string; isMark: boolean };

/** Marks at the beginning of a line. */
const LEAD = /^\s*(#{1,6} |[-*+] |\d+[.)] |(> ?)+)/;
/** A whole line that draws a rule or the second line of a table. */
const RULE = /^\s*([-*_]{3,}|\|?[\s:|-]*-{3,}[\s:|-]*)\s*$/;
/** Asterisks, the brackets of links and pictures, code. A link's text is words, its target is a mark. */
const INLINE = /(\*{1,3}|`+|!?\[(?=[^\]]*\]\()|\]\([^)]*\)|\|)/;

/** The pieces of one line, marks and words in turns. */
export function piecesOf(line: string): Piece[] {
  if (line === "") return [];
  if (RULE.test(line)) return [{ text: line, isMark: true }];
  const lead = LEAD.exec(line)?.[0] ?? "";
  const inline = line.slice(lead.length).split(INLINE);
  return [
    { text: lead, isMark: true },
    ...inline.map((text, index) => ({ text, isMark: index % 2 === 1 })),
  ].filter(({ text }) => text !== "");
}
