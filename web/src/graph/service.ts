// The service that a page offers, or the annual contracts, as a schema.org node.
import type { PageData, Site } from "../contract/content.ts";
import { businessId, listed, type Node, refer, serviceId } from "./nodes.ts";
import { offersOf } from "./offers.ts";

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
    areaServed: listed(site.company.area_served),
    offers: listed(offersOf(site, url, page.sections)),
  };
}
