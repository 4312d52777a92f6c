// The blog as the server sends it: the list, its pages, posts, what is beside them, and what is not there.
import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newFolder, ROOT } from "../../scripts/shared/amwaj.mjs";
import { all, documentOf, textOf } from "../site/document.ts";
import { ask } from "../site/http.ts";
import { dayOf, EVERYTHING, type PostFile, publish, series } from "../site/posts.ts";
import { ORIGIN, type Site } from "../site/site.ts";
import { company, dialled, words } from "../site/words.ts";
import { hrefOf, linksCalled, one } from "./parts.ts";
import { ownSite } from "./site.ts";

const site = ownSite({ env: { AMWAJ_SITE_URL: ORIGIN } });
const { blog } = words;
const PAGE_SIZE = 12;

const PLAIN: PostFile = { slug: "plain", title: "A plain one", date: "2026-01-01" };
const POSTS = series(26);
const NEWEST_FIRST = POSTS.toReversed();

beforeAll(() => publish(site, [EVERYTHING, PLAIN, ...POSTS]));

async function open(path: string, from: Site = site) {
  const { status, text } = await ask(from.at(path));
  const document = documentOf(text);
  return { status, document, main: one(document, "main") };
}

const cards = (main: Element) => all(main, ".posts article");
const pagerOf = (main: Element) => all(main, `nav[aria-label="${blog.pages}"]`)[0];
const currentOf = (main: Element) => textOf(one(pagerOf(main)!, "[aria-current=page]"));
const disabledIn = (main: Element) => all(pagerOf(main)!, "[aria-disabled=true]").map(textOf);
const canonicalOf = (document: Document) => hrefOf(all(document, "link[rel=canonical]")[0]);

/** Number of pages of the list. */
async function pageCount(): Promise<number> {
  const { headers } = await ask(site.at("/admin/front/blogs?page=1&fields=slug"));
  return Math.ceil(Number(headers["x-total-count"]) / PAGE_SIZE);
}

test("R37 the list has a banner and twelve cards, the newest first", async () => {
  const { main } = await open("/blogs");
  expect(textOf(one(main, "h1"))).toBe("Blogs");
  expect(all(main, ".posts h2").map(textOf)).toEqual(
    NEWEST_FIRST.slice(0, PAGE_SIZE).map(({ title }) => title),
  );
  const [first] = cards(main);
  const newest = NEWEST_FIRST[0]!;
  expect(hrefOf(linksCalled(first!, newest.title)[0])).toBe(`/blogs/${newest.slug}`);
  expect(textOf(one(first!, "time"))).toBe(dayOf(newest.date!));
  for (const said of ["Admin", "Read More"]) expect(textOf(first)).toContain(said);
  const summary = textOf(one(first!, "h2 + p"));
  expect(summary.endsWith("…")).toBe(true);
  expect([...summary].length).toBeLessThanOrEqual(101);
  expect(newest.excerpt!.startsWith(summary.slice(0, -1))).toBe(true);
});

test("R37 a card has a picture where its post has one, with measures, after the words", async () => {
  const { main } = await open("/blogs");
  const pictures = cards(main).map((card) => all(card, "img"));
  expect(pictures.map(({ length }) => length)).toEqual(
    NEWEST_FIRST.slice(0, PAGE_SIZE).map(({ picture }) => (picture ? 1 : 0)),
  );
  const measures = pictures
    .flat()
    .map((image) => ["width", "height", "loading"].map((name) => image.getAttribute(name)));
  expect(measures.length).toBeGreaterThan(0);
  expect(measures).toEqual(measures.map(() => ["800", "500", "lazy"]));
});

test("R38 every page of the list is reached by links, and every post is on exactly one", async () => {
  const pages = await pageCount();
  expect(pages).toBeGreaterThanOrEqual(3);
  const seen: (string | null | undefined)[] = [];
  let path = "/blogs";
  for (let number = 1; number <= pages; number += 1) {
    const { document, main } = await open(path);
    expect(currentOf(main)).toBe(String(number));
    expect(canonicalOf(document)).toBe(ORIGIN + path);
    seen.push(...all(main, ".posts h2 a").map(hrefOf));
    const next = hrefOf(linksCalled(pagerOf(main)!, "Next")[0]);
    expect(next ?? undefined).toBe(number < pages ? `/blogs?page=${number + 1}` : undefined);
    path = next ?? "";
  }
  expect(new Set(seen).size).toBe(seen.length);
  for (const { slug } of [EVERYTHING, PLAIN, ...POSTS]) expect(seen).toContain(`/blogs/${slug}`);
});

test("R38 Previous is disabled on the first page, Next on the last", async () => {
  const { main: first } = await open("/blogs");
  expect(disabledIn(first)).toEqual(["Previous"]);
  expect(linksCalled(pagerOf(first)!, "Previous")).toEqual([]);
  const pages = await pageCount();
  const { main: last } = await open(hrefOf(one(pagerOf(first)!, `a[aria-label="Page ${pages}"]`))!);
  expect(disabledIn(last)).toEqual(["Next"]);
  expect(hrefOf(one(pagerOf(last)!, 'a[aria-label="Page 1"]'))).toBe("/blogs");
});

