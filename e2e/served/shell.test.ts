// Surroundings of every page: the footer's links and year, links to the company, and the head of the not-found page.
import { expect, test } from "vitest";
import { sitePages } from "../../scripts/shared/pages.mjs";
import { all, documentOf, textOf } from "../site/document.ts";
import { ask } from "../site/http.ts";
import { chatLinkOn, company, dialled, navigation } from "../site/words.ts";
import { hrefOf, one, open } from "./parts.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();
const footer = async () => one((await open(site, "/")).document, "body > footer, footer");

test("R6 the footer leads to the company’s pages, five services, privacy and terms", async () => {
  const links = all(await footer(), "a").map(hrefOf);
  for (const address of [
    "/",
    "/annual-maintenance-contracts",
    "/about#about",
    "/blogs",
    "/privacy",
    "/terms",
  ])
    expect(links, address).toContain(address);
  expect(links.filter((address) => address?.startsWith("/services/"))).toEqual(
    navigation.footer_services.map((slug: string) => `/services/${slug}`),
  );
  expect(navigation.footer_services).toHaveLength(5);
});

test("R6 a social link is shown only where the company has an address there", async () => {
  const known = company.socials.filter(({ url }: any) => url);
  const social = ["https://www.instagram", "https://www.facebook"].map(
    (begin) => `a[href^="${begin}"]`,
  );
  const named = ["Instagram", "Facebook"].map((name) => `a[aria-label=${name}]`);
  expect(all(await footer(), [...social, ...named].join(", "))).toHaveLength(known.length);
  const { document } = await open(site, "/");
  expect(all(document, 'a[href=""], a[href="#"], a:not([href])')).toEqual([]);
});

test("R6 the footer shows the current year in Dubai", async () => {
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Dubai" });
  expect(textOf(await footer())).toContain(`© ${year.format(new Date())} ${company.name}`);
});

test("R10 the not-found page has a title of its own and is kept from search engines", async () => {
  const { text } = await ask(site.at("/no-such-page"));
  expect(text.match(/<title>/g)).toHaveLength(1);
  expect(text).toContain("<title>Page Not Found");
  expect(text).toMatch(/<meta name="robots" content="noindex/);
  expect(text).not.toContain('rel="canonical"');
});

test("iOS is told not to turn numbers, dates and addresses into links of its own", async () => {
  const { text } = await ask(site.at("/"));
  const said = /<meta name="format-detection" content="([^"]+)"/.exec(text)?.[1] ?? "";
  for (const kind of ["telephone", "date", "address", "email"])
    expect(said).toContain(`${kind}=no`);
});

test("R7 R50 every telephone, mail and chat link on every page is the company's, and a chat says what the page is about", async () => {
  for (const { path } of sitePages().pages) {
    const own = [
      dialled(company.phone),
      dialled(company.landline),
      chatLinkOn(path),
      `mailto:${company.email}`,
    ];
    const { text } = await ask(site.at(path));
    const links = [...text.matchAll(/href="((?:tel:|mailto:|https:\/\/wa\.me)[^"]*)"/g)].map(
      ([, link]) => link!,
    );
    expect(links.length, path).toBeGreaterThan(2);
    expect(
      links.filter((link) => !own.includes(link)),
      path,
    ).toEqual([]);
  }
});

test("there are prices and telephone numbers inside sentences, so that the walk can find a split one", async () => {
  let figures = 0;
  for (const { path } of sitePages().pages) {
    const { text } = await ask(site.at(path));
    figures += all(documentOf(text), "main p .num").length;
  }
  expect(figures).toBeGreaterThan(20);
});
