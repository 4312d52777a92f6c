// The blog as the server sends it: the list, its pages, posts, what stands beside them, and what is not there.
import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { newFolder, ROOT } from "../scripts/amwaj.mjs";
import { ask } from "./site/http.ts";
import { dayOf, EVERYTHING, type PostFile, publish, series } from "./site/posts.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled, words } from "./site/words.ts";

const ORIGIN = "https://www.amwaj.example";
const site = sharedSite();
const { blog } = words;

const PLAIN: PostFile = { slug: "plain", title: "A plain one", date: "2026-01-01" };
const POSTS = series(26);

test.beforeAll(() => publish(site, [EVERYTHING, PLAIN, ...POSTS]));

const cards = (page: Page) => page.locator(".posts article");
const pager = (page: Page) => page.getByRole("navigation", { name: blog.pages });

/** How many pages the list has. */
async function pageCount(): Promise<number> {
  const { headers } = await ask(site.at("/admin/front/blogs?page=1&fields=slug"));
  return Math.ceil(Number(headers["x-total-count"]) / 12);
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("R37 the list has a banner and twelve cards, the newest first", async ({ page }) => {
    await page.goto(site.at("/blogs"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
    await expect(cards(page)).toHaveCount(12);
    const newest = POSTS.toReversed();
    await expect(page.locator(".posts h2")).toHaveText(
      newest.slice(0, 12).map(({ title }) => title),
    );
    const first = cards(page).first();
    await expect(first.getByRole("link", { name: "Post number 26" })).toHaveAttribute(
      "href",
      "/blogs/post-26",
    );
    await expect(first.locator("time")).toHaveText(dayOf(newest[0]!.date!));
    await expect(first).toContainText("Admin");
    const summary = (await first.locator("h2 + p").textContent())!;
    expect(summary.endsWith("…")).toBe(true);
    expect([...summary].length).toBeLessThanOrEqual(101);
    expect(newest[0]!.excerpt!.startsWith(summary.slice(0, -1))).toBe(true);
    // The title's link lies over the whole card, so over these words too.
    await first.getByText("Read More").click({ force: true });
    await expect(page).toHaveURL(/\/blogs\/post-26$/);
  });

  test("R37 a card has a picture where its post has one, with measures, after the words", async ({
    page,
  }) => {
    await page.goto(site.at("/blogs"));
    const pictured = POSTS.toReversed()
      .slice(0, 12)
      .map(({ picture }) => (picture ? 1 : 0));
    for (const [at, count] of pictured.entries())
      await expect(cards(page).nth(at).locator("img"), `card ${at}`).toHaveCount(count);
    const images = await page
      .locator(".posts img")
      .evaluateAll((all) =>
        (all as HTMLImageElement[]).map((image) => [
          image.getAttribute("width"),
          image.getAttribute("height"),
          image.loading,
        ]),
      );
    expect(images.every(([width, height]) => width === "800" && height === "500")).toBe(true);
    expect(images.length).toBeGreaterThan(0);
    expect(images.every(([, , loading]) => loading === "lazy")).toBe(true);
  });

  test("R38 every page of the list is reached by links, and every post stands on one", async ({
    page,
  }) => {
    const pages = await pageCount();
    expect(pages).toBeGreaterThanOrEqual(3);
    const seen: string[] = [];
    await page.goto(site.at("/blogs"));
    for (let number = 1; ; number += 1) {
      await expect(pager(page).locator("[aria-current=page]")).toHaveText(String(number));
      const path = number > 1 ? `/blogs?page=${number}` : "/blogs";
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", ORIGIN + path);
      seen.push(
        ...(await page
          .locator(".posts h2 a")
          .evaluateAll((all) => all.map((one) => one.getAttribute("href")!))),
      );
      if (number === pages) break;
      await pager(page).getByRole("link", { name: "Next" }).click();
      await expect(page).toHaveURL(site.at(`/blogs?page=${number + 1}`));
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const { slug } of [EVERYTHING, PLAIN, ...POSTS]) expect(seen).toContain(`/blogs/${slug}`);
  });

  test("R38 Previous is disabled on the first page, Next on the last", async ({ page }) => {
    const pages = await pageCount();
    await page.goto(site.at("/blogs"));
    await expect(pager(page).getByText("Previous")).toBeVisible();
    await expect(pager(page).locator("a", { hasText: "Previous" })).toHaveCount(0);
    await expect(pager(page).locator("[aria-disabled=true]")).toHaveText(["Previous"]);
    await pager(page)
      .getByRole("link", { name: `Page ${pages}`, exact: true })
      .click();
    await expect(pager(page).locator("[aria-disabled=true]")).toHaveText(["Next"]);
    await pager(page).getByRole("link", { name: "Page 1", exact: true }).click();
    await expect(page).toHaveURL(site.at("/blogs"));
  });

  test("R38 a page out of range is the last one, and a page that is no number the first", async ({
    page,
  }) => {
    const pages = await pageCount();
    for (const [asked, shown] of [
      ["999", pages],
      ["0", 1],
      ["two", 1],
    ]) {
      await page.goto(site.at(`/blogs?page=${asked}`));
      await expect(pager(page).locator("[aria-current=page]"), `${asked}`).toHaveText(`${shown}`);
    }
  });

  test("R39 a post has its way, title, author, date, picture and text", async ({ page }) => {
    const answer = await page.goto(site.at("/blogs/everything"));
    expect(answer!.status()).toBe(200);
    const crumbs = page.getByRole("navigation", { name: words.labels.breadcrumb }).locator("li");
    await expect(crumbs).toHaveText(["Home", "Blogs", EVERYTHING.title]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(EVERYTHING.title);
    await expect(page.getByText("Mariam")).toBeVisible();
    await expect(page.locator("main time").first()).toHaveText("2 January 2026");
    await expect(page.getByRole("img", { name: EVERYTHING.alt })).toBeVisible();
    for (const selector of [
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "ul",
      "ol",
      "dl",
      "table",
      "pre",
      "figure",
    ])
      await expect(page.locator(`.prose ${selector}`).first(), selector).toBeVisible();
    await page.goto(site.at("/blogs/plain"));
    await expect(page.locator("main").getByText("Admin").first()).toBeVisible();
  });

  test("R39 a post that is not there answers 404 with Blog not found and the way to the list", async ({
    page,
  }) => {
    const answer = await page.goto(site.at("/blogs/no-such-post"));
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog not found");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.locator("link[rel=canonical]")).toHaveCount(0);
    await page.locator("main").getByRole("link", { name: "View All Blogs" }).first().click();
    await expect(page).toHaveURL(site.at("/blogs"));
  });

  test("R40 beside a post stand the three newest others, and the way to all", async ({ page }) => {
    await page.goto(site.at("/blogs/everything"));
    const latest = page.locator(".latest-posts");
    await expect(latest.getByRole("heading", { name: "Latest Posts" })).toBeVisible();
    await expect(latest.locator("li")).toHaveCount(3);
    const [first] = await latest
      .locator("li a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")!));
    await expect(latest.locator("li").first().locator("time")).toHaveText(/^\d+ \w+ \d{4}$/);
    await latest.locator("li a").first().click();
    await expect(page).toHaveURL(site.at(first!));
    await expect(page.locator(`.latest-posts li a[href="${first}"]`)).toHaveCount(0);
    await page.locator(".latest-posts").getByRole("link", { name: "View All Blogs" }).click();
    await expect(page).toHaveURL(site.at("/blogs"));
  });

  test("R41 title, description and canonical address of a post", async ({ page }) => {
    const head = async (slug: string) => {
      await page.goto(site.at(`/blogs/${slug}`));
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
        "href",
        `${ORIGIN}/blogs/${slug}`,
      );
      const description = page.locator("meta[name=description]");
      return [await page.title(), await description.getAttribute("content")];
    };
    expect(await head("everything")).toEqual(["Everything | Amwaj", EVERYTHING.excerpt]);
    expect(await head("plain")).toEqual(["A plain one", ""]);
  });
});

