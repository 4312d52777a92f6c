// Every address: a page, a redirect that ends in one, or an honest 404. Clicks are in ../routes.spec.ts.
import { expect, test } from "vitest";
import { ask, follow, pathOf } from "../site/http.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();

const REDIRECTS: [rule: string, from: string, to: string][] = [
  ["R11", "/services", "/"],
  ["R11", "/services/no-such-service", "/"],
  ["R14", "/booking", "/"],
  ["R14", "/about", "/"],
  ["R14", "/contact", "/"],
  ["R14", "/booking?plan=basic", "/?plan=basic#contact"],
  ["R14", "/booking?plan=premium", "/?plan=premium#contact"],
  ["R14", "/booking?plan=elite", "/?plan=elite#contact"],
  ["R14", "/booking?emergency=true", "/?emergency=true#contact"],
  ["R16", "/contracts", "/annual-maintenance-contracts"],
  ["R16", "/blogs/", "/blogs"],
  ["R16", "/About-Us", "/about-us"],
  ["R16", "/SERVICES/Plumbing-Services-In-Dubai/", "/services/plumbing-services-in-dubai"],
];

for (const [rule, from, to] of REDIRECTS) {
  test(`${rule} ${from} is redirected to ${to}`, async () => {
    const answer = await ask(site.at(from));
    expect([301, 302, 303, 307, 308]).toContain(answer.status);
    expect(pathOf(new URL(answer.headers.location!, site.at("/")).href)).toBe(to);
    const stops = await follow(site.at(from));
    expect(stops).toHaveLength(2);
  });
}

test("R16 a trailing slash or capitals lead to the canonical address, with the query", async () => {
  const ends: [from: string, to: string][] = [
    ["/Services/", "/"],
    ["/CONTRACTS", "/annual-maintenance-contracts"],
    ["/contracts/", "/annual-maintenance-contracts"],
    ["/Booking/?plan=basic", "/?plan=basic#contact"],
    ["/About/", "/"],
  ];
  for (const [from, to] of ends)
    expect((await follow(site.at(from))).at(-1)!.address, from).toBe(to);
});

test("R15 anything else is the not-found page with status 404", async () => {
  for (const path of [
    "/no-such-page",
    "/blog",
    "/index.php",
    "/services/a/b",
    "/%00",
    "/..%2f..%2fetc/passwd",
    "/assets/none.js",
    "/%E0%A4%A",
  ]) {
    const answer = await ask(site.at(path));
    expect([400, 404], path).toContain(answer.status);
    if (!path.includes("%") && !path.startsWith("/assets"))
      expect(answer.text, path).toContain("Page Not Found");
  }
});

test("R15 a scan of unknown addresses draws nothing: each answers the same finished page @timed", async () => {
  const pages = new Set<string>();
  const took = { known: 0, unknown: 0 };
  // In turn, so that a busy moment hits both. A drawing takes several times as long as a finished page.
  for (let number = 0; number < 300; number += 1) {
    const headers = { "Accept-Encoding": "br" };
    const began = performance.now();
    expect((await ask(site.at("/privacy"), { headers })).status).toBe(200);
    const between = performance.now();
    const answer = await ask(site.at(`/scan-${number}.php?x=${number}`), { headers });
    took.known += between - began;
    took.unknown += performance.now() - between;
    expect(answer.status).toBe(404);
    // As text: its bytes change once, when the start's pages are recompressed.
    pages.add(answer.text);
  }
  expect(pages.size).toBe(1);
  const ratio = took.unknown / took.known;
  console.log(`an unknown address takes ${ratio.toFixed(2)} times a finished page, limit 2`);
  if (process.env.AMWAJ_TEST_TIMES) expect(ratio, "beside a finished page").toBeLessThan(2);
});
