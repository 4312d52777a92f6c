// Findings of axe on a page: every rule of it, best practices and AAA too.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
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

/** Without frames, and without reading style sheets and players anew, which only its experiments need. */
const OPTIONS: RunOptions = {
  runOnly: { type: "rule", values: RULES },
  iframes: false,
  preload: false,
  resultTypes: ["violations"],
};

/** Less than half as long as `axe.source`. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Each finding with the first elements that it means, on the page or in a part of it. */
export async function axeFindings(page: Page, within = "html"): Promise<string[]> {
  // Anything still fading in or out has the contrast of neither state.
  await fadesEnd(page);
  // Without axe's own builder for Playwright, which takes twice as long: it hands the whole of axe over several times, and
  // enters frames. The site has none with content of its own.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(
    async ([options, within]) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      return (await axe.run(within, options)).violations;
    },
    [OPTIONS, within] as const,
  );
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
  // Folded images load when they are unfolded.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
