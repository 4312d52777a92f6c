// Weight of the home page in brotli on a full visit, as a table, and of the part of each page that comes first; the
// limits are promises. React has none, since it's used as its authors ship it.
import { expect } from "@playwright/test";
import { sitePages } from "../scripts/shared/pages.mjs";
import { ORIGIN } from "./site/site.ts";
import { type Answer, ask } from "./site/http.ts";
import { awake, holdCode } from "./site/page.ts";
import { ownSite, test } from "./site/serve.ts";

// A public address, since that is what sends every header and every word to machines.
const site = ownSite({ env: { AMWAJ_SITE_URL: ORIGIN } });
const LIMITS_KB: Record<string, number> = { script: 21, stylesheet: 12, document: 14, font: 50 };
const REACT = /\/assets\/react-[\w-]+\.js$/;

test("home weighs at most 21 kB of scripts beside React, 12 of styles, 14 of HTML and 50 of fonts in brotli @measures", async ({
  page,
}) => {
  await site.server.packed();
  const loaded = new Map<string, string>();
  page.on("request", (request) => {
    const url = request.url();
    loaded.set(url, REACT.test(url) ? "React" : request.resourceType());
  });
  await page.goto(site.at("/"));
  await awake(page);
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 300) {
      scrollTo({ top, behavior: "instant" });
      await new Promise((done) => setTimeout(done, 20));
    }
  });
  await page.locator("[name=name]").fill("Sara");
  await page.waitForLoadState("networkidle");
  const rows: { type: string; path: string; bytes: number; coding: string }[] = [];
  for (const [url, type] of loaded) {
    const answer = await ask(url, { headers: { "Accept-Encoding": "br" } });
    expect(new URL(url).origin, "everything comes from the site itself").toBe(site.server.url);
    rows.push({
      type,
      path: new URL(url).pathname,
      bytes: answer.body.length,
      coding: answer.headers["content-encoding"] ?? "",
    });
  }
  const kinds = [...new Set(rows.map(({ type }) => type))].sort();
  const total = (kind: string) =>
    rows.filter(({ type }) => type === kind).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const table = kinds.map(
    (kind) =>
      `${kind.padEnd(12)} ${total(kind).toFixed(1).padStart(7)} kB${LIMITS_KB[kind] ? ` of ${LIMITS_KB[kind]}` : ""}\n${rows
        .filter(({ type }) => type === kind)
        .map(
          ({ path, bytes, coding }) =>
            `   ${(bytes / 1000).toFixed(1).padStart(6)} ${coding.padEnd(4)} ${path}`,
        )
        .join("\n")}`,
  );
  console.log(`Home in brotli:\n${table.join("\n")}`);
  for (const [kind, limit] of Object.entries(LIMITS_KB)) {
    expect(total(kind), kind).toBeGreaterThan(0);
    expect(total(kind), kind).toBeLessThanOrEqual(limit);
  }
});

/** Payload of a packet on most lines; a server may send ten of them before it hears from a browser. */
const PACKET = 1460;

function bytesOf({ headers, body }: Answer): number {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return "HTTP/1.1 200 OK\r\n\r\n".length + lines.join("").length + body.length;
}

test("every page arrives with the first ten packets, and the font of the first view is eight at most @measures", async () => {
  await site.server.packed();
  const get = (path: string) => ask(site.at(path), { headers: { "Accept-Encoding": "br" } });
  for (const { path } of sitePages().pages)
    expect(bytesOf(await get(path)), path).toBeLessThanOrEqual(10 * PACKET);
  const [font] = /\/assets\/[^"]+\.woff2/.exec((await get("/")).text) ?? [];
  expect(bytesOf(await get(font!))).toBeLessThanOrEqual(8 * PACKET);
});

test("scripts start to load after the page can be read", async ({ page }) => {
  const release = await holdCode(page);
  await page.goto(site.at("/"), { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length))
    .toBe(1);
  release();
  await awake(page);
});

test("a page of the blog weighs at most 21 kB of scripts beside React in brotli, and other pages load none of it @measures", async ({
  page,
}) => {
  await site.server.packed();
  const scriptsOf = async (path: string) => {
    const loaded = new Set<string>();
    page.on("request", (request) => {
      const url = request.url();
      if (request.resourceType() === "script" && !REACT.test(url)) loaded.add(url);
    });
    await page.goto(site.at(path));
    await awake(page);
    await page.waitForLoadState("networkidle");
    page.removeAllListeners("request");
    return [...loaded];
  };
  expect((await scriptsOf("/")).filter((url) => /\/blog-/.test(url))).toEqual([]);
  const { text } = await ask(site.at("/admin/front/blogs?page=1&fields=slug"));
  for (const path of ["/blogs", `/blogs/${JSON.parse(text)[0].slug}`]) {
    const answers = (await scriptsOf(path)).map((url) =>
      ask(url, { headers: { "Accept-Encoding": "br" } }),
    );
    const kb = (await Promise.all(answers)).reduce((sum, { body }) => sum + body.length, 0) / 1000;
    console.log(`${path}: ${kb.toFixed(1)} kB of scripts beside React`);
    expect(kb).toBeGreaterThan(10);
    expect(kb).toBeLessThanOrEqual(21);
  }
});
