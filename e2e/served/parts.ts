// The sections of a page as served, found by the heading that the content gives them, and counts of what is in them.
import { expect } from "vitest";
import { all, documentOf, textOf } from "../site/document.ts";
import { ask } from "../site/http.ts";
import { headingPattern, sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";

export type ServedPage = { path: string; document: Document; main: Element };

export async function open(site: Site, path: string): Promise<ServedPage> {
  const { status, text } = await ask(site.at(path));
  expect(status, path).toBe(200);
  const document = documentOf(text);
  return { path, document, main: one(document, "main") };
}

/** The one element that a selector finds. */
export function one(within: ParentNode, selector: string): Element {
  const found = all(within, selector);
  expect(found.length, `how many ${selector} there are`).toBe(1);
  return found[0]!;
}

/** Those of the elements that have a heading of this text in them. */
export const withHeading = (elements: Element[], heading: RegExp, selector = "h1, h2, h3") =>
  elements.filter((element) => all(element, selector).some((inner) => heading.test(textOf(inner))));

/** The section of this kind on a page: the first, or the one at that place among them. */
export function part({ path, main }: ServedPage, kind: string, place = 0): Element {
  const heading = headingPattern(sectionOf(path, kind, place));
  const found = withHeading(all(main, "section"), heading);
  expect(found.length, `how many sections "${kind}" ${path} has`).toBe(1);
  return found[0]!;
}

export const lines = (elements: Element[]): string[] => elements.map(textOf);

/** The links in an element that are called exactly this. */
export const linksCalled = (within: ParentNode, name: RegExp | string): Element[] =>
  all(within, "a[href]").filter((link) => {
    const text = link.getAttribute("aria-label") ?? textOf(link);
    return typeof name === "string" ? text === name : name.test(text);
  });

export const hrefOf = (element: Element | undefined) => element?.getAttribute("href");

/** Required number of items: a number means exactly that many. */
type Count = number | { atLeast: number; atMost: number };

/** Expects so many items, all of them different and none empty. */
export function expectItems(elements: Element[], count: Count) {
  const said = lines(elements);
  const { atLeast, atMost } = typeof count === "number" ? { atLeast: count, atMost: count } : count;
  expect(said.length, said.join(" | ")).toBeGreaterThanOrEqual(atLeast);
  expect(said.length, said.join(" | ")).toBeLessThanOrEqual(atMost);
  expect(new Set(said).size, "all different").toBe(said.length);
  expect(said.filter((line) => line === "")).toEqual([]);
}

/** Expects that each pattern is found in exactly one item. */
export function expectNamed(elements: Element[], patterns: RegExp[]) {
  const said = lines(elements);
  for (const pattern of patterns)
    expect(
      said.filter((line) => pattern.test(line)).length,
      `${pattern} in ${said.join(" | ")}`,
    ).toBe(1);
}

/** Text of the page, closed answers included; thin and unbreakable spaces and dashes made plain. */
export const saidOn = ({ main }: ServedPage): string => textOf(main).replace(/[–−]/g, "-");
