// Reading the blog by click: what is asked for, what is said meanwhile, failures and Try again, back and forward.
import { expect, type Page, type Route, test } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake, complaints, scrollTo } from "./site/page.ts";
import { publish, series } from "./site/posts.ts";
import { serveSite } from "./site/serve.ts";
import { words } from "./site/words.ts";

const site = serveSite();
const { blog } = words;
const POSTS = series(30);
const LINKING = {
  slug: "linking",
  title: "A post with links",
  date: "2026-02-01",
  body: "Read [the other one](/blogs/post-3), [about us](/about-us) or [the end](#the-end).\n\n" +
    `${"A paragraph that fills a line or two of the page.\n\n".repeat(60)}## The end\n\nIt ends here.\n`,
};

test.beforeAll(() => publish(site, [LINKING, ...POSTS]));

const LIST = "**/admin/front/blogs?*per_page=12*";
const LATEST = "**/admin/front/blogs?*per_page=4*";
const POST = /\/admin\/front\/blogs\/[^?]+$/;

async function open(page: Page, path: string) {
  await page.goto(site.at(path));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

const sameDocument = (page: Page) => page.evaluate(() => "sameDocument" in window);
const menuBlog = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Blog", exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const loading = (page: Page) => page.locator("main").getByRole("status").filter({ hasText: "Loading..." });
const announced = (page: Page) => page.locator("body > .sr[role=status]");
const postLink = (page: Page, slug: string) => page.locator(`main h2 a[href="/blogs/${slug}"]`);
const top = (page: Page) => page.evaluate(() => Math.round(scrollY));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

/** Holds a call until it is told to let go. */
async function hold(page: Page, calls: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

/** Lets a call fail until it is told to stop, in one way after the other. */
async function fail(page: Page, calls: string | RegExp): Promise<() => Promise<void>> {
  const ways: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 503, json: { message: "Not now" } }),
    (route) => route.abort(),
    (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<html>" }),
  ];
  let at = 0;
  await page.route(calls, (route) => ways[at++ % ways.length]!(route));
  return () => page.unroute(calls);
}

/** A click that no pointer has announced: nothing was asked for before it. */
const followAtOnce = (page: Page, selector: string) =>
  page.locator(selector).first().evaluate((link: HTMLElement) => link.click());

test("R37 a click on Blog shows the list with calls, without a new document", async ({ page }) => {
  const heard = complaints(page);
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/_data|\/admin\/|^\/blogs/.test(pathname)) calls.push(pathname + search);
  });
  await open(page, "/about-us");
  await menuBlog(page).click();
  await expect(page).toHaveURL(site.at("/blogs"));
  await expect(heading(page)).toHaveText("Blogs");
  await expect(page.locator(".posts article")).toHaveCount(12);
  expect(calls).toEqual([
    "/admin/front/blogs?page=1&per_page=12&fields=slug,title,summary,picture,author,published_date",
  ]);
  await expect(page).toHaveTitle(blog.title);
  await expect(announced(page)).toHaveText(blog.title);
  expect([await sameDocument(page), await focused(page), await top(page)]).toEqual([true, "main", 0]);
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
  await open(page, "/about-us");
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

test("R39 while a list is slow it says Loading..., and then shows it", async ({ page }) => {
  const release = await hold(page, LIST);
  await open(page, "/about-us");
  await menuBlog(page).click();
  await expect(loading(page)).toBeVisible();
  await expect(page).toHaveURL(site.at("/blogs"));
  await expect(heading(page)).toHaveText("Blogs");
  expect(await axeFindings(page)).toEqual([]);
  release();
  await expect(page.locator(".posts article")).toHaveCount(12);
  await expect(loading(page)).toHaveCount(0);
});

test("R39 while a post is slow it says Loading..., then its title; the pointer is not followed by a jump", async ({
  page,
}) => {
  await open(page, "/blogs");
  const release = await hold(page, POST);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-30"]');
  await expect(loading(page)).toBeVisible();
  await expect(page).toHaveURL(site.at("/blogs/post-30"));
  await expect(page).toHaveTitle("Loading...");
  await expect(announced(page)).toHaveText("Loading...");
  expect(await axeFindings(page)).toEqual([]);
  release();
  await expect(heading(page)).toHaveText("Post number 30");
  await expect(page).toHaveTitle("Post number 30");
  await expect(announced(page)).toHaveText("Post number 30");
  expect(await focused(page)).toBe("main");
});

test("R39 a quick answer shows no Loading... at all", async ({ page }) => {
  await open(page, "/about-us");
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes("Loading...")) Object.assign(window, { saidLoading: true });
    }).observe(document.body, { childList: true, subtree: true });
  });
  const answered = page.waitForResponse(/per_page=12/);
  await menuBlog(page).hover();
  await answered;
  await menuBlog(page).click();
  await expect(page.locator(".posts article")).toHaveCount(12);
  expect(await page.evaluate(() => "saidLoading" in window)).toBe(false);
});

test("R42 a list that fails says so; Try again asks again until it is there", async ({ page }) => {
  const mend = await fail(page, LIST);
  await open(page, "/about-us");
  await followAtOnce(page, 'a[href="/blogs"]');
  const alert = page.locator("main").getByRole("alert");
  await expect(alert).toContainText("Failed to load blogs");
  await expect(announced(page)).toHaveText("Failed to load blogs");
  await expect(page).toHaveURL(site.at("/blogs"));
  expect(await axeFindings(page)).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    const asked = page.waitForRequest(/per_page=12/);
    await page.getByRole("button", { name: "Try again" }).click();
    await asked;
    await expect(alert).toContainText("Failed to load blogs");
  }
  await mend();
  await page.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".posts article")).toHaveCount(12);
  await expect(page).toHaveTitle(blog.title);
  expect([await sameDocument(page), await focused(page)]).toEqual([true, "main"]);
});

