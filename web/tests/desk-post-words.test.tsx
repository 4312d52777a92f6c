// Words typed while somebody else writes: both stay, and the caret stays at its word. And times to publish at.
import { beforeEach, describe, expect, test } from "vitest";
import { isRich, pastedWords } from "../desk/screens/posts/paste.ts";
import { savedWords } from "../desk/screens/posts/save-line.tsx";
import { fieldTime, quickPicks } from "../desk/screens/posts/schedule.ts";
import { joined, splicesOf } from "../desk/screens/posts/splice.ts";
import { areSame, POST_FORM, readWords, rebased, writeWords } from "../desk/screens/posts/words.ts";
import { sizeWords } from "../desk/ui/size.ts";
import { at, NOW, WORDS } from "./desk-post.ts";

const TEXT = "First place.\n\nSecond place.\n\nThird place.\n";

test("a difference is as many stretches as were changed", () => {
  expect(splicesOf("one two three", "one 2 three")).toEqual([{ from: 4, to: 7, insert: "2" }]);
  expect(splicesOf("aaa", "aaaa")).toEqual([{ from: 3, to: 3, insert: "a" }]);
  expect(splicesOf("same", "same")).toEqual([]);
  expect(splicesOf(TEXT, TEXT.replace("First", "1st").replace("Third", "3rd"))).toEqual([
    { from: 0, to: 3, insert: "1" },
    { from: TEXT.indexOf("Third"), to: TEXT.indexOf("Third") + 3, insert: "3" },
  ]);
});

describe("two changes of one text", () => {
  const mine = TEXT.replace("First", "My first");
  test("in different places are both kept, whichever comes first", () => {
    const theirs = TEXT.replace("Third", "Her third");
    const both = "My first place.\n\nSecond place.\n\nHer third place.\n";
    expect(joined(TEXT, mine, theirs)).toBe(both);
    expect(joined(TEXT, theirs, mine)).toBe(both);
  });
  test("are kept where one of them is around the other", () => {
    const theirs = TEXT.replace("First", "Her first").replace("Third", "Her third");
    expect(joined(TEXT, TEXT.replace("Second", "My second"), theirs)).toBe(
      "Her first place.\n\nMy second place.\n\nHer third place.\n",
    );
  });
  test("in the same place are left to the server", () => {
    expect(joined(TEXT, mine, TEXT.replace("First", "Her first"))).toBeNull();
  });
  test("without anything typed, the other one's is taken", () => {
    expect(joined(TEXT, TEXT, "All new.")).toBe("All new.");
  });
});

describe("the words of a post", () => {
  const local = { ...WORDS, body: "My first place.\n\nSecond place.\n" };
  const merged = { ...WORDS, title: "Six jobs", body: "First place.\n\nHer second place.\n" };
  test("take what was typed since they were sent", () => {
    expect(rebased(WORDS, local, merged)).toEqual({
      ...WORDS,
      title: "Six jobs",
      body: "My first place.\n\nHer second place.\n",
    });
    expect(rebased(WORDS, local, { ...WORDS, body: "Her first place." })).toBeNull();
  });
  test("are the same without spaces at the ends of a title, which the server doesn't keep", () => {
    expect(areSame({ ...WORDS, title: "Five jobs " }, WORDS)).toBe(true);
    expect(areSame({ ...WORDS, title: "Five  jobs" }, WORDS)).toBe(false);
    const typed = { ...WORDS, title: "Five jobs " };
    expect(rebased(typed, typed, { ...WORDS, body: "Hers." })?.title).toBe("Five jobs ");
  });
  test("differ by each space of the text, but not by how lines end", () => {
    expect(areSame({ ...WORDS, body: `${WORDS.body} ` }, WORDS)).toBe(false);
    expect(areSame({ ...WORDS, body: WORDS.body.replaceAll("\n", "\r\n") }, WORDS)).toBe(true);
  });
});

describe("in the fields", () => {
  beforeEach(() => {
    document.body.innerHTML = `<form id="${POST_FORM}"></form><textarea name="body" form="${POST_FORM}"></textarea>
      <input name="title" form="${POST_FORM}">`;
  });
  const form = () => document.getElementById(POST_FORM) as HTMLFormElement;
  const body = () => document.querySelector("textarea") as HTMLTextAreaElement;

  test("the caret stays at its word when somebody else's words come in before or after it", () => {
    body().value = TEXT;
    const caret = TEXT.indexOf("place.\n\nThird");
    body().setSelectionRange(caret, caret + 5);
    const merged = TEXT.replace("First", "A much longer first").replace("Third", "3rd");
    writeWords(form(), { ...WORDS, body: merged });
    const { value, selectionStart, selectionEnd } = body();
    expect(value).toBe(merged);
    expect(value.slice(selectionStart, selectionEnd + 8)).toBe("place.\n\n3rd p");
  });

  test("what isn't different isn't touched", () => {
    writeWords(form(), WORDS);
    body().setSelectionRange(2, 2);
    writeWords(form(), { ...WORDS, title: "Six jobs" });
    expect(body().selectionStart).toBe(2);
    expect(readWords(form())).toMatchObject({ title: "Six jobs", body: WORDS.body, author: "" });
  });
});

