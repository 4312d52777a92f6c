// Prices, times and phone numbers don't break across lines, and a phone number can be tapped.
import { expect, test } from "vitest";
import { Figures, Sentence } from "../src/ui/sentence.tsx";
import { served } from "./render.tsx";

test.each([
  ["Cleaning costs AED 150–300, a repair AED 2,000.", ["AED 150–300", "AED 2,000"]],
  ["AED 1,999 to AED 5,999 a year", ["AED 1,999", "AED 5,999"]],
  ["Call +971 4 000 0000 or write.", ["+971 4 000 0000"]],
  ["We're there in 60–90 min, day and night.", ["60–90 min"]],
  ["A NOC in 2 to 3 days, 150+ villas, 24/7.", ["2 to 3 days"]],
  ["Open Sunday to Thursday, 8am to 6pm.", ["8am to 6pm"]],
])("%s", (text, whole) => {
  const { body } = served(<Sentence text={text} />);
  expect([...body.querySelectorAll(".num")].map((one) => one.textContent)).toEqual(whole);
  expect(body.textContent, "not a letter more or less").toBe(text);
});

test("a heading's or a button's number is whole, and no link inside the link", () => {
  const { body } = served(<Figures text="Call +971 4 000 0000 for AED 150" />);
  const whole = [...body.querySelectorAll("span.num")].map((one) => one.textContent);
  expect(whole).toEqual(["+971 4 000 0000", "AED 150"]);
  expect(body.querySelector("a")).toBeNull();
});

test("R50 a phone number in a sentence is a telephone link", () => {
  const { body } = served(<Sentence text="Questions? Call +971 4 000 0000 at any hour." />);
  const links = [...body.querySelectorAll("a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["tel:+97140000000"]);
});
