// Sitemap and feed, read by independent programs (the schema of sitemaps.org with lxml, feedparser): both are valid,
// and name every page and post, none too much, each by its canonical address, which answers 200.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Amwaj, pause, ROOT } from "../shared/amwaj.mjs";
import { claims } from "../shared/claims.mjs";
import { sitePages } from "../shared/pages.mjs";

const ORIGIN = "https://www.amwaj.example";

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/stages/machines.mjs    holds sitemap.xml and the feed against independent readers",
  );
  process.exit(0);
}

const site = await Amwaj.start({ env: { AMWAJ_SITE_URL: ORIGIN } });
const { claim, note, end } = claims("Sitemap and feed are valid and complete");

const text = async (/** @type {string} */ path) => (await fetch(site.url + path)).text();

/**
 * @typedef {object} Seen
 * @property {string[]} errors
 * @property {{loc: string, lastmod: string?}[]} urls
 * @property {string?} bozo
 * @property {string} version
 * @property {{link: string, id: string, updated: string}[]} entries
 */

/** The readers' findings at this moment. */
async function read() {
  const input = JSON.stringify({
    xsd: join(ROOT, "e2e/node_modules/sitemap/schema/sitemap.xsd"),
    sitemap: await text("/sitemap.xml"),
    feed: await text("/blogs/feed.xml"),
  });
  const python = join(ROOT, "target/python/bin/python3");
  const out = execFileSync(python, [join(ROOT, "scripts/stages/readers.py")], {
    input,
    encoding: "utf8",
  });
  /** @type {Seen} */
  const seen = JSON.parse(out);
  return seen;
}

/** Flaw of an address for a search engine, if there is one. @param {string} address */
async function flaw(address) {
  const answer = await fetch(address.replace(ORIGIN, site.url), { redirect: "manual" });
  const html = await answer.text();
  if (answer.status !== 200) return `${address}: ${answer.status}`;
  if (/noindex/.test(`${answer.headers.get("x-robots-tag")}`) || /<meta name="robots"/.test(html))
    return `${address}: noindex`;
  const canonical = html.match(/<link rel="canonical" href="([^"]+)"/)?.[1];
  return canonical === address ? undefined : `${address}: canonical is ${canonical}`;
}

/** @param {string[]} addresses */
async function flaws(addresses) {
  const found = [];
  for (const address of addresses) found.push(await flaw(address));
  return found.filter((one) => one !== undefined);
}

/** Reads until `holds`, for five seconds at most. @param {(seen: Seen) => boolean} holds */
async function readUntil(holds) {
  let seen = await read();
  for (let tries = 0; tries < 25 && !holds(seen); tries += 1) {
    await pause(200);
    seen = await read();
  }
  return seen;
}

try {
  const { pages, posts } = sitePages();
  const expected = [...pages, ...posts].map(({ path }) => ORIGIN + path).toSorted();
  const began = Date.now();
  const { errors, urls, bozo, version, entries } = await readUntil(({ urls }) =>
    urls.every(({ lastmod }) => lastmod),
  );
  claim("the sitemap is what the schema of sitemaps.org allows", errors.length === 0, errors);
  const named = urls.map(({ loc }) => loc).toSorted();
  const differing = [
    ...expected.filter((one) => !named.includes(one)).map((one) => `missing: ${one}`),
    ...named.filter((one) => !expected.includes(one)).map((one) => `too much: ${one}`),
  ];
  claim(
    `it names the ${expected.length} pages and posts there are, once each`,
    differing.length === 0 && named.length === expected.length,
    differing,
  );
  const undated = urls.filter(({ lastmod }) => !lastmod || !(Date.parse(lastmod) <= Date.now()));
  claim("each has the date of its last change", undated.length === 0, undated);
  note(`all dates are there ${Date.now() - began} ms after the first page`);
  const wrong = await flaws(named);
  claim("each answers 200, is canonical, and may be kept", wrong.length === 0, wrong);

  claim(
    "feedparser reads the feed as Atom 1.0 and forgives nothing",
    bozo === null && version === "atom10",
    bozo ?? version,
  );
  const links = entries.map(({ link }) => link);
  const strangers = links.filter((link) => !expected.includes(link));
  claim(
    `its ${links.length} entries are posts of the sitemap`,
    links.length > 0 && strangers.length === 0,
    strangers,
  );
  const postsThere = expected.filter((one) => one.startsWith(`${ORIGIN}/blogs/`)).length;
  claim(
    "it has every post, or the newest 20",
    links.length === Math.min(postsThere, 20),
    links.length,
  );
  const badLinks = await flaws(links);
  claim("each of them answers 200 and is canonical", badLinks.length === 0, badLinks);
  claim(
    "each entry has an id of its own",
    new Set(entries.map(({ id }) => id)).size === entries.length,
  );
  const about = (await text("/blogs")).match(
    /<link rel="alternate" type="application\/atom\+xml"[^>]*>/,
  )?.[0];
  claim(
    "the list of posts says where the feed is",
    about?.includes('href="/blogs/feed.xml"') === true,
    about,
  );

  const [moved, gone] = links.map((link) => link.split("/blogs/")[1] ?? "");
  await site.command("posts", "rename", moved, "a-new-name");
  await site.command("posts", "rename", "a-new-name", "a-newer-name");
  await site.command("posts", "unpublish", gone);
  const now = await readUntil(
    ({ urls }) =>
      urls.some(({ loc }) => loc.endsWith("/a-newer-name")) && urls.length === named.length - 1,
  );
  const both = [...now.urls.map(({ loc }) => loc), ...now.entries.map(({ link }) => link)];
  const names = (/** @type {string} */ slug) =>
    both.filter((one) => one === `${ORIGIN}/blogs/${slug}`).length;
  claim(
    "a moved post stands in both by its newest address only",
    names("a-newer-name") === 2 && names("a-new-name") + names(moved) === 0,
  );
  claim("one that is taken off the site stands in neither", names(gone) === 0);
  for (const former of [moved, "a-new-name"]) {
    const answer = await fetch(`${site.url}/blogs/${former}`, { redirect: "manual" });
    const to = answer.headers.get("location");
    claim(
      `/blogs/${former} leads there at once, for ever`,
      answer.status === 301 && to === "/blogs/a-newer-name",
      `${answer.status} ${to}`,
    );
  }
  const robots = await text("/robots.txt");
  claim(
    "robots.txt names the sitemap",
    robots.includes(`Sitemap: ${ORIGIN}/sitemap.xml`) && robots.includes("Allow: /"),
    robots,
  );
} finally {
  await site.stop();
}
end();
