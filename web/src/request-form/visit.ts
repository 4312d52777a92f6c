// Attribution: where the visit came from, noted on its first page and sent with a request.
import { keep, recall } from "../browser/session.ts";

export type Visit = {
  /** Path of the page the request was sent from. */
  page: string;
  /** The referrer of the visit's first page, or empty. */
  referrer: string;
  language: string;
  /** `utm_…` and `gclid` parameters of the first page's address. */
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

/** Notes where the visit came from; called in every document, effective in the first. */
export function rememberLanding(): void {
  landing();
}

export function currentVisit(): Visit {
  return { ...landing(), page: location.pathname, language: navigator.language };
}
