// R20, R23: every line of the contracts side by side, as a table that everyone can read.
import { expect, test } from "vitest";
import { Comparison } from "../src/sections/comparison.tsx";
import { PLANS } from "./fixtures/plans.ts";
import { served } from "./render.tsx";

const SECTION = {
  ground: "mist" as const,
  heading: "Line by line",
  label: "Comparison of the contracts",
  item: "Item",
  included: "Included",
  not_included: "Not included",
  rows: [
    { name: "AC visits", cells: ["2", "4", "Monthly"] },
    { name: "Weekend service", cells: ["no", "yes", "yes"] },
  ],
  plans: PLANS,
};

const page = served(<Comparison section={SECTION} />);
const texts = (selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);

test("each column is headed by a plan and its price, each row by its line (R20)", () => {
  expect(texts("thead th[scope=col]")).toEqual([
    "Item",
    "BasicAED 1,999",
    "PremiumAED 3,499",
    "EliteAED 5,999",
  ]);
  expect(texts("tbody th[scope=row]")).toEqual(["AC visits", "Weekend service"]);
  expect(texts("caption")).toEqual(["Comparison of the contracts"]);
});

test("yes and no are signs with words for those who do not see them, the rest is words (R20)", () => {
  expect(texts("td")).toEqual(["2", "4", "Monthly", "Not included", "Included", "Included"]);
  const signs = [...page.querySelectorAll("td svg")];
  expect(signs).toHaveLength(3);
  expect(signs.every((sign) => sign.getAttribute("aria-hidden") === "true")).toBe(true);
});

test("the recommended plan's column stands out from head to foot (R23)", () => {
  expect(texts(".best")).toEqual(["PremiumAED 3,499", "4", "Included"]);
});
