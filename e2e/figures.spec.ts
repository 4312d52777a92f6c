// A price and a telephone number are read at one glance: on a phone no line ends inside one.
import { expect, type Page, test } from "@playwright/test";
import { sitePages } from "../scripts/pages.mjs";
import { awake } from "./site/page.ts";
import { serveSite } from "./site/serve.ts";

const site = serveSite();
const WIDTHS = [320, 360, 390, 430];

/** Figures with what stands around them whose words are on two lines; long texts and closed answers aside. */
function parted(page: Page) {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const words = text.textContent ?? "";
      if (text.parentElement?.closest("script, summary, .prose")) continue;
      for (const { 0: figure, index } of words.matchAll(/AED [\d,]+\d(–[\d,]+\d)?|\+971[\d ]+/g)) {
        const place = document.createRange();
        place.setStart(text, index);
        place.setEnd(text, index + figure.trimEnd().length);
        const lines = new Set([...place.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(words.slice(Math.max(0, index - 30), index + 30));
      }
    }
    return found;
  });
}

test("no price and no telephone number parts at the end of a line on a phone", async ({ page }) => {
  test.setTimeout(90_000);
  let figures = 0;
  for (const { path } of sitePages().pages) {
    await page.goto(site.at(path));
    await awake(page);
    await page.locator("details").evaluateAll((all) =>
      (all as HTMLDetailsElement[]).forEach((one) => {
        one.removeAttribute("name");
        one.open = true;
      }),
    );
    figures += await page.locator("main p .num").count();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect(await parted(page), `${path} at ${width} px`).toEqual([]);
    }
  }
  expect(figures, "there are some inside sentences").toBeGreaterThan(20);
});
