// The company as a schema.org node (R18): in full on pages about it, as a stub on all others.
import type { Site, SpecialHours } from "../contract/content.ts";
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

/** Search engines read a day that opens and closes at midnight as closed. */
function specialHours({ name, from, to, opens, closes, weekdays }: SpecialHours): Node {
  return {
    "@type": "OpeningHoursSpecification",
    name,
    validFrom: from,
    validThrough: to,
    dayOfWeek: listed(weekdays),
    opens: opens ?? "00:00",
    closes: closes ?? "00:00",
  };
}

/** The company in full. Opening hours have schema.org's short form, "Mo-Fr 09:00-18:00". */
export function business(site: Site): Node {
  const { company, services } = site;
  const { address, hours, rating, logo } = company;
  return {
    ...businessStub(site),
    description: company.tagline,
    logo: full(site, logo.on_light.src),
    image: full(site, logo.on_light.src),
    email: company.email,
    foundingDate: String(company.since),
    geo: { "@type": "GeoCoordinates", latitude: address.latitude, longitude: address.longitude },
    areaServed: listed(company.area_served),
    openingHours: hours.structured.length > 1 ? hours.structured : hours.structured[0],
    specialOpeningHoursSpecification: listed(hours.special.map(specialHours)),
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