test("R38 a page out of range is the last one, and a page that is no number the first", async () => {
  const pages = await pageCount();
  for (const [asked, shown] of [
    ["999", pages],
    ["0", 1],
    ["two", 1],
  ])
    expect(currentOf((await open(`/blogs?page=${asked}`)).main), `${asked}`).toBe(`${shown}`);
});

test("R39 a post has its way, title, author, date, picture and text", async () => {
  const { status, document, main } = await open("/blogs/everything");
  expect(status).toBe(200);
  const crumbs = one(document, `nav[aria-label="${words.labels.breadcrumb}"]`);
  expect(all(crumbs, "li").map(textOf)).toEqual(["Home", "Blogs", EVERYTHING.title]);
  expect(textOf(one(main, "h1"))).toBe(EVERYTHING.title);
  expect(textOf(main)).toContain("Mariam");
  expect(textOf(all(main, "time")[0])).toBe("2 January 2026");
  expect(all(main, `img[alt="${EVERYTHING.alt}"]`)).toHaveLength(1);
  for (const part of ["h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "pre", "figure"])
    expect(all(main, `.prose ${part}`).length, part).toBeGreaterThan(0);
  expect(textOf((await open("/blogs/plain")).main)).toContain("Admin");
});

test("R39 a post that is not there answers 404 with Blog not found and the way to the list", async () => {
  const { status, document, main } = await open("/blogs/no-such-post");
  expect(status).toBe(404);
  expect(textOf(one(main, "h1"))).toBe("Blog not found");
  expect(one(document, "meta[name=robots]").getAttribute("content")).toBe("noindex");
  expect(canonicalOf(document)).toBeUndefined();
  expect(hrefOf(linksCalled(main, "View All Blogs")[0])).toBe("/blogs");
});

test("R40 beside a post are the three newest others, and the way to all", async () => {
  const latestOn = async (path: string) => one((await open(path)).main, ".latest-posts");
  const latest = await latestOn("/blogs/everything");
  expect(all(latest, "h2, h3").map(textOf)).toContain("Latest Posts");
  const addresses = all(latest, "li a").map(hrefOf);
  expect(addresses).toEqual(NEWEST_FIRST.slice(0, 3).map(({ slug }) => `/blogs/${slug}`));
  expect(textOf(all(latest, "li time")[0])).toMatch(/^\d+ \w+ \d{4}$/);
  const besideNewest = await latestOn(addresses[0]!);
  expect(all(besideNewest, "li a").map(hrefOf)).not.toContain(addresses[0]);
  expect(hrefOf(linksCalled(besideNewest, "View All Blogs")[0])).toBe("/blogs");
});

test("R41 title, description and canonical address of a post", async () => {
  const head = async (slug: string) => {
    const { document } = await open(`/blogs/${slug}`);
    const description = one(document, "meta[name=description]").getAttribute("content");
    return [textOf(one(document, "head > title")), description, canonicalOf(document)];
  };
  const address = (slug: string) => `${ORIGIN}/blogs/${slug}`;
  expect(await head("everything")).toEqual([
    "Everything | Amwaj",
    EVERYTHING.excerpt,
    address("everything"),
  ]);
  expect(await head("plain")).toEqual(["A plain one", "", address("plain")]);
});

test("the menu marks Blog on the list and, in another way, on a post; feed readers find the feed", async () => {
  const entry = ({ document }: { document: Document }) =>
    one(document, 'header nav > ul > li > a[href="/blogs"]').getAttribute("aria-current");
  expect(entry(await open("/blogs?page=2"))).toBe("page");
  const post = await open("/blogs/plain");
  expect(entry(post)).toBe("true");
  const feed = one(post.document, 'link[rel=alternate][type="application/atom+xml"]');
  expect(hrefOf(feed)).toBe("/blogs/feed.xml");
  expect((await ask(site.at("/blogs/feed.xml"))).status).toBe(200);
});

describe("with nothing published", () => {
  const content = newFolder("content");
  const empty = ownSite(() => {
    // The content as it is, without the posts that a new site comes with.
    const filter = (from: string) => basename(from) !== "posts";
    cpSync(join(ROOT, "content"), content, { recursive: true, filter });
    return { content };
  });
  afterAll(() => rmSync(content, { recursive: true, force: true }));

  test("R37 R40 without any post the list says so and offers a call; so does a post’s address", async () => {
    const { main } = await open("/blogs", empty);
    expect(textOf(main)).toContain(blog.none_yet);
    expect(all(main, `a[href="${dialled(company.phone)}"]`).length).toBeGreaterThan(0);
    expect(pagerOf(main)).toBeUndefined();
    expect(textOf((await open("/blogs/anything", empty)).main)).toContain("No recent posts found");
  });
});
