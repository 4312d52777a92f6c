// Prices, facts, drafts and changes of the site's screen, without a page.
import { describe, expect, test } from "vitest";
import { difference } from "../desk/screens/site/difference.ts";
import { afterAnswer, withTyped } from "../desk/screens/site/drafts.ts";
import { factsOf, filledIn, pieceOfFact } from "../desk/screens/site/facts.ts";
import { surroundings } from "../desk/screens/site/marks.ts";
import { joinPrice, priceWords, splitPrice } from "../desk/screens/site/price.ts";
import { noticeWords } from "../desk/shell/notice-words.ts";
import { LEAD, PRICE, SCREEN, SINCE } from "./desk-site.tsx";

describe("a price", () => {
  test.each([
    ["150-300", { from: "150", to: "300" }],
    ["5000", { from: "5000", to: "" }],
    ["", { from: "", to: "" }],
  ])("%j is two numbers and back", (value, bounds) => {
    expect(splitPrice(value)).toEqual(bounds);
    expect(joinPrice(bounds)).toBe(value);
  });

  test("is typed with commas and spaces, too", () => {
    expect(joinPrice({ from: "5,000", to: "12 000 " })).toBe("5000-12000");
  });

  test.each([
    ["150-300", "AED 150–300"],
    ["5000", "AED 5,000 or more"],
    ["-300", ""],
    ["cheap", ""],
  ])("%j reads %j", (value, words) => expect(priceWords(value, "AED 99")).toBe(words));
});

describe("facts", () => {
  test("are found with what visitors read in their places", () => {
    expect(factsOf("From {a} to {b.c}!", "From AED 5 to 7!")).toEqual([
      { name: "a", shown: "AED 5" },
      { name: "b.c", shown: "7" },
    ]);
    expect(factsOf("Since {a}", "Since 2005")).toEqual([{ name: "a", shown: "2005" }]);
    expect(factsOf("{a}{b}", "12")).toMatchObject([{ name: "a", shown: null }, { name: "b" }]);
    expect(factsOf("Another text {a}.", "Something else")).toEqual([{ name: "a", shown: null }]);
    expect(factsOf("none", "none")).toEqual([]);
  });

  test("count as they're read", () => {
    expect(filledIn("{a}, {b}", [{ name: "a", shown: "AED 5" }])).toBe("AED 5, {b}");
  });

  test("have their pieces, by their file or by their place in it", () => {
    expect(pieceOfFact("company.since", SCREEN.pieces)).toBe(SINCE);
    expect(pieceOfFact("prices.ac-cleaning", SCREEN.pieces)).toBe(PRICE);
    expect(pieceOfFact("prices.ac-cleaning.words", SCREEN.pieces)).toBe(PRICE);
    expect(pieceOfFact("prices.painting", SCREEN.pieces)).toBeUndefined();
  });
});

describe("a change", () => {
  test("is shown where the texts differ", () => {
    expect(difference("What it usually costs", "What our work costs")).toEqual({
      before: "What ",
      was: "it usually",
      is: "our work",
      after: "costs",
    });
    expect(difference("140", "150")).toEqual({ before: "", was: "140", is: "150", after: "" });
    expect(difference("", "New")).toEqual({ before: "", was: "", is: "New", after: "" });
    expect(difference("a b a", "a b a b a")).toMatchObject({ was: "", is: "b a" });
    expect(difference("Since 2005.", "Since 2005. Yes.")).toMatchObject({
      before: "Since 2005. ",
      was: "",
      is: "Yes.",
    });
    expect(difference("Moved", "Moved")).toEqual({ before: "Moved", was: "", is: "", after: "" });
  });

  test("leaves out what is far from it", () => {
    const [far, near] = ["one two three four five six seven eight", "nine ten"];
    const { before, was, is, after } = difference(`${far} old ${far}`, `${far} ${near} ${far}`);
    expect([was, is]).toEqual(["old", "nine ten"]);
    expect(before).toBe("… four five six seven eight ");
    expect(after).toBe("one two three four five six …");
  });

  test("is shortened itself where it's long", () => {
    const { is } = difference("", "word ".repeat(100));
    expect(is.length).toBeLessThan(100);
    expect(is).toContain(" … ");
  });
});

describe("drafts", () => {
  const drafts = withTyped(withTyped({}, LEAD, "Typed"), PRICE, "200");
  const answer = (changes = {}) => ({ ...SCREEN, ...changes });
  const live = (value: string) => [{ ...LEAD, value }, SINCE, PRICE];

  test("are what differs from what is live", () => {
    expect(drafts).toEqual({
      [LEAD.id]: { was: LEAD.value, value: "Typed" },
      [PRICE.id]: { was: "150-300", value: "200" },
    });
    expect(withTyped(drafts, LEAD, LEAD.value)).not.toHaveProperty([LEAD.id]);
  });

  test("go once they're live, and those of other pieces stay", () => {
    const sent = { piece: LEAD.id, value: "Typed" };
    const left = afterAnswer(drafts, SCREEN.pieces, answer({ pieces: live("Typed.") }), sent);
    expect(Object.keys(left)).toEqual([PRICE.id]);
  });

  test("stay where more was typed while the server answered", () => {
    const sent = { piece: LEAD.id, value: "Type" };
    const left = afterAnswer(drafts, SCREEN.pieces, answer({ pieces: live("Type") }), sent);
    expect(left[LEAD.id]).toEqual({ was: "Type", value: "Typed" });
  });

  test("say what they were typed over, also once somebody else has changed that", () => {
    const left = afterAnswer(drafts, SCREEN.pieces, answer({ pieces: live("Layla's") }), null);
    expect(left[LEAD.id]).toEqual({ was: LEAD.value, value: "Typed" });
  });

  test("go with their pieces into another order", () => {
    const other = { ...LEAD, id: "other", value: "Other", shown: "Other" };
    const pieces = [
      { ...other, id: LEAD.id },
      { ...LEAD, id: other.id },
    ];
    const left = afterAnswer(drafts, [LEAD, other], answer({ pieces }), null);
    expect(left[other.id]).toEqual({ was: LEAD.value, value: "Typed" });
    expect(left).not.toHaveProperty([LEAD.id]);
  });
});

test("a text in several elements is not around itself", () => {
  const page = new DOMParser().parseFromString(
    '<p data-at="lead"><i data-at="fact"><b data-at="fact">5</b></i></p>',
    "text/html",
  );
  expect(surroundings(page, "fact", page.querySelector("b"))).toEqual({
    around: "lead",
    within: [],
  });
  expect(surroundings(page, "lead", null)).toEqual({ around: null, within: ["fact"] });
});

test("what the last action did to the site", () => {
  expect(noticeWords({ notice: "site-changed", id: 3, name: "AC cleaning" })).toBe(
    "Live. Everybody has it within a second.",
  );
  expect(noticeWords({ notice: "site-undone", name: "AC cleaning", ids: [] })).toBe(
    "It's as it was.",
  );
  expect(noticeWords({ notice: "site-refused", text: "Not now." })).toBe("Not now.");
});
