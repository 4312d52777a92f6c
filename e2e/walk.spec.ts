// One walk over every page, as it is served: what each page owes to visitors and search engines.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT } from "../scripts/amwaj.mjs";
import { sitePages } from "../scripts/pages.mjs";
import { checkHtml } from "./site/html-checker.ts";
import { ask, follow } from "./site/http.ts";
import { COMING_PAGES } from "./site/coming-pages.ts";
import { serveSite } from "./site/serve.ts";
import { type Served, readServed } from "./site/served.ts";

const ORIGIN = "https://www.amwaj.example";
const TITLE_AT_MOST = 60;
const DESCRIPTION_AT_MOST = 155;
/** Shorter ones, such as "Office", may stand on two pages. */
const PARAGRAPH_FROM_WORDS = 8;

const site = serveSite({ env: { AMWAJ_SITE_URL: ORIGIN } });
const { pages: alone, posts, withoutWords } = sitePages();
const pages = [...alone, ...posts];

/** Every page as it was served, read once. */
const served = new Map<string, Served>();
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const { path } of pages) served.set(path, await readServed(page, site.at(path)));
  await page.close();
});

/** The pages of each value that more than one page has. */
function shared(values: (one: Served) => string[]): Record<string, string[]> {
  const where = new Map<string, string[]>();
  for (const [path, one] of served)
    for (const value of new Set(values(one))) where.set(value, [...(where.get(value) ?? []), path]);
  return Object.fromEntries([...where].filter(([, paths]) => paths.length > 1));
}

test("the route table and the content name the same pages, and all others are known to come", () => {
  expect(withoutWords).toEqual(COMING_PAGES);
  const files = ["pages", "services", "posts"].flatMap((folder) =>
    readdirSync(join(ROOT, "content", folder)).map((name) => `${folder}/${name}`),
  );
  const blogsWords = "words.toml";
  expect(pages.map(({ file }) => file).toSorted()).toEqual([...files, blogsWords].toSorted());
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(pages.filter(({ file }) => file.startsWith("services/"))).toHaveLength(7);
});

for (const { path } of pages) {
  test.describe(path, () => {
    test(`R12 R13 R16 ${path} answers 200 with a page`, () => {
      const { status, type } = served.get(path)!;
      expect(status).toBe(200);
      expect(type).toMatch(/^text\/html/);
    });

    test(`R10 ${path} has one title, one description, one canonical link and one h1`, () => {
      const { titles, descriptions, canonicals, headings } = served.get(path)!;
      expect(titles).toHaveLength(1);
      expect(titles[0]!.length).toBeGreaterThan(0);
      expect(titles[0]!.length, titles[0]).toBeLessThanOrEqual(TITLE_AT_MOST);
      expect(descriptions).toHaveLength(1);
      expect(descriptions[0]!.length).toBeGreaterThan(40);
      expect(descriptions[0]!.length, descriptions[0]).toBeLessThanOrEqual(DESCRIPTION_AT_MOST);
      expect(canonicals).toEqual([ORIGIN + path]);
      expect(headings.filter(({ level }) => level === 1)).toHaveLength(1);
      const text = [...titles, ...descriptions, ...headings.map((one) => one.text)].join(" ");
      expect(text, "a token that nothing filled in").not.toMatch(/[{}]/);
    });

    test(`${path} has headings in steps, none of them left out`, () => {
      const levels = served.get(path)!.headings.map(({ level }) => level);
      const jumps = levels.filter((level, at) => at > 0 && level > levels[at - 1]! + 1);
      expect(jumps, levels.join(" ")).toEqual([]);
    });

    test(`R16 no link and no anchor on ${path} is dead`, async () => {
      const dead: string[] = [];
      for (const link of served.get(path)!.links) {
        const address = new URL(link, site.at(path));
        if (address.origin !== site.server.url) continue;
        const end = (await follow(address.href)).at(-1)!;
        const to = new URL(end.address, site.server.url);
        if (COMING_PAGES.includes(to.pathname)) continue;
        const anchor = decodeURIComponent((to.hash || address.hash).slice(1));
        const target = served.get(to.pathname);
        if (end.status !== 200) dead.push(`${link}: ${end.status} at ${end.address}`);
        else if (!target) dead.push(`${link} ends at ${end.address}, which no page of content/ is`);
        // #top needs no element: it is the top of every document.
        else if (anchor && anchor !== "top" && !target.ids.includes(anchor))
          dead.push(`${link}: no #${anchor} on ${to.pathname}`);
      }
      expect(dead).toEqual([]);
    });

    test(`${path} has each id once, and text for every picture that is not decoration`, () => {
      const { ids, bareImages } = served.get(path)!;
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      expect(bareImages).toEqual([]);
    });
  });
}

test("R10 no two pages have the same title, description or h1", () => {
  expect(shared(({ titles }) => titles)).toEqual({});
  expect(shared(({ descriptions }) => descriptions)).toEqual({});
  expect(
    shared(({ headings }) => headings.filter(({ level }) => level === 1).map(({ text }) => text)),
  ).toEqual({});
});

test("no two pages share a paragraph, an answer or an item of a list", () => {
  const long = (text: string) => text.split(/\s+/).length >= PARAGRAPH_FROM_WORDS;
  expect(shared(({ paragraphs }) => paragraphs.filter(long))).toEqual({});
});

test("R16 pages that are still to come are really missing", async () => {
  for (const path of COMING_PAGES) expect((await ask(site.at(path))).status, path).toBe(404);
});

test("the HTML checker finds no error on any page", async () => {
  test.setTimeout(120_000);
  const said = await checkHtml(
    Object.fromEntries([...served].map(([path, { html }]) => [path, html])),
  );
  expect(said.filter((line) => line.startsWith("error"))).toEqual([]);
  console.log(
    said.length
      ? `${said.length} warnings of the HTML checker, such as:\n${said.slice(0, 5).join("\n")}`
      : "The HTML checker has no warning either.",
  );
});
