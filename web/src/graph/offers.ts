// A page's prices as schema.org offers. A page without prices has none.
import type { Plan, Rate, Section, Site } from "../contract/content.ts";
import type { Node } from "./nodes.ts";

/** The units of prices, by the price's name in facts.toml; codes of UN/CEFACT recommendation 20. */
const UNITS: readonly [RegExp, string][] = [
  [/^plans$/, "ANN"],
  [/-per-square-metre$/, "MTK"],
  [/-per-square-foot$/, "FTK"],
];

/** One price, or the lowest and the highest; an open range has no highest. */
function rangeOf({ from, to }: Rate["amount"]) {
  if (from === to) return { price: from };
  return { minPrice: from, maxPrice: to ?? undefined };
}

/** One line of a price list. */
function rateOffer({ company }: Site, { job, note, price, amount }: Rate): Node {
  const unitCode = UNITS.find(([names]) => names.test(price))?.[1];
  return {
    "@type": "Offer",
    name: job,
    description: note,
    priceSpecification: {
      "@type": unitCode ? "UnitPriceSpecification" : "PriceSpecification",
      ...rangeOf(amount),
      priceCurrency: company.currency,
      unitCode,
    },
  };
}

/** An annual contract: a price per year, at the plan's anchor. */
function planOffer({ company }: Site, url: string, { id, name, description, price }: Plan): Node {
  const cost = { price, priceCurrency: company.currency };
  return {
    "@type": "Offer",
    "@id": `${url}#${id}`,
    url: `${url}#${id}`,
    name,
    description,
    ...cost,
    priceSpecification: { "@type": "UnitPriceSpecification", ...cost, unitCode: "ANN" },
  };
}

/** The offers of the page at `url`, in the page's order. */
export function offersOf(site: Site, url: string, sections: readonly Section[]): Node[] {
  return sections.flatMap((section) => {
    if (section.kind === "rates") return section.rates.map((rate) => rateOffer(site, rate));
    if (section.kind !== "plan-cards") return [];
    return section.plans.map((plan) => planOffer(site, url, plan));
  });
}
