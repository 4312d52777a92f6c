// R20, R23: the comparison table of the contracts.
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

test("each column has a plan and its price as header, each row its item (R20)", () => {
  expect(texts("thead th[scope=col]")).toEqual([
    "Item",
    "BasicAED 1,999",
    "PremiumAED 3,499",
    "EliteAED 5,999",
  ]);
  expect(texts("tbody th[scope=row]")).toEqual(["AC visits", "Weekend service"]);
  expect(texts("caption")).toEqual(["Comparison of the contracts"]);
});

test("yes and no are icons with text for screen readers, other cells are text (R20)", () => {
  expect(texts("td")).toEqual(["2", "4", "Monthly", "Not included", "Included", "Included"]);
  const icons = [...page.querySelectorAll("td svg")];
  expect(icons).toHaveLength(3);
  expect(icons.every((icon) => icon.getAttribute("aria-hidden") === "true")).toBe(true);
});

test("the recommended plan's column is highlighted from top to bottom (R23)", () => {
  expect(texts(".best")).toEqual(["PremiumAED 3,499", "4", "Included"]);
});
