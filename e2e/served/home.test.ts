// The home page's facts and where it leads, read from the HTML as it is served.
import { expect, test } from "vitest";
import { all, textOf } from "../site/document.ts";
import { filled } from "../site/facts.ts";
import { company, dialled, navigation, section, testimonials } from "../site/words.ts";
import { hrefOf, linksCalled, one, open as openOn, withHeading } from "./parts.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();
const open = () => openOn(site, "/");

test("R17 the services grid leads to all seven services", async () => {
  const { document } = await open();
  const addresses = all(one(document, "#services"), 'a[href^="/services/"]').map(hrefOf);
  expect(new Set(addresses)).toEqual(
    new Set(navigation.services.map((slug: string) => `/services/${slug}`)),
  );
  expect(navigation.services).toHaveLength(7);
});

test("R17 the emergency banner calls, at any hour", async () => {
  const { main } = await open();
  const heading = filled(section("emergency").heading);
  const [emergency] = all(main, "section").filter((one) => textOf(one).includes(heading));
  expect(all(emergency!, `a[href="${dialled(company.phone)}"]`).length).toBeGreaterThan(0);
});

test("R17 R19 three package cards lead to their anchors with their prices", async () => {
  const { main } = await open();
  for (const [name, price, address] of [
    ["Basic", "1,999", "/contracts#basic"],
    ["Premium", "3,499", "/contracts#premium"],
    ["Elite", "5,999", "/contracts#elite"],
  ] as const) {
    const card = all(main, `a[href="${address}"]`)[0]?.closest("article, li");
    for (const said of [name, price, "AED"]) expect(textOf(card), address).toContain(said);
  }
});

test("R17 About Us says since 2005, booking has three steps", async () => {
  const { main } = await open();
  const about = all(main, "section")
    .map(textOf)
    .filter((text) => /since 2005/i.test(text) && /about us/i.test(text));
  expect(about).not.toEqual([]);
  const steps = all(main, "ol > li").map(textOf);
  expect(steps).toHaveLength(3);
  for (const [at, words] of [/pick a service/i, /select a time/i, /confirm and pay/i].entries())
    expect(steps[at]).toMatch(words);
});

test("what is invented is called a sample beside it: each testimonial, and the row of brands", async () => {
  const { main } = await open();
  const marked = all(main, ".sample").map((mark) => mark.closest("figure, section"));
  const slips = all(main, "figure:has(blockquote)");
  expect(marked.filter((one) => slips.includes(one!))).toHaveLength(
    testimonials.filter(({ sample }: { sample?: boolean }) => sample).length,
  );
  expect(marked.filter((one) => one?.className.includes("brands"))).toHaveLength(
    section("brands").sample ? 1 : 0,
  );
});

test("R17 four testimonials with ratings 5, 5, 5 and 4", async () => {
  const { main } = await open();
  expect(all(main, "blockquote")).toHaveLength(4);
  const ratings = all(main, ":is(figure, article, li):has(blockquote)")
    .flatMap((slip) => all(slip, '[role=img][aria-label*="out of 5"]'))
    .map((stars) => Number.parseInt(stars.getAttribute("aria-label")!, 10));
  expect(ratings).toEqual([5, 5, 5, 4]);
  for (const { author, quote } of testimonials) {
    expect(textOf(main)).toContain(author);
    expect(textOf(main)).toContain(quote);
  }
});

test("R19 the hero books a service and shows the contracts", async () => {
  const { main } = await open();
  const [hero] = withHeading(all(main, "section"), /./, "h1");
  expect(hrefOf(linksCalled(hero!, "Book a Service")[0])).toMatch(/^\/?#contact$/);
  expect(hrefOf(linksCalled(hero!, "View Maintenance Contracts")[0])).toBe("/contracts");
});
