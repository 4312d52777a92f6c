// The structured data of pages and data that the content folder doesn't have.
import { expect, test } from "vitest";
import type { PageData, Section, Site } from "../src/contract/content.ts";
import { graphOf } from "../src/graph/graph.ts";
import { scriptJson } from "../src/graph/script-json.ts";
import { ARTICLE, blogView, card } from "./blog.ts";
import { HOME } from "./fixtures/home.ts";

const { site } = HOME;
const { origin } = site;

// biome-ignore lint/suspicious/noExplicitAny: nodes are read as JSON
type Json = any;

const nodes = (page: PageData, changes: Partial<Site> = {}): Json[] => {
  const graph = graphOf({ ...site, ...changes }, page);
  return graph === null ? [] : JSON.parse(JSON.stringify(graph))["@graph"];
};
const ofType = (all: Json[], type: string) => all.find((node) => node["@type"] === type);
const post = (changes: object) => {
  const article = { ...ARTICLE, ...changes };
  return nodes(blogView("blog-post", { path: "/blogs/post-1", article }).page);
};
const offering = (...sections: object[]) =>
  nodes({
    ...HOME.page,
    page: "service",
    path: "/services/a",
    sections: sections as Section[],
  });

test("a page without an address has no structured data", () => {
  expect(graphOf(site, { ...HOME.page, path: null })).toBeNull();
});

test("each page of the list is a page of its own, and all describe the same blog", () => {
  const posts = { posts: [card(1)], page: 2, pages: 3 };
  const { page } = blogView("blog-list", { path: "/blogs", canonical: "/blogs?page=2", posts });
  const all = nodes(page);
  expect(ofType(all, "CollectionPage")).toMatchObject({
    "@id": `${origin}/blogs?page=2#webpage`,
    mainEntity: { "@id": `${origin}/blogs#blog` },
  });
  expect(ofType(all, "Blog")["@id"]).toBe(`${origin}/blogs#blog`);
});

test("an empty list, and one that the browser will fetch, are pages too", () => {
  for (const posts of [{ posts: [], page: 1, pages: 1 }, null]) {
    const all = nodes(blogView("blog-list", { path: "/blogs", posts }).page);
    expect(ofType(all, "CollectionPage").url).toBe(`${origin}/blogs`);
    expect(ofType(all, "Blog")?.blogPost).toBeUndefined();
  }
});

test("R41 a post names its author; without one, the company is the author", () => {
  const author = (name: string | null) => ofType(post({ author: name }), "BlogPosting").author;
  expect(author("Mariam")).toEqual({ "@type": "Person", name: "Mariam" });
  expect(author(null)).toEqual({ "@id": `${origin}/#business` });
});

test("an edit before publication doesn't count as a change", () => {
  const changed = (updated_at: string) =>
    ofType(post({ published_date: "2026-05-12T04:00:00Z", updated_at }), "BlogPosting");
  expect(changed("2026-05-01T04:00:00Z").dateModified).toBe("2026-05-12T08:00:00+04:00");
  expect(changed("2026-06-01T04:00:00Z").dateModified).toBe("2026-06-01T08:00:00+04:00");
});

test("a post that was checked says when, and counts as changed that day", () => {
  const all = post({
    published_date: "2026-05-12T04:00:00Z",
    checked_date: "2026-11-19T20:00:00Z",
  });
  expect(ofType(all, "WebPage").lastReviewed).toBe("2026-11-20T00:00:00+04:00");
  expect(ofType(all, "BlogPosting").dateModified).toBe("2026-11-20T00:00:00+04:00");
  expect(ofType(post({}), "WebPage").lastReviewed).toBeUndefined();
});

test("an image's absolute URL stays as it is, and a decorative image has no caption", () => {
  const picture = { src: "https://pictures.example/a.png", width: 8, height: 5, alt: "" };
  const id = `${origin}/blogs/post-1#picture`;
  const image = { "@type": "ImageObject", "@id": id, url: picture.src };
  expect(ofType(post({ picture }), "BlogPosting").image).toEqual(image);
});

test("the company's social profiles are in its node, if it has any", () => {
  const profiles = (url: string | null) => {
    const company = { ...site.company, socials: [{ network: "instagram" as const, url }] };
    return ofType(nodes(HOME.page, { company }), "HomeAndConstructionBusiness").sameAs;
  };
  expect(profiles("https://www.instagram.com/amwaj")).toEqual(["https://www.instagram.com/amwaj"]);
  expect(profiles(null)).toBeUndefined();
});

test("a price is one amount, a range, or open-ended; a unit price has its unit code", () => {
  const rate = (price: string, amount: object) => ({ job: price, note: "n", price, amount });
  const rates = [
    rate("call-out", { from: 100, to: 100 }),
    rate("cleaning", { from: 150, to: 300 }),
    rate("wall-per-square-metre", { from: 40 }),
    rate("amc-per-square-foot", { from: 20, to: 30 }),
  ];
  const service = ofType(offering({ kind: "rates", rates }), "Service");
  expect(service.offers.map(({ priceSpecification }: Json) => priceSpecification)).toEqual([
    { "@type": "PriceSpecification", price: 100, priceCurrency: "AED" },
    { "@type": "PriceSpecification", minPrice: 150, maxPrice: 300, priceCurrency: "AED" },
    { "@type": "UnitPriceSpecification", minPrice: 40, priceCurrency: "AED", unitCode: "MTK" },
    {
      "@type": "UnitPriceSpecification",
      minPrice: 20,
      maxPrice: 30,
      priceCurrency: "AED",
      unitCode: "FTK",
    },
  ]);
});

test("a page without prices has no offers, and one without areas serves the whole city", () => {
  const service = ofType(offering(), "Service");
  expect(service.offers).toBeUndefined();
  expect(service.areaServed).toEqual(site.company.area_served);
});

test("a page with its own type and an FAQ has both types", () => {
  const questions = [{ question: "Why?", answer: "Because." }];
  const sections = [{ kind: "questions", questions }] as unknown as Section[];
  const all = nodes({ ...HOME.page, page: "about", path: "/about-us", sections });
  const page = all.find((node) => node["@id"] === `${origin}/about-us#webpage`);
  expect(page["@type"]).toEqual(["AboutPage", "FAQPage"]);
  expect(page.mainEntity[0].acceptedAnswer.text).toBe("Because.");
});

test("JSON cannot close its script element, and parses back unchanged", () => {
  const value = { title: "</script><!-- <script> \u2028 &amp;" };
  expect(scriptJson(value)).not.toContain("<");
  expect(JSON.parse(scriptJson(value))).toEqual(value);
});
