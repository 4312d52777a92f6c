// A section of the page that is open in the browser, found by the heading that the content gives it.
import type { Locator, Page } from "@playwright/test";
import { headingPattern, sectionOf } from "./sections.ts";

/** The section of this kind on the page: the first, or the one at that place among them. */
export function part(page: Page, kind: string, place = 0): Locator {
  const { pathname } = new URL(page.url());
  const heading = headingPattern(sectionOf(pathname, kind, place));
  return page
    .locator("main section")
    .filter({ has: page.getByRole("heading", { name: heading, includeHidden: true }) });
}
