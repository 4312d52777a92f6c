// Reading the blog by click, as several journeys do it: the parts looked at, and calls that are held or fail.
import type { Page, Route } from "@playwright/test";
import { awake } from "./page.ts";
import type { Site } from "./serve.ts";
import { words } from "./words.ts";

export const { blog } = words;

export const LIST = "**/admin/front/blogs?*per_page=12*";
export const LATEST = "**/admin/front/blogs?*per_page=4*";
export const POST = /\/admin\/front\/blogs\/[^?]+$/;

/** Opens a page and marks its document, so that a new one can be told from it. */
export async function open(site: Site, page: Page, path: string) {
  await page.goto(site.at(path));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

export const sameDocument = (page: Page) => page.evaluate(() => "sameDocument" in window);
export const menuBlog = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Blog", exact: true });
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const loading = (page: Page) =>
  page.locator("main").getByRole("status").filter({ hasText: "Loading..." });
export const announced = (page: Page) => page.locator("body > .sr[role=status]");
export const postLink = (page: Page, slug: string) =>
  page.locator(`main h2 a[href="/blogs/${slug}"]`);
export const top = (page: Page) => page.evaluate(() => Math.round(scrollY));
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

/** Lets a call fail until it is told to stop, in one way after the other. */
export async function fail(page: Page, calls: string | RegExp): Promise<() => Promise<void>> {
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
export const followAtOnce = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((link: HTMLElement) => link.click());
