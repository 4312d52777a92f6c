// What the page says that things cost, as offers. Nothing is offered where the page gives no price.
import type { Plan, Rate, Section, Site } from "../contract/content.ts";
import type { Node } from "./nodes.ts";

/** Units that prices are for, by how the price is called in facts.toml; codes of UN/CEFACT recommendation 20. */
const UNITS: readonly [RegExp, string][] = [
  [/^plans$/, "ANN"],
  [/-per-square-metre$/, "MTK"],
  [/-per-square-foot$/, "FTK"],
];

/** One price, or the lowest and the highest; without a highest it is open. */
function rangeOf({ from, to }: Rate["amount"]) {
  if (from === to) return { price: from };
  return { minPrice: from, maxPrice: to ?? undefined };
}

/** A line of a section on prices. */
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

/** An annual contract: a price a year, at the plan's own anchor. */
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

/** The offers of a page at `url`, in the order they stand on it. */
export function offersOf(site: Site, url: string, sections: readonly Section[]): Node[] {
  return sections.flatMap((section) => {
    if (section.kind === "rates") return section.rates.map((rate) => rateOffer(site, rate));
    if (section.kind !== "plan-cards") return [];
    return section.plans.map((plan) => planOffer(site, url, plan));
  });
}
