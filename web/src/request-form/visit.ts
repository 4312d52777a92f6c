// Attribution: where the visit came from (first touch), and where it last came back from (last touch), noted when a page
// is opened from elsewhere and sent with a request.
import { keep, recall } from "../browser/session.ts";

/** A way to the site from elsewhere. */
type Touch = {
  /** Path and query of the page it led to. */
  landing: string;
  /** The address it came from, or empty. */
  referrer: string;
};

export type Visit = Touch & {
  /** Path of the page the request was sent from. */
  page: string;
  language: string;
  /** `utm_…` parameters and click ids of the landing page's address. */
  campaign: Record<string, string>;
  /** The last touch, where the visit came back from elsewhere after its first page. */
  last_landing?: string;
  last_referrer?: string;
};

type Kept = { first: Touch; last?: Touch };

const KEPT_AS = "amwaj.visit";
const CAMPAIGN = /^(utm_\w+|gclid|gbraid|wbraid|fbclid)$/;

function campaignIn(landing: string): Record<string, string> {
  const parameters = [...new URLSearchParams(landing.split("?")[1])];
  return Object.fromEntries(parameters.filter(([name]) => CAMPAIGN.test(name)));
}

/** Path and query of the page of ours that a tab was opened from. */
function openedFrom({ referrer }: Touch): string | null {
  return referrer.startsWith(`${location.origin}/`) ? referrer.slice(location.origin.length) : null;
}

function isFromElsewhere(now: Touch): boolean {
  const isOurs = now.referrer === "" || openedFrom(now) !== null;
  return !isOurs || Object.keys(campaignIn(now.landing)).length > 0;
}

function touch(): Touch {
  return { landing: location.pathname + location.search, referrer: document.referrer };
}

function read(): Kept {
  return recall<Kept>(KEPT_AS) ?? { first: touch() };
}

/** Notes where the visit came from; called in every document. */
export function rememberTouch(): void {
  const kept = read();
  const now = touch();
  if (isFromElsewhere(now) && now.landing !== kept.first.landing) kept.last = now;
  keep(KEPT_AS, kept);
}

export function currentVisit(): Visit {
  const { first, last } = read();
  const own = campaignIn(first.landing);
  const campaign = Object.keys(own).length > 0 ? own : campaignIn(openedFrom(first) ?? "");
  const visit = { ...first, campaign, page: location.pathname, language: navigator.language };
  return last ? { ...visit, last_landing: last.landing, last_referrer: last.referrer } : visit;
}
