// Reading the blog by click: the requests, the reader's place, back and forward, posts that moved.
import { expect, type Page } from "@playwright/test";
import { complaints, frames, hold, scrollTo } from "./site/page.ts";
import { LINKING, publish } from "./site/posts.ts";
import {
  LIST,
  POST,
  announced,
  blog,
  focused,
  followAtOnce,
  heading,
  loading,
  menuBlog,
  open,
  postLink,
  sameDocument,
  top,
} from "./site/reading.ts";
import { blogSite, ownSite, test } from "./site/serve.ts";
import { words } from "./site/words.ts";

const site = blogSite();

test("R37 a click on Blog shows the list with calls, without a new document", async ({ page }) => {
  const heard = complaints(page);
  const calls: string[] = [];
  await open(site, page, "/about-us");
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/_data|\/admin\/|^\/blogs/.test(pathname)) calls.push(pathname + search);
  });
  await menuBlog(page).click();
  await expect(page).toHaveURL(site.at("/blogs"));
  await expect(heading(page)).toHaveText("Blogs");
  await expect(page.locator(".posts article")).toHaveCount(12);
  expect(calls).toEqual([
    "/admin/front/blogs?page=1&per_page=12&fields=slug,title,summary,picture,author,published_date",
  ]);
  await expect(page).toHaveTitle(blog.title);
  await expect(announced(page)).toHaveText(blog.title);
  expect([await sameDocument(page), await focused(page), await top(page)]).toEqual([
    true,
    "main",
    0,
  ]);
  expect(heard).toEqual([]);
});

test("R37 R39 R41 a page that is reached by click is what the server sends for it", async ({
  page,
  browser,
}) => {
  const fresh = await browser.newPage({ javaScriptEnabled: false });
  const shown = (one: Page) =>
    one.evaluate(() => ({
      title: document.title,
      description: document.querySelector("meta[name=description]")?.getAttribute("content"),
      canonical: document.querySelector("link[rel=canonical]")?.getAttribute("href"),
      robots: document.querySelector("meta[name=robots]")?.getAttribute("content"),
      ground: document.body.dataset.ground,
      current: document.querySelector(".nav [aria-current]")?.outerHTML,
      main: [...document.querySelectorAll<HTMLElement>("main *")].map((element) => {
        const named = ["class", "href", "src", "alt", "datetime", "aria-current", "loading"];
        const attributes = named.map((name) => element.getAttribute(name) ?? "").join("|");
        return `${element.tagName} ${attributes} ${element.children.length ? "" : element.textContent}`;
      }),
    }));
  await open(site, page, "/about-us");
  for (const path of ["/blogs", "/blogs?page=2", "/blogs/linking", "/blogs/post-30"]) {
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement("a"), { href: to });
      document.querySelector("footer")?.append(link);
      link.click();
      link.remove();
    }, path);
    await expect(page).toHaveURL(site.at(path));
    await fresh.goto(site.at(path));
    const sent = await shown(fresh);
    await expect.poll(() => shown(page), { message: path }).toEqual(sent);
  }
  expect(await sameDocument(page)).toBe(true);
  await fresh.close();
});

test("R38 R9 the pager leads by click to the top of the next page; back and forward restore", async ({
  page,
}) => {
  await open(site, page, "/blogs");
  const pager = page.getByRole("navigation", { name: blog.pages });
  await pager.getByRole("link", { name: "Next" }).scrollIntoViewIfNeeded();
  await pager.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(site.at("/blogs?page=2"));
  await expect(pager.locator("[aria-current=page]")).toHaveText("2");
  await expect(announced(page)).toHaveText(blog.page_title.replace("{page}", "2"));
  expect([await top(page), await focused(page)]).toEqual([0, "main"]);
  await scrollTo(page, 700);
  await postLink(page, "post-10").click();
  await expect(heading(page)).toHaveText("Post number 10");
  expect(await top(page)).toBe(0);
  await page.goBack();
  await expect(pager.locator("[aria-current=page]")).toHaveText("2");
  await expect.poll(() => top(page)).toBe(700);
  await page.goBack();
  await expect(pager.locator("[aria-current=page]")).toHaveText("1");
  await expect.poll(() => top(page)).toBeGreaterThan(700);
  await page.goForward();
  await page.goForward();
  await expect(heading(page)).toHaveText("Post number 10");
  expect(await sameDocument(page)).toBe(true);
});

