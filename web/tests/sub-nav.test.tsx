// R8, R24: the table of contents of a long page.
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { SubNav } from "../src/sections/sub-nav.tsx";
import { served, show } from "./render.tsx";

const SECTION = {
  label: "On this page",
  links: [
    { label: "Issues", to: "#issues" },
    { label: "Costs", to: "#costs" },
    { label: "Questions", to: "#faq" },
  ],
};

const PAGE = (
  <>
    <SubNav section={SECTION} />
    <section id="issues" />
    <section id="costs" />
    <section id="faq" />
  </>
);

let report: (reached: Record<string, boolean>) => Promise<void>;

beforeEach(() => {
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: object[]) => void) {
        report = async (reached) =>
          act(async () =>
            callback(
              Object.entries(reached).map(([id, isIntersecting]) => ({
                isIntersecting,
                target: document.getElementById(id),
              })),
            ),
          );
      }
      observe() {}
      disconnect() {}
    },
  );
});

const current = () =>
  [...document.querySelectorAll("[aria-current]")].map(({ textContent }) => textContent);

test("without scripts they are links, and none is marked as current", () => {
  const page = served(PAGE);
  const links = [...page.querySelectorAll("nav a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["#issues", "#costs", "#faq"]);
  expect(page.querySelector("[aria-current]")).toBeNull();
});

test("at the top the first part is marked, further down the last one that was reached", async () => {
  await show(PAGE);
  await report({ issues: false, costs: false, faq: false });
  expect(current()).toEqual(["Issues"]);
  await report({ issues: true, costs: true });
  expect(current()).toEqual(["Costs"]);
});

test("a jump from the end to the start marks the first part again", async () => {
  await show(PAGE);
  await report({ issues: true, costs: true, faq: true });
  expect(current()).toEqual(["Questions"]);
  await report({ issues: false, costs: false, faq: false });
  expect(current()).toEqual(["Issues"]);
});
