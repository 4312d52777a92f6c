// What axe finds on a page: every rule of it, best practices and AAA too.
import AxeBuilder from "@axe-core/playwright";
import axe from "axe-core";
import type { Page } from "@playwright/test";
import { fadesEnd } from "./look.ts";

/** Left out: axe's experiments, and AAA contrast (7:1), which the design keeps for body copy. */
const RULES = axe
  .getRules()
  .filter(
    ({ ruleId, tags }) =>
      ruleId !== "color-contrast-enhanced" &&
      !tags.some((tag) => /experimental|deprecated/.test(tag)),
  )
  .map(({ ruleId }) => ruleId);

/** Each finding with the first elements that it means. */
export async function axeFindings(page: Page): Promise<string[]> {
  // What is still fading in or out has the contrast of neither state.
  await fadesEnd(page);
  // The site has no frames with content of its own, so axe needs no second page to gather what it found.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .withRules(RULES)
    .analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(" | ")}`,
  );
}

/** Scrolls through the page screen by screen, and waits until everything lazy is there. */
export async function lookAtAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.8) {
      scrollTo({ top, behavior: "instant" });
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)));
    }
    scrollTo({ top: 0, behavior: "instant" });
  });
  // What is folded away loads when it is unfolded.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
