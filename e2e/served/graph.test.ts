// The graph of every page, as it is served: whole, in schema.org's words, and the same as what is drawn.
import { describe, expect, test } from "vitest";
import { contentOf, sectionsOf } from "../site/facts.ts";
import { allOf, nodeOf, nodesOf } from "../site/machines.ts";
import { ORIGIN } from "../site/site.ts";
import { isA, misunderstood, typesOf } from "../site/vocabulary.ts";
import { everyPage } from "./every-page.ts";

const { pages, at } = everyPage();
const company = contentOf("company.toml");

/** Types of pages besides plain ones. */
const TYPES: Record<string, string[]> = {
  "/about-us": ["AboutPage"],
  "/contact-us": ["ContactPage"],
  "/blogs": ["CollectionPage"],
};

/** The questions of a page's file, in their order. */
const questionsIn = (file: string): any[] =>
  sectionsOf(file, "questions").flatMap(({ questions }) => questions);

/**
 * Properties that Google asks of the types it shows, and useful ones where it asks for nothing
 * (developers.google.com/search/docs/appearance/structured-data).
 */
const OWED: Record<string, string[]> = {
  LocalBusiness: ["name", "address", "url", "telephone"],
  PostalAddress: ["streetAddress", "addressLocality", "addressCountry"],
  AggregateRating: ["ratingValue", "ratingCount"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position", "name"],
  Question: ["name", "acceptedAnswer"],
  Answer: ["text"],
  BlogPosting: ["headline", "datePublished"],
  Offer: [],
  WebSite: ["name", "url"],
  WebPage: ["name", "url", "isPartOf", "inLanguage"],
  Service: ["name", "url"],
  ImageObject: ["url"],
};

function owing(graph: any[]): string[] {
  return Object.entries(OWED).flatMap(([type, properties]) =>
    everyNode(graph)
      .filter((node) => typesOf(node).some((own) => isA(own, type)))
      .flatMap((node) =>
        properties
          .filter((property) => node[property] === undefined)
          .map((property) => `${typesOf(node)} ${node["@id"] ?? ""} without ${property}`),
      ),
  );
}

function everyNode(value: any): any[] {
  if (!value || typeof value !== "object") return [];
  return [...(value["@type"] ? [value] : []), ...Object.values(value).flatMap(everyNode)];
}

for (const { path, file } of pages) {
  describe(path, () => {
    test(`${path} has one graph that schema.org understands, and every reference in it leads to a node`, () => {
      const { graphs } = at(path);
      expect(graphs).toHaveLength(1);
      expect(JSON.parse(graphs[0]!)["@context"]).toBe("https://schema.org");
      expect(misunderstood(nodesOf(at(path)))).toEqual([]);
    });

    test(`${path} says all that search engines ask of its types, and nothing is left to be filled in`, () => {
      expect(owing(nodesOf(at(path)))).toEqual([]);
      expect(at(path).graphs[0]).not.toMatch(/undefined|\[object |\{[a-z]+\.[^}"]*\}/);
      const urls = everyNode(nodesOf(at(path))).flatMap(({ url, item }) => [url, item]);
      const ours = urls.filter((url) => typeof url === "string");
      expect(ours.filter((url) => !url.startsWith(`${ORIGIN}/`))).toEqual([]);
    });

    test(`R10 ${path} is one page of the site in the graph, with the title, description and address of its head`, () => {
      const one = at(path);
      const questions = questionsIn(file).length > 0 ? ["FAQPage"] : [];
      const types = [...(TYPES[path] ?? []), ...questions];
      const page = nodesOf(one).find((node) => node["@id"] === `${ORIGIN}${path}#webpage`);
      expect(typesOf(page)).toEqual(types.length > 0 ? types : ["WebPage"]);
      expect(page).toMatchObject({
        url: one.canonical,
        name: one.title,
        description: one.metas.description![0],
        inLanguage: one.lang,
        isPartOf: { "@id": `${ORIGIN}/#website` },
      });
      expect(nodeOf(one, "WebSite")).toMatchObject({ name: company.name, url: `${ORIGIN}/` });
    });

    test(`${path} has the way to it in the graph as it stands above its heading`, () => {
      const { crumbs } = at(path);
      const list = nodeOf(at(path), "BreadcrumbList");
      if (path === "/") expect(list).toBeUndefined();
      expect((list?.itemListElement ?? []).map(({ name, item }: any) => ({ name, item }))).toEqual(
        crumbs.map(({ name, href }) => ({ name, item: href ? ORIGIN + href : undefined })),
      );
      expect((list?.itemListElement ?? []).map(({ position }: any) => position)).toEqual(
        crumbs.map((_, place) => place + 1),
      );
    });

    test(`${path} has in the graph the questions and answers that are drawn on it, word for word`, () => {
      const asked = allOf(nodesOf(at(path)), "Question").map(({ name, acceptedAnswer }) => ({
        question: name,
        answer: acceptedAnswer.text,
      }));
      expect(asked).toEqual(at(path).questions);
      expect(asked).toEqual(questionsIn(file));
    });
  });
}

test("the check of the graph would find a wrong type, property, value and reference", () => {
  const id = "https://a.example/#x";
  const wrong = [
    { "@type": "Bussiness", name: "A" },
    { "@type": "Offer", openingHours: "Mo" },
    { "@type": "Service", provider: { "@type": "Offer", name: "A" }, name: "" },
    { "@type": "WebPage", about: { "@id": "https://a.example/#nobody" } },
    { "@type": "LocalBusiness", "@id": id, aggregateRating: "4.8" },
    { "@type": "WebPage", "@id": id, breadcrumb: { "@id": id } },
  ];
  const said = misunderstood(wrong).join("\n");
  for (const part of [
    "schema.org has no type Bussiness",
    "Offer.openingHours: Offer has no such property",
    "Service.provider: ",
    "Service.name is empty",
    "#nobody",
    "LocalBusiness.aggregateRating: ",
    "is said twice",
    "WebPage.breadcrumb: ",
  ])
    expect(said).toContain(part);
});
