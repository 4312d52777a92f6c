// A dimension line is text that reads in order, whatever it draws.
import { expect, test } from "vitest";
import { Dimension } from "../src/ui/dimension.tsx";
import { served } from "./render.tsx";

test.each([
  [<Dimension key="1" from="AED 150" to="300" word="to" />, "AED 150 to 300"],
  [<Dimension key="2" from="AED 6,000" to="or more" />, "AED 6,000 or more"],
])("a range reads as a sentence would have it: %#", (range, text) => {
  expect(served(range).body.textContent.replace(/\s+/g, " ")).toBe(text);
});
