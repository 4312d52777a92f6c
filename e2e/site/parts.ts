// The parts of a page as served, found by the heading that the content gives them; what they hold is counted there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { parse } from "smol-toml";
import { ROOT } from "../../scripts/amwaj.mjs";
import { sitePages } from "../../scripts/pages.mjs";

export const SERVICE = {
  ac: "/services/ac-repair-and-maintenance-service-dubai",
  plumbing: "/services/plumbing-services-in-dubai",
  electrical: "/services/electrical-services-in-dubai",
  carpentry: "/services/carpentry-services-in-dubai",
  villa: "/services/villa-renovation-company-in-dubai",
  painting: "/services/painting-services-in-dubai",
  building: "/services/building-maintenance-in-dubai",
} as const;

/** The sections of a page in its content file. */
function sectionsOf(path: string): any[] {
  const page = sitePages().pages.find((one) => one.path === path);
  if (!page) throw new Error(`content/ has no page for ${path}`);
  const text = readFileSync(join(ROOT, "content", page.file), "utf8");
  return (parse(text).sections as any[]) ?? [];
}

/** A heading as it is served, whatever stands for its `{tokens}`. */
const served = (heading: string) =>
  new RegExp(
    `^${heading
      .split(/\{[^}]*\}/)
      .map((words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  );

/** The section of this kind (the first, or the one with that place among them) on the page that is open. */
export function part(page: Page, kind: string, place = 0): Locator {
  const { pathname } = new URL(page.url());
  const section = sectionsOf(pathname).filter((one) => one.kind === kind)[place];
  if (!section) throw new Error(`content/ has no section "${kind}" (${place}) for ${pathname}`);
  const heading = served(section.heading ?? section.rows[0].heading);
  return page
    .locator("main section")
    .filter({ has: page.getByRole("heading", { name: heading, includeHidden: true }) });
}

/** Words of every element, one line each. */
export async function linesOf(elements: Locator): Promise<string[]> {
  return (await elements.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

/** Expects so many items, all of them different and none empty. */
export async function expectItems(elements: Locator, least: number, most = least) {
  const lines = await linesOf(elements);
  expect(lines.length, lines.join(" | ")).toBeGreaterThanOrEqual(least);
  expect(lines.length, lines.join(" | ")).toBeLessThanOrEqual(most);
  expect(new Set(lines).size, "all different").toBe(lines.length);
  expect(lines.filter((line) => line === "")).toEqual([]);
}

/** Expects that every pattern is found in an item of its own. */
export async function expectNamed(elements: Locator, patterns: RegExp[]) {
  const lines = await linesOf(elements);
  for (const pattern of patterns)
    expect(
      lines.filter((line) => pattern.test(line)).length,
      `${pattern} in ${lines.join(" | ")}`,
    ).toBe(1);
}

/** What the page says, its closed answers too; thin and unbreakable spaces and dashes made plain. */
export async function saidOn(page: Page): Promise<string> {
  const text = (await page.locator("main").textContent()) ?? "";
  return text.replace(/\s+/g, " ").replace(/[–−]/g, "-");
}
