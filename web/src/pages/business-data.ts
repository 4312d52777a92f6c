// The company as structured data for search engines (R18), in the words of schema.org.
import type { Site } from "../contract/content.ts";

/** "Mo-Fr 09:00-18:00" stays in its short form; the services become a catalogue of offers. */
export function businessData(site: Site): object {
  const { company, services, origin } = site;
  const { address, rating } = company;
  return {
    "@context": "https://schema.org",
    "@type": "HomeAndConstructionBusiness",
    "@id": `${origin}/#business`,
    name: company.name,
    description: company.tagline,
    url: `${origin}/`,
    logo: origin + company.logo.on_light.src,
    image: origin + company.logo.on_light.src,
    telephone: company.phone,
    email: company.email,
    foundingDate: String(company.since),
    address: {
      "@type": "PostalAddress",
      streetAddress: `${address.building}, ${address.street}, ${address.district}`,
      addressLocality: address.city,
      addressCountry: address.country,
    },
    geo: { "@type": "GeoCoordinates", latitude: address.latitude, longitude: address.longitude },
    areaServed: company.area_served,
    openingHours: company.hours.structured,
    currenciesAccepted: company.currency,
    paymentAccepted: company.payment.join(", "),
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: rating.value,
      ratingCount: rating.count,
      bestRating: 5,
    },
    sameAs: company.socials.flatMap(({ url }) => url ?? []),
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      name: company.name,
      itemListElement: services.map(({ name, path, summary }) => ({
        "@type": "Offer",
        itemOffered: { "@type": "Service", name, description: summary, url: origin + path },
      })),
    },
  };
}