test("a picture that a colleague has just added can be chosen by her words", () => {
  document.body.innerHTML = `<form id="${POST_FORM}"><select name="image"><option value=""></option></select></form>`;
  const form = document.getElementById(POST_FORM) as HTMLFormElement;
  writeWords(form, { ...WORDS, image: "roof.jpg" });
  expect(readWords(form).image).toBe("roof.jpg");
});

describe("a time to publish at", () => {
  test("is Dubai's, whatever the clock here says", () => {
    expect(fieldTime(at("09:00", 27))).toBe("2026-11-27T09:00");
    expect(fieldTime(Date.parse("2026-11-22T21:30:00Z"))).toBe("2026-11-23T01:30");
  });
  test("is quickly picked: tomorrow and Friday, at nine", () => {
    expect(quickPicks(NOW)).toEqual([
      { words: "Tomorrow 9:00", value: "2026-11-23T09:00" },
      { words: "Friday 9:00", value: "2026-11-27T09:00" },
    ]);
  });
  test("counts days by Dubai's midnight", () => {
    // Half past eleven in the evening in London is the next day in Dubai.
    expect(quickPicks(Date.parse("2026-11-22T23:30:00Z"))[0]?.value).toBe("2026-11-24T09:00");
  });
  test("isn't offered twice: on a Thursday, tomorrow is Friday; on a Friday, the next one is meant", () => {
    expect(quickPicks(at("10:00", 26)).map(({ words }) => words)).toEqual(["Tomorrow 9:00"]);
    expect(quickPicks(at("08:00", 27)).at(-1)?.value).toBe("2026-12-04T09:00");
  });
});

test("since when words are saved is said in one unit", () => {
  expect(savedWords(NOW - 1000, NOW)).toBe("Saved just now");
  expect(savedWords(NOW - 20_400, NOW)).toBe("Saved 20 seconds ago");
  expect(savedWords(NOW - 60_000, NOW)).toBe("Saved 1 minute ago");
  expect(savedWords(at("16:20", 19), NOW)).toBe("Saved on Thursday at 16:20");
});

describe("pasted", () => {
  const NOTHING = { headings: 0, tables: 0, lists: 0, links: 0, pictures: 0, dropped: [] };
  test("words are only converted where they are more than plain text", () => {
    expect(isRich('<meta charset="utf-8"><span>one</span><div>two</div>')).toBe(false);
    expect(isRich("<h2>One</h2>")).toBe(true);
    expect(isRich('<p class="MsoNormal"><b style="x">one</b></p>')).toBe(true);
    expect(isRich('<span style="font-weight: 700">one</span>')).toBe(true);
    expect(isRich("<p style='mso-list:l0 level1 lfo1'>one</p>")).toBe(true);
    expect(isRich("90 m<sup>2</sup>")).toBe(true);
    expect(isRich('<span style="font-weight: 400; font-style: normal">one</span>')).toBe(false);
    expect(isRich("<s>150</s>") && isRich("<pre>a</pre>") && isRich("<hr/>")).toBe(true);
    expect(isRich("")).toBe(false);
  });
  test("things are counted, and what was left out is said", () => {
    const pasted = {
      ...NOTHING,
      markdown: "",
      headings: 3,
      tables: 1,
      dropped: ["1 picture"],
    };
    expect(pastedWords(pasted)).toBe(
      "Pasted: 3 headings, 1 table. Colours, fonts and 1 picture were left out.",
    );
    expect(pastedWords({ ...NOTHING, markdown: "" })).toBe(
      "Pasted. Colours and fonts were left out.",
    );
    const named = ["hidden text", "merged cells"];
    expect(pastedWords({ ...NOTHING, markdown: "", lists: 1, dropped: named })).toBe(
      "Pasted: 1 list. Colours, fonts, hidden text and merged cells were left out.",
    );
  });
  test("pictures have sizes as one reads them", () => {
    expect([4_100_000, 86_000, 999_600, 812, 12_300_000].map(sizeWords)).toEqual([
      "4.1 MB",
      "86 kB",
      "1.0 MB",
      "812 bytes",
      "12 MB",
    ]);
  });
});