test("R42 after a failure the link in the menu asks again as well", async ({ page }) => {
  const mend = await fail(page, LIST);
  await open(page, "/about-us");
  await followAtOnce(page, 'a[href="/blogs"]');
  await expect(page.locator("main").getByRole("alert")).toBeVisible();
  await mend();
  await menuBlog(page).click();
  await expect(page.locator(".posts article")).toHaveCount(12);
  expect(await sameDocument(page)).toBe(true);
});

test("R39 R49 a post that fails says Failed to load blog; Try again and the list are there", async ({
  page,
}) => {
  await open(page, "/blogs");
  const mend = await fail(page, POST);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-29"]');
  await expect(heading(page)).toHaveText("Failed to load blog");
  await expect(page).toHaveURL(site.at("/blogs/post-29"));
  expect(await axeFindings(page)).toEqual([]);
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("Post number 29");
  await page.goBack();
  await expect(heading(page)).toHaveText("Blogs");
  expect(await sameDocument(page)).toBe(true);
});

test("R39 R49 a post that is gone says Blog not found", async ({ page }) => {
  await open(page, "/blogs");
  await page.route(POST, (route) =>
    route.fulfill({ status: 404, json: { message: "Blog not found" } }),
  );
  await followAtOnce(page, 'main h2 a[href="/blogs/post-28"]');
  await expect(heading(page)).toHaveText("Blog not found");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page.locator("main .latest li")).toHaveCount(3);
  expect(await axeFindings(page)).toEqual([]);
  await page.locator("main").getByRole("link", { name: "View All Blogs" }).first().click();
  await expect(page.locator(".posts article")).toHaveCount(12);
});

test("R40 when the latest posts fail, only the console hears of it and the post can be read", async ({
  page,
}) => {
  await open(page, "/blogs");
  const heard = complaints(page);
  await page.route(LATEST, (route) => route.fulfill({ status: 500, body: "" }));
  await followAtOnce(page, 'main h2 a[href="/blogs/post-30"]');
  await expect(heading(page)).toHaveText("Post number 30");
  await expect(page.locator(".latest-posts")).toContainText("No recent posts found");
  await expect(page.locator("main").getByRole("alert")).toHaveCount(0);
  await expect.poll(() => heard.join("\n")).toContain("latest posts could not be loaded");
  expect(heard.filter((line) => line.startsWith("uncaught"))).toEqual([]);
  await page.locator(".latest-posts").getByRole("link", { name: "View All Blogs" }).click();
  await expect(heading(page)).toHaveText("Blogs");
});

test("R40 slow latest posts keep no reader waiting", async ({ page }) => {
  await open(page, "/blogs");
  const release = await hold(page, LATEST);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-30"]');
  await expect(page.locator(".prose")).toContainText("A first sentence.");
  await expect(page.locator(".latest li")).toHaveCount(0);
  release();
  await expect(page.locator(".latest li")).toHaveCount(3);
  await expect(page.locator('.latest a[href="/blogs/post-30"]')).toHaveCount(0);
});

test("R38 R9 the pager leads by click to the top of the next page; back and forward restore", async ({
  page,
}) => {
  await open(page, "/blogs");
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
  await open(page, "/blogs");
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

test("R38 a link to a page out of range ends at the last one, and its address too", async ({ page }) => {
  await open(page, "/blogs");
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("a[rel=next]")?.setAttribute("href", "/blogs?page=99"));
  await followAtOnce(page, "a[rel=next]");
  await expect(page).toHaveURL(/\/blogs\?page=\d$/);
  await expect(page.locator(".pager [aria-disabled=true]")).toHaveText(["Next"]);
});

test("a pointer on a card asks for its post, and the click for nothing more", async ({ page }) => {
  await open(page, "/blogs");
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
  await open(page, "/blogs/linking");
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

test("R39 a post that has moved is found at its old address, which becomes the new one", async ({ page }) => {
  await publish(site, [{ slug: "old-name", title: "A post that moves", date: "2026-03-01" }]);
  await open(page, "/blogs");
  await site.server.command("posts", "rename", "old-name", "new-name");
  await expect.poll(async () => (await fetch(site.at("/admin/front/blogs/new-name"))).status).toBe(200);
  await page.evaluate(() => document.querySelector("main h2 a")?.setAttribute("href", "/blogs/old-name"));
  await followAtOnce(page, "main h2 a");
  await expect(heading(page)).toHaveText("A post that moves");
  await expect(page).toHaveURL(site.at("/blogs/new-name"));
  expect(await sameDocument(page)).toBe(true);
});

test("the last click wins, whatever answers first", async ({ page }) => {
  await open(page, "/blogs");
  const release = await hold(page, POST);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-30"]');
  await expect(loading(page)).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(site.at("/contact-us"));
  const before = await heading(page).textContent();
  release();
  await page.waitForTimeout(300);
  await expect(heading(page)).toHaveText(before!);
  await expect(page).toHaveURL(site.at("/contact-us"));
});

test("a reader with a keyboard opens a post from the list and comes back", async ({ page }) => {
  await open(page, "/blogs");
  await postLink(page, "post-29").focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Post number 29");
  expect(await focused(page)).toBe("main");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("navigation", { name: words.labels.breadcrumb }).getByRole("link").first()).toBeFocused();
  await page.goBack();
  await expect(heading(page)).toHaveText("Blogs");
});
