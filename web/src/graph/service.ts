// The service that a page offers, or the annual contracts, as a schema.org node.
import type { PageData, Section, Site } from "../contract/content.ts";
import { businessId, listed, type Node, refer, serviceId } from "./nodes.ts";
import { offersOf } from "./offers.ts";

/** The areas that the page names; without any, the company's. */
function areaOf(site: Site, sections: readonly Section[]): string[] {
  const named = sections.flatMap((section) =>
    section.kind === "areas"
      ? [...section.bands.flatMap(({ areas }) => areas), ...section.names]
      : [],
  );
  return named.length > 0 ? named : site.company.area_served;
}

/** The name on the service's card, or else the page's heading. */
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
