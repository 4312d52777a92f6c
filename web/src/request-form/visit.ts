// Where a visit came from: kept from its first page, sent along with a request.
import { keep, recall } from "../browser/session.ts";

export type Visit = {
  /** Path of the page the request was sent from. */
  page: string;
  /** Address that led to the first page of the visit; empty where there was none. */
  referrer: string;
  language: string;
  /** `utm_…` and `gclid` of the first page's address. */
  campaign: Record<string, string>;
};

type Landing = Pick<Visit, "referrer" | "campaign">;

const KEPT_AS = "amwaj.landing";
const CAMPAIGN = /^(utm_\w+|gclid)$/;

function landing(): Landing {
  const kept = recall<Landing>(KEPT_AS);
  if (kept) return kept;
  const parameters = [...new URLSearchParams(location.search)];
  const campaign = Object.fromEntries(parameters.filter(([name]) => CAMPAIGN.test(name)));
  const first = { referrer: document.referrer, campaign };
  keep(KEPT_AS, first);
  return first;
}

/** Call on the first page of a visit, so that its address is remembered. */
export function rememberLanding(): void {
  landing();
}

export function currentVisit(): Visit {
  return { ...landing(), page: location.pathname, language: navigator.language };
}