test("R9 back to a list that has to be asked for again ends where it stood", async ({ page }) => {
  await page.clock.install();
  await open(site, page, "/blogs");
  await scrollTo(page, 900);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-25"]');
  await expect(heading(page)).toHaveText("Post number 25");
  await page.clock.fastForward(120_000);
  const release = await hold(page, LIST);
  await page.goBack();
  await page.clock.runFor(1_000);
  await expect(loading(page)).toBeVisible();
  release();
  await expect(page.locator(".posts article")).toHaveCount(12);
  await page.clock.runFor(1_000);
  await expect.poll(() => top(page)).toBe(900);
});

test("R38 a link to a page out of range ends at the last one, and its address too", async ({
  page,
}) => {
  await open(site, page, "/blogs");
  await page.evaluate(() =>
    document
      .querySelector<HTMLAnchorElement>("a[rel=next]")
      ?.setAttribute("href", "/blogs?page=99"),
  );
  await followAtOnce(page, "a[rel=next]");
  await expect(page).toHaveURL(/\/blogs\?page=\d$/);
  await expect(page.locator(".pager [aria-disabled=true]")).toHaveText(["Next"]);
});

test("a pointer on a card asks for its post, and the click for nothing more", async ({ page }) => {
  await open(site, page, "/blogs");
  const answered = page.waitForResponse(POST);
  await postLink(page, "post-27").hover();
  await answered;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await postLink(page, "post-27").click();
  await expect(heading(page)).toHaveText("Post number 27");
  expect(asked.filter((url) => /admin|_data/.test(url))).toEqual([]);
});

test("links in a post are followed by the site: other posts, pages, anchors", async ({ page }) => {
  await open(site, page, "/blogs/linking");
  const text = page.locator(".prose");
  await text.getByRole("link", { name: "the end" }).click();
  await expect(page).toHaveURL(/#the-end$|#.*the-end$/);
  await expect(page.getByRole("heading", { name: "The end" })).toBeInViewport();
  await text.getByRole("link", { name: "the other one" }).click();
  await expect(heading(page)).toHaveText("Post number 3");
  await page.goBack();
  await expect(heading(page)).toHaveText(LINKING.title);
  await text.getByRole("link", { name: "about us" }).click();
  await expect(page).toHaveURL(site.at("/about-us"));
  expect(await sameDocument(page)).toBe(true);
});

test.describe("with a server whose posts change", () => {
  const own = ownSite();

  test("R39 a post that has moved is found at its old address, which becomes the new one", async ({
    page,
  }) => {
    await publish(own, [{ slug: "old-name", title: "A post that moves", date: "2026-03-01" }]);
    await open(own, page, "/blogs");
    await own.server.command("posts", "rename", "old-name", "new-name");
    await expect
      .poll(async () => (await fetch(own.at("/admin/front/blogs/new-name"))).status)
      .toBe(200);
    await page.evaluate(() =>
      document.querySelector("main h2 a")?.setAttribute("href", "/blogs/old-name"),
    );
    await followAtOnce(page, "main h2 a");
    await expect(heading(page)).toHaveText("A post that moves");
    await expect(page).toHaveURL(own.at("/blogs/new-name"));
    expect(await sameDocument(page)).toBe(true);
  });
});

test("the last click wins, whatever answers first", async ({ page }) => {
  await open(site, page, "/blogs");
  const release = await hold(page, POST);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-30"]');
  await expect(loading(page)).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(site.at("/contact-us"));
  const before = await heading(page).textContent();
  const late = page.waitForResponse(POST);
  release();
  await late;
  // Two frames later the late answer would have been drawn.
  await frames(page, 2);
  await expect(heading(page)).toHaveText(before!);
  await expect(page).toHaveURL(site.at("/contact-us"));
});

test("a reader with a keyboard opens a post from the list and comes back", async ({ page }) => {
  await open(site, page, "/blogs");
  await postLink(page, "post-29").focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Post number 29");
  expect(await focused(page)).toBe("main");
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("navigation", { name: words.labels.breadcrumb }).getByRole("link").first(),
  ).toBeFocused();
  await page.goBack();
  await expect(heading(page)).toHaveText("Blogs");
});
