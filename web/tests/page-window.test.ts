// R38: which page numbers the pagination shows.
import { expect, test } from "vitest";
import { pageWindow } from "../src/blog/page-window.ts";

/** The pagination as a reader sees it: `1 … 4 [5] 6 … 834`. */
function seen(width: "wide" | "narrow", page: number, pages: number): string {
  return pageWindow(page, pages)
    .filter((slot) => slot[width])
    .map((slot) => (slot.page === page ? `[${page}]` : (slot.page ?? "…")))
    .join(" ");
}

test.each([
  [1, 2, "[1] 2"],
  [2, 7, "1 [2] 3 4 5 6 7"],
  [1, 8, "[1] 2 3 4 5 … 8"],
  [4, 834, "1 2 3 [4] 5 … 834"],
  [5, 834, "1 … 4 [5] 6 … 834"],
  [830, 834, "1 … 829 [830] 831 … 834"],
  [831, 834, "1 … 830 [831] 832 833 834"],
  [834, 834, "1 … 830 831 832 833 [834]"],
])("R38 on wide screens, page %i of %i: %s", (page, pages, row) => {
  expect(seen("wide", page, pages)).toBe(row);
});

test.each([
  [1, 3, "[1] 2 3"],
  [1, 834, "[1] 2 … 834"],
  [2, 834, "1 [2] … 834"],
  [3, 834, "1 … [3] … 834"],
  [833, 834, "1 … [833] 834"],
  [834, 834, "1 … 833 [834]"],
])("R38 on narrow screens, page %i of %i: %s", (page, pages, row) => {
  expect(seen("narrow", page, pages)).toBe(row);
});

test("R38 a long pagination has the same number of slots on every page", () => {
  const lengths = Array.from(
    { length: 20 },
    (_, at) => pageWindow(at + 1, 20).filter(({ wide }) => wide).length,
  );
  expect(new Set(lengths)).toEqual(new Set([7]));
});
