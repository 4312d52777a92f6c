// A browser's reading of a page's head: its requests and their order, and that tags for machines go with their page.
import { expect, type Page } from "@playwright/test";
import { contentOf } from "./site/facts.ts";
import { ask } from "./site/http.ts";
import { awake } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();

/** Number of graphs and tags for machines in the present document. */
const forMachines = (page: Page) =>
  page.evaluate(() => ({
    graphs: document.querySelectorAll('script[type="application/ld+json"]').length,
    tags: document.querySelectorAll("meta[property], meta[name^=twitter]").length,
  }));

test("what machines read stays when the page comes alive, and goes with the page it is about", async ({
  page,
}) => {
  await page.goto(site.at("/about-us"));
  await awake(page);
  const { graphs, tags } = await forMachines(page);
  expect([graphs, tags > 4]).toEqual([1, true]);
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveTitle(contentOf("pages/contact.toml").title);
  await expect.poll(() => forMachines(page)).toEqual({ graphs: 0, tags: 0 });
});

test("the web manifest is named after the first paint", async ({ page }) => {
  expect((await ask(site.at("/"))).text).not.toContain("/site.webmanifest");
  await page.goto(site.at("/"));
  await expect(page.locator("head link[rel=manifest]")).toHaveAttribute(
    "href",
    "/site.webmanifest",
  );
});

test("the first view's styles and font are named in the head, and fetched once", async ({
  page,
}) => {
  const { text } = await ask(site.at("/"));
  const head = text.slice(0, text.indexOf("</head>"));
  const named = [...head.matchAll(/<link rel="(?:stylesheet|preload)" href="([^"]+)"/g)];
  expect(named.length).toBeGreaterThanOrEqual(3);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(site.at("/"), { waitUntil: "networkidle" });
  for (const [, path] of named)
    expect(
      fetched.filter((one) => one === path),
      path,
    ).toHaveLength(1);
});
