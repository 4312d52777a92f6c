// Every fact of the graphs is the one that content/ has: the company, its services and prices, its posts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/shared/amwaj.mjs";
import { contentOf, filled, hoursForMachines, priceOf, sectionsOf } from "../site/facts.ts";
import { nodeOf } from "../site/machines.ts";
import { ORIGIN } from "../site/site.ts";
import { navigation, plans, serviceNames, words } from "../site/words.ts";
import { everyPage } from "./every-page.ts";

const CONTRACTS = "/annual-maintenance-contracts";

const { site, pages, at } = everyPage();
const company = contentOf("company.toml");

/** Pages that are about the company have it in full. */
const ABOUT_US = ["/", "/contact-us", "/about-us"];

for (const path of ABOUT_US)
  test(`R18 ${path} has the company in full, each value as the fact sheet has it`, () => {
    const business = nodeOf(at(path), "HomeAndConstructionBusiness");
    const { address, rating } = company;
    expect(business).toMatchObject({
      "@id": `${ORIGIN}/#business`,
      name: company.name,
      description: company.tagline,
      url: `${ORIGIN}/`,
      telephone: company.phone,
      email: company.email,
      foundingDate: String(company.since),
      address: {
        streetAddress: [address.building, address.street, address.district].join(", "),
        addressLocality: address.city,
        addressCountry: address.country,
      },
      geo: { latitude: address.latitude, longitude: address.longitude },
      areaServed: company.area_served,
      openingHours: hoursForMachines(company.hours.search_engines[0]),
      currenciesAccepted: company.currency,
      aggregateRating: { ratingValue: rating.value, ratingCount: rating.count, bestRating: 5 },
    });
    // The specification's own values: the fact sheet must not move away from them unnoticed.
    expect([rating.value, rating.count, business.openingHours]).toEqual([
      4.8,
      35,
      "Mo-Fr 09:00-18:00",
    ]);
    expect([business.currenciesAccepted, business.paymentAccepted]).toEqual([
      "AED",
      "Cash, Credit Card",
    ]);
    const offered = business.hasOfferCatalog.itemListElement.map(({ itemOffered }: any) => ({
      name: itemOffered.name,
      url: itemOffered.url,
    }));
    expect(offered).toEqual(
      navigation.services.map((slug: string) => ({
        name: serviceNames[slug],
        url: `${ORIGIN}/services/${slug}`,
      })),
    );
  });

test("R18 every other page names the company and how to reach it, and does not say the rest again", () => {
  const others = pages.filter(({ path }) => !ABOUT_US.includes(path));
  expect(others.length).toBeGreaterThan(20);
  for (const { path } of others) {
    const business = nodeOf(at(path), "HomeAndConstructionBusiness");
    const { "@id": id, name, url, telephone } = business;
    const expected = [`${ORIGIN}/#business`, company.name, `${ORIGIN}/`, company.phone];
    expect([id, name, url, telephone], path).toEqual(expected);
    expect(business.aggregateRating, path).toBeUndefined();
  }
});

/** The offers that a page's lines of prices make. */
function ratesIn(file: string): any[] {
  const unit = (name: string) =>
    name === "plans" ? "ANN" : name.endsWith("-per-square-metre") ? "MTK" : undefined;
  return sectionsOf(file, "rates").flatMap(({ rates }) =>
    rates.map(({ job, price }: any) => {
      const { from, to } = priceOf(price);
      return {
        name: job,
        minPrice: from,
        maxPrice: to,
        priceCurrency: "AED",
        unitCode: unit(price),
      };
    }),
  );
}

for (const { path, file } of pages.filter((one) => one.file.startsWith("services/")))
  test(`R12 ${path} is a service of the company, with the prices of its page`, () => {
    const slug = path.split("/").at(-1)!;
    const service = nodeOf(at(path), "Service");
    expect(service).toMatchObject({
      "@id": `${ORIGIN}${path}#service`,
      name: serviceNames[slug],
      url: ORIGIN + path,
      provider: { "@id": `${ORIGIN}/#business` },
      areaServed: company.area_served,
    });
    const offers = (service.offers ?? []).map(({ name, priceSpecification }: any) => {
      const { minPrice, maxPrice, priceCurrency, unitCode } = priceSpecification;
      return { name, minPrice, maxPrice, priceCurrency, unitCode };
    });
    expect(offers).toEqual(ratesIn(file));
  });

test("R23 the three annual contracts are offers at their prices a year, each at its own anchor", () => {
  const service = nodeOf(at(CONTRACTS), "Service");
  const offered = service.offers.map(({ url, name, price, priceCurrency, ...offer }: any) => {
    const { price: again, unitCode } = offer.priceSpecification;
    return { url, name, price, again, priceCurrency, unitCode };
  });
  expect(offered).toEqual(
    plans.map(({ id, name, price }) => ({
      url: `${ORIGIN}${CONTRACTS}#${id}`,
      name,
      price,
      again: price,
      priceCurrency: "AED",
      unitCode: "ANN",
    })),
  );
  expect(offered.map(({ price }: any) => price)).toEqual([1999, 3499, 5999]);
});

test("R37 the blog's list names the posts that stand on it, in their order", async () => {
  const answer = await fetch(site.at("/admin/front/blogs?page=1&per_page=12&fields=slug,title"));
  const listed = (await answer.json()) as { slug: string; title: string }[];
  const blog = nodeOf(at("/blogs"), "Blog");
  expect(blog.name).toBe(words.blog.heading);
  expect(blog.blogPost.map(({ headline, url }: any) => ({ headline, url }))).toEqual(
    listed.map(({ slug, title }) => ({ headline: title, url: `${ORIGIN}/blogs/${slug}` })),
  );
});

for (const { path, file } of pages.filter((one) => one.file.startsWith("posts/")))
  test(`R41 ${path} is a post by the company with its title, day and picture`, () => {
    const front = readFileSync(join(ROOT, "content", file), "utf8").split("---\n")[1]!;
    const said = (name: string) => {
      const line = new RegExp(`^${name}: "?(.*?)"?$`, "m").exec(front)?.[1];
      return line === undefined ? undefined : filled(line);
    };
    const post = nodeOf(at(path), "BlogPosting");
    expect(post).toMatchObject({
      "@id": `${ORIGIN}${path}#post`,
      headline: said("title"),
      description: said("meta_description"),
      author: { "@id": `${ORIGIN}/#business` },
      publisher: { "@id": `${ORIGIN}/#business` },
      mainEntityOfPage: { "@id": `${ORIGIN}${path}#webpage` },
    });
    // A day without an hour begins in Dubai, and is the day that readers see.
    expect(post.datePublished).toBe(`${said("date")}T00:00:00+04:00`);
    expect(Date.parse(post.dateModified)).toBeGreaterThanOrEqual(Date.parse(post.datePublished));
    expect(post.image.caption).toBe(said("image_alt") || undefined);
  });
