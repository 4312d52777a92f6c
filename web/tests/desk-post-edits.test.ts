// The toolbar: the effect of each tool on a text, and that most undo themselves when repeated.
import { describe, expect, test } from "vitest";
import { blockAt, editFor, type Selected, type Tool } from "../desk/screens/posts/edits.ts";
import { piecesOf } from "../desk/screens/posts/marks.ts";

/** `[` and `]` are around what is selected, `|` is the caret. */
function read(marked: string): Selected {
  const caret = marked.indexOf("‸");
  if (caret >= 0) return { text: marked.replace("‸", ""), start: caret, end: caret };
  const [start, end] = [marked.indexOf("«"), marked.indexOf("»") - 1];
  return { text: marked.replace(/[«»]/g, ""), start, end };
}

function use(tool: Tool, marked: string): string {
  const selected = read(marked);
  const { from, to, insert, start, end } = editFor(tool, selected);
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to);
  if (start === end) return `${text.slice(0, start)}‸${text.slice(start)}`;
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
}

test.each<[Tool, string, string]>([
  ["bold", "a «word» here", "a **«word»** here"],
  ["italic", "a «word» here", "a *«word»* here"],
  ["bold", "a wo‸rd here", "a **«word»** here"],
  ["bold", "a ‸", "a **‸**"],
  ["bold", "word‸", "word**‸**"],
  ["italic", "a **«word»** here", "a ***«word»*** here"],
  ["heading", "one\ntw‸o\nthree", "one\n## tw‸o\nthree"],
  ["list", "«one\n\ntwo»\nthree", "- «one\n\n- two»\nthree"],
  ["quote", "on‸e", "> on‸e"],
])("%s sets its marks in %s", (tool, before, after) => {
  expect(use(tool, before)).toBe(after);
});

test.each<[Tool, string, string]>([
  ["bold", "a **«word»** here", "a «word» here"],
  ["bold", "a «**word**» here", "a «word» here"],
  ["bold", "a ***«word»*** here", "a *«word»* here"],
  ["italic", "a ***«word»*** here", "a **«word»** here"],
  ["italic", "a *«word»* here", "a «word» here"],
  ["heading", "## tw‸o", "tw‸o"],
  ["list", "«- one\n- two»", "«one\ntwo»"],
  ["quote", "> on‸e", "on‸e"],
])("%s takes its marks back in %s", (tool, before, after) => {
  expect(use(tool, before)).toBe(after);
});

test.each<[Tool, string, string]>([
  ["heading", "- tw‸o", "## tw‸o"],
  ["heading", "### tw‸o", "## tw‸o"],
  ["list", "1. tw‸o", "- tw‸o"],
  ["list", "## tw‸o", "- tw‸o"],
])("%s takes the place of other marks in %s", (tool, before, after) => {
  expect(use(tool, before)).toBe(after);
});

describe("a link", () => {
  test("goes around the words, and its address is selected", () => {
    expect(use("link", "see «our page» now")).toBe("see [our page](«https://») now");
  });
  test("of an address asks for words", () => {
    expect(use("link", "see «/contact-us» now")).toBe("see [‸](/contact-us) now");
  });
  test("becomes words again", () => {
    expect(use("link", "see [our pa‸ge](/contact-us) now")).toBe("see «our page» now");
  });
});

test("a table stands on lines of its own, with its first heading selected", () => {
  expect(use("table", "on‸e\ntwo")).toBe(
    "one\n\n| «Heading» | Heading |\n| --- | --- |\n|  |  |\n\ntwo",
  );
});

test("a picture stands on a line of its own, without empty lines twice", () => {
  const selected = read("one‸\n\ntwo");
  const { from, to, insert } = blockAt(selected, "![](a.jpg)");
  expect(selected.text.slice(0, from) + insert + selected.text.slice(to)).toBe(
    "one\n\n![](a.jpg)\n\ntwo",
  );
  expect(blockAt(read("‸"), "![](a.jpg)").insert).toBe("![](a.jpg)\n");
});

describe("marks", () => {
  const drawn = (line: string) =>
    piecesOf(line)
      .map(({ text, isMark }) => (isMark ? `{${text}}` : text))
      .join("");

  test.each([
    ["## 1. Wash the filter", "{## }1. Wash the filter"],
    ["- outlets and **gutters**", "{- }outlets and {**}gutters{**}"],
    ["> we see it", "{> }we see it"],
    ["[ask us](/contact-us).", "{[}ask us{](/contact-us)}."],
    ["![A hand](a.jpg)", "{![}A hand{](a.jpg)}"],
    ["| Job | Time |", "{|} Job {|} Time {|}"],
    ["| --- | :-: |", "{| --- | :-: |}"],
    ["a [note] in brackets", "a [note] in brackets"],
    ["", ""],
  ])("of %s", (line, pieces) => {
    expect(drawn(line)).toBe(pieces);
  });

  test("leave the line as long as it is", () => {
    const line = "- **a** [b](c) | `d` *e*";
    expect(
      piecesOf(line)
        .map(({ text }) => text)
        .join(""),
    ).toBe(line);
  });
});
