// Messages of the blog after a click while its calls are slow, when they fail, and when a post is gone.
import { expect } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { complaints, hold } from "./site/page.ts";
import {
  LATEST,
  LIST,
  POST,
  announced,
  blog,
  fail,
  focused,
  followAtOnce,
  heading,
  loading,
  menuBlog,
  open,
  sameDocument,
} from "./site/reading.ts";
import { blogSite, test } from "./site/serve.ts";

const site = blogSite();

test("R39 while a list is slow it says Loading..., and then shows it", async ({ page }) => {
  const release = await hold(page, LIST);
  await open(site, page, "/about-us");
  await menuBlog(page).click();
  await expect(loading(page)).toBeVisible();
  await expect(page).toHaveURL(site.at("/blogs"));
  await expect(heading(page)).toHaveText("Blogs");
  expect(await axeFindings(page)).toEqual([]);
  release();
  await expect(page.locator(".posts article")).toHaveCount(12);
  await expect(loading(page)).toHaveCount(0);
});

test("R39 while a post is slow it says Loading..., then its title", async ({ page }) => {
  await open(site, page, "/blogs");
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
  await open(site, page, "/about-us");
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes("Loading..."))
        Object.assign(window, { saidLoading: true });
    }).observe(document.body, { childList: true, subtree: true });
  });
  const answered = page.waitForResponse(/per_page=12/);
  await menuBlog(page).hover();
  await answered;
  await menuBlog(page).click();
  await expect(page.locator(".posts article")).toHaveCount(12);
  expect(await page.evaluate(() => "saidLoading" in window)).toBe(false);
});

test("R36 a post whose title is no text shows the error screen with header and phone, and a way on", async ({
  page,
}) => {
  await open(site, page, "/blogs");
  await page.route(POST, async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.title = { no: "text" };
    answer.data.meta_title = { no: "text" };
    await route.fulfill({ json: answer });
  });
  await followAtOnce(page, 'main h2 a[href="/blogs/post-30"]');
  await expect(heading(page)).toHaveText("Unexpected Application Error!");
  await expect(page.getByRole("banner").getByRole("link", { name: "Contact" })).toBeVisible();
  await expect(page.locator('main a[href^="tel:"]')).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/cannot|undefined|react/i);
  await page.locator("main").getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(site.at("/"));
});

test("R42 a list that fails says so; Try again asks again until it is there", async ({ page }) => {
  const recover = await fail(page, LIST);
  await open(site, page, "/about-us");
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
  await recover();
  await page.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".posts article")).toHaveCount(12);
  await expect(page).toHaveTitle(blog.title);
  expect([await sameDocument(page), await focused(page)]).toEqual([true, "main"]);
});

test("R42 after a failure the link in the menu asks again as well", async ({ page }) => {
  const recover = await fail(page, LIST);
  await open(site, page, "/about-us");
  await followAtOnce(page, 'a[href="/blogs"]');
  await expect(page.locator("main").getByRole("alert")).toBeVisible();
  await recover();
  await menuBlog(page).click();
  await expect(page.locator(".posts article")).toHaveCount(12);
  expect(await sameDocument(page)).toBe(true);
});

test("R39 R49 a post that fails says Failed to load blog; Try again and the list are there", async ({
  page,
}) => {
  await open(site, page, "/blogs");
  const recover = await fail(page, POST);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-29"]');
  await expect(heading(page)).toHaveText("Failed to load blog");
  await expect(page).toHaveURL(site.at("/blogs/post-29"));
  expect(await axeFindings(page)).toEqual([]);
  await recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("Post number 29");
  await page.goBack();
  await expect(heading(page)).toHaveText("Blogs");
  expect(await sameDocument(page)).toBe(true);
});

test("R39 R49 a post that is gone says Blog not found", async ({ page }) => {
  await open(site, page, "/blogs");
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
  await open(site, page, "/blogs");
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
  await open(site, page, "/blogs");
  const release = await hold(page, LATEST);
  await followAtOnce(page, 'main h2 a[href="/blogs/post-30"]');
  await expect(page.locator(".prose")).toContainText("A first sentence.");
  await expect(page.locator(".latest li")).toHaveCount(0);
  release();
  await expect(page.locator(".latest li")).toHaveCount(3);
  await expect(page.locator('.latest a[href="/blogs/post-30"]')).toHaveCount(0);
});
