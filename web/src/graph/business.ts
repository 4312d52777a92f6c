// The company as a schema.org node (R18): in full on pages about it, as a stub on all others.
import type { Site } from "../contract/content.ts";
import { businessId, full, listed, type Node, serviceId } from "./nodes.ts";

const BEST_RATING = 5;

export function businessStub(site: Site): Node {
  const { name, phone } = site.company;
  return {
    "@type": "HomeAndConstructionBusiness",
    "@id": businessId(site),
    name,
    url: full(site, "/"),
    telephone: phone,
    address: addressOf(site),
  };
}

/** The postal address. */
function addressOf({ company }: Site): Node {
  const { building, street, district, city, country } = company.address;
  return {
    "@type": "PostalAddress",
    streetAddress: `${building}, ${street}, ${district}`,
    addressLocality: city,
    addressCountry: country,
  };
}

/** The company in full. Opening hours keep schema.org's short form, "Mo-Fr 09:00-18:00". */
export function business(site: Site): Node {
  const { company, services } = site;
  const { address, rating, logo } = company;
  return {
    ...businessStub(site),
    description: company.tagline,
    logo: full(site, logo.on_light.src),
    image: full(site, logo.on_light.src),
    email: company.email,
    foundingDate: String(company.since),
    geo: { "@type": "GeoCoordinates", latitude: address.latitude, longitude: address.longitude },
    areaServed: listed(company.area_served),
    openingHours: company.hours.structured,
    currenciesAccepted: company.currency,
    paymentAccepted: company.payment.join(", "),
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: rating.value,
      ratingCount: rating.count,
      bestRating: BEST_RATING,
    },
    sameAs: listed(company.socials.flatMap(({ url }) => url ?? [])),
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      name: site.words.labels.services,
      itemListElement: services.map(({ name, path }) => {
        const url = full(site, path);
        const service = { "@type": "Service", "@id": serviceId(url), name, url };
        return { "@type": "Offer", itemOffered: service };
      }),
    },
  };
}
