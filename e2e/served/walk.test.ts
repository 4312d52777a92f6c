// One walk over every page, as it is served: each page's duties to visitors and search engines.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/shared/amwaj.mjs";
import { sitePages } from "../../scripts/shared/pages.mjs";
import { follow } from "../site/http.ts";
import { type Served, readServed } from "../site/served.ts";
import { ORIGIN } from "../site/site.ts";
import { sharedSite } from "./site.ts";

const MAX_TITLE_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 155;
/** Shorter texts, such as "Office", may be on two pages. */
const PARAGRAPH_FROM_WORDS = 8;

const site = sharedSite();
const { pages: alone, posts, withoutWords } = sitePages();
const pages = [...alone, ...posts];

/** Every page as it was served, read once. */
const served = new Map<string, Served>();
beforeAll(async () => {
  for (const { path } of pages) served.set(path, await readServed(site.at(path)));
});

/** The values that more than one page has, each with those pages. */
function shared(values: (one: Served) => string[]): Record<string, string[]> {
  const where = new Map<string, string[]>();
  for (const [path, one] of served)
    for (const value of new Set(values(one))) where.set(value, [...(where.get(value) ?? []), path]);
  return Object.fromEntries([...where].filter(([, paths]) => paths.length > 1));
}

/** Where a link leads in the end; asked once, since most links are on every page. */
const ends = new Map<string, ReturnType<typeof follow>>();
function endOf(address: string) {
  if (!ends.has(address)) ends.set(address, follow(address));
  return ends.get(address)!;
}

/** Those of a page's links that end at no page of the content, or at an anchor that isn't there. */
async function deadLinks(path: string, links: string[]): Promise<string[]> {
  const dead: string[] = [];
  for (const link of links) {
    const address = new URL(link, site.at(path));
    if (address.origin !== site.server.url) continue;
    const end = (await endOf(address.href)).at(-1)!;
    const to = new URL(end.address, site.server.url);
    const anchor = decodeURIComponent((to.hash || address.hash).slice(1));
    const target = served.get(to.pathname);
    if (end.status !== 200) dead.push(`${link}: ${end.status} at ${end.address}`);
    else if (!target) dead.push(`${link} ends at ${end.address}, which is no page of content/`);
    // #top needs no element: it is the top of every document.
    else if (anchor && anchor !== "top" && !target.ids.includes(anchor))
      dead.push(`${link}: no #${anchor} on ${to.pathname}`);
  }
  return dead;
}

test("the route table and the content name the same pages", () => {
  expect(withoutWords).toEqual([]);
  const files = ["pages", "services", "posts"].flatMap((folder) =>
    readdirSync(join(ROOT, "content", folder)).map((name) => `${folder}/${name}`),
  );
  const wordsOfTheBlog = "words.toml";
  expect(pages.map(({ file }) => file).toSorted()).toEqual([...files, wordsOfTheBlog].toSorted());
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(pages.filter(({ file }) => file.startsWith("services/"))).toHaveLength(7);
});

for (const { path } of pages) {
  describe(path, () => {
    test(`R11 R12 R13 R16 ${path} answers 200 with a page`, () => {
      const { status, type } = served.get(path)!;
      expect(status).toBe(200);
      expect(type).toMatch(/^text\/html/);
    });

    test(`R10 ${path} has one title, one description, one canonical link and one h1`, () => {
      const { titles, descriptions, canonicals, headings } = served.get(path)!;
      expect(titles).toHaveLength(1);
      expect(titles[0]!.length).toBeGreaterThan(0);
      expect(titles[0]!.length, titles[0]).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
      expect(descriptions).toHaveLength(1);
      expect(descriptions[0]!.length).toBeGreaterThan(40);
      expect(descriptions[0]!.length, descriptions[0]).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
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
      const { links } = served.get(path)!;
      expect(links.length, "there are links to follow").toBeGreaterThan(15);
      expect(await deadLinks(path, links)).toEqual([]);
    });

    test(`${path} has each id once, and text for every picture that is not decoration`, () => {
      const { ids, bareImages } = served.get(path)!;
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      expect(bareImages).toEqual([]);
    });
  });
}

test("R16 a dead link, a page without content and a missing anchor would be found", async () => {
  const links = ["/no-such-page", "/#no-such-anchor", "/contracts#no-such-plan", "/healthz"];
  expect(await deadLinks("/", [...links, "/contracts#elite", "#top", "tel:+1"])).toEqual([
    "/no-such-page: 404 at /no-such-page",
    "/#no-such-anchor: no #no-such-anchor on /",
    "/contracts#no-such-plan: no #no-such-plan on /annual-maintenance-contracts",
    "/healthz ends at /healthz, which is no page of content/",
  ]);
});

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
