// What a page offers: one of the services, or the annual contracts.
import type { PageData, Section, Site } from "../contract/content.ts";
import { businessId, listed, type Node, refer, serviceId } from "./nodes.ts";
import { offersOf } from "./offers.ts";

/** The communities that the page names; where it names none, those of the whole company. */
function areaOf(site: Site, sections: readonly Section[]): string[] {
  const named = sections.flatMap((section) =>
    section.kind === "areas" ? section.bands.flatMap(({ areas }) => areas) : [],
  );
  return named.length > 0 ? named : site.company.area_served;
}

/** The service's name where it has a card, else what the page calls itself. */
function nameOf(site: Site, { path, title, sections }: PageData): string {
  const card = site.services.find((service) => service.path === path);
  const banner = sections.find(({ kind }) => kind === "page-banner");
  return card?.name ?? (banner?.kind === "page-banner" ? banner.heading : title);
}

export function service(site: Site, url: string, page: PageData): Node {
  return {
    "@type": "Service",
    "@id": serviceId(url),
    name: nameOf(site, page),
    description: page.description,
    url,
    provider: refer(businessId(site)),
    areaServed: listed(areaOf(site, page.sections)),
    offers: listed(offersOf(site, url, page.sections)),
  };
}
