// A server without a public address, as after `make run`: whole heads, and nothing for search engines to keep.
import { expect, test } from "vitest";
import { sitePages } from "../../scripts/shared/pages.mjs";
import { ask } from "../site/http.ts";
import { nodeOf, nodesOf, readMachines } from "../site/machines.ts";
import { ownSite } from "./site.ts";

const site = ownSite();
const { pages, posts } = sitePages();

test("R10 without a public address, each page has its canonical link and its share picture, and says noindex", async () => {
  for (const { path } of [...pages, ...posts]) {
    const one = await readMachines(site.at(path));
    expect(one.canonical, path).toBe(site.at(path));
    expect(one.metas["og:url"], path).toEqual([site.at(path)]);
    expect(one.metas["twitter:card"], path).toEqual(["summary_large_image"]);
    const [picture] = one.metas["og:image"] ?? [];
    expect(picture?.startsWith(site.at("/")), path).toBe(true);
    expect([one.metas.robots, one.headers["x-robots-tag"]], path).toEqual([["noindex"], "noindex"]);
  }
  const home = await readMachines(site.at("/"));
  const picture = await ask(home.metas["og:image"]![0]!);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
});

test("R18 without a public address, the business is described as it would be with one", async () => {
  const home = await readMachines(site.at("/"));
  expect(nodesOf(home).length).toBeGreaterThan(1);
  const business = nodeOf(home, "HomeAndConstructionBusiness");
  expect(business).toMatchObject({ url: site.at("/"), currenciesAccepted: "AED" });
});

test("robots.txt of a server without a public address lets no search engine in, and there is no sitemap", async () => {
  expect((await ask(site.at("/robots.txt"))).text).toMatch(/Disallow: \/\n$/);
  expect((await ask(site.at("/sitemap.xml"))).status).toBe(404);
});
