// The page itself, the way to it, and the questions that it answers.
import type { Action, PageData, Section, Site } from "../contract/content.ts";
import { linkTo } from "../ui/links.ts";
import { businessId, crumbsId, full, LANGUAGE, type Node, refer, websiteId } from "./nodes.ts";

/** The way to a page as it stands above its heading. */
export type Way = { crumbs: Action[]; here: string };

export function website(site: Site): Node {
  return {
    "@type": "WebSite",
    "@id": websiteId(site),
    name: site.company.name,
    alternateName: site.company.short_name ?? undefined,
    url: full(site, "/"),
    inLanguage: LANGUAGE,
    publisher: refer(businessId(site)),
  };
}

/** The way that a page's own banner shows; home has none. */
export function wayOf(sections: readonly Section[]): Way | undefined {
  for (const section of sections)
    if (section.kind === "page-banner" || section.kind === "map-banner") return section;
  return undefined;
}

/** The last stop is the page itself, and so needs no address. */
export function breadcrumb(site: Site, url: string, { crumbs, here }: Way): Node {
  const stops = crumbs.map(({ label, to }) => ({
    name: label,
    item: full(site, linkTo(to, site.company)),
  }));
  return {
    "@type": "BreadcrumbList",
    "@id": crumbsId(url),
    itemListElement: [...stops, { name: here }].map((stop, at) => ({
      "@type": "ListItem",
      position: at + 1,
      ...stop,
    })),
  };
}

/** Every question of the page with its answer, word for word. */
export function questionsOf({ sections }: PageData): Node[] {
  return sections.flatMap((section) =>
    section.kind !== "questions"
      ? []
      : section.questions.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
  );
}

/** The picture of the first view, where the page has one. */
export function firstPicture({ sections }: PageData) {
  const [first] = sections;
  if (first?.kind !== "hero" && first?.kind !== "page-banner" && first?.kind !== "map-banner")
    return undefined;
  return first.picture;
}
