// Prices, times and phone numbers don't break across lines, and a phone number can be tapped.
import { expect, test } from "vitest";
import { Sentence } from "../src/ui/sentence.tsx";
import { served } from "./render.tsx";

test.each([
  ["Cleaning costs AED 150–300, a repair AED 2,000.", ["AED 150–300", "AED 2,000"]],
  ["AED 1,999 to AED 5,999 a year", ["AED 1,999", "AED 5,999"]],
  ["Call +971 4 000 0000 or write.", ["+971 4 000 0000"]],
  ["We're there in 60–90 min, day and night.", ["60–90 min"]],
  ["A NOC in 2 to 3 days, 150+ villas, 24/7.", []],
])("%s", (text, whole) => {
  const { body } = served(<Sentence text={text} />);
  expect([...body.querySelectorAll(".num")].map((one) => one.textContent)).toEqual(whole);
  expect(body.textContent, "not a letter more or less").toBe(text);
});

test("R50 a phone number in a sentence is a telephone link", () => {
  const { body } = served(<Sentence text="Questions? Call +971 4 000 0000 at any hour." />);
  const links = [...body.querySelectorAll("a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["tel:+97140000000"]);
});