test("the menu marks Blog on the list and, in another way, on a post; feed readers are told", async ({
  page,
}) => {
  await page.goto(site.at("/blogs?page=2"));
  const entry = page.getByRole("banner").getByRole("link", { name: "Blog", exact: true });
  await expect(entry).toHaveAttribute("aria-current", "page");
  await page.goto(site.at("/blogs/plain"));
  await expect(entry).toHaveAttribute("aria-current", "true");
  const feed = page.locator('link[rel=alternate][type="application/atom+xml"]');
  await expect(feed).toHaveAttribute("href", "/blogs/feed.xml");
  expect((await ask(site.at("/blogs/feed.xml"))).status).toBe(200);
});

/** The content as it is, but for the posts that a new site comes with. */
function contentWithoutPosts(): string {
  const folder = newFolder("content");
  cpSync(join(ROOT, "content"), folder, {
    recursive: true,
    filter: (from) => basename(from) !== "posts",
  });
  return folder;
}

test.describe("with nothing published", () => {
  const empty = sharedSite(() => ({ content: contentWithoutPosts() }));

  test("R37 R40 without any post the list says so and offers a call; so does a post’s address", async ({
    page,
  }) => {
    await page.goto(empty.at("/blogs"));
    await expect(page.locator("main").getByText(blog.none_yet)).toBeVisible();
    await expect(page.locator(`main a[href="${dialled(company.phone)}"]`)).toBeVisible();
    await expect(pager(page)).toHaveCount(0);
    await page.goto(empty.at("/blogs/anything"));
    await expect(page.getByText("No recent posts found")).toBeVisible();
  });
});
