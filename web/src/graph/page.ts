// The site, the breadcrumb, a page's FAQ and its main image as schema.org nodes.
import type { Action, PageData, Section, Site } from "../contract/content.ts";
import { linkTo } from "../ui/links.ts";
import { businessId, crumbsId, full, LANGUAGE, type Node, refer, websiteId } from "./nodes.ts";

/** The breadcrumb that a page shows above its heading. */
export type Trail = { crumbs: Action[]; here: string };

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

/** The breadcrumb in the page's banner; home has none. */
export function trailOf(sections: readonly Section[]): Trail | undefined {
  for (const section of sections)
    if (section.kind === "page-banner" || section.kind === "map-banner") return section;
  return undefined;
}

/** The last item is the page itself and needs no address. */
export function breadcrumb(site: Site, url: string, { crumbs, here }: Trail): Node {
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

/** Every question of the page's FAQ with its answer, verbatim. */
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

/** The image in the page's first section, if any. */
export function firstPicture({ sections }: PageData) {
  const [first] = sections;
  if (first?.kind !== "hero" && first?.kind !== "page-banner" && first?.kind !== "map-banner")
    return undefined;
  return first.picture;
}
