// Reports visitor events to the server's statistics: no cookie, no storage, no visitor id; the server adds one to the
// day's count. The server counts the page views that it serves; this counts those it doesn't see, because the page was
// prefetched, came from the browser's cache or was reached by client-side navigation.
import { pageLoad } from "./page-load.ts";

const ADDRESS = "/_stats";
/** A longer campaign name is cut. */
const MAX_CAMPAIGN_CHARS = 40;

/** The events that only the browser sees. The server has the same list. */
type Event = "view" | "call" | "chat" | "mail" | "directions" | "start";

/** The company's contact data, to recognise its own links. */
type Company = {
  name: string;
  phone: string;
  landline: string;
  chat: string;
  email: string;
  address: { latitude: number };
};

const address = document.querySelector<HTMLElement>("script[data-site]")?.dataset.site ?? "";
/** Data shared by all pages; the page's own scripts fetch the same file. */
const site: Promise<{ company: Company } | null> = address
  ? fetch(address)
      .then((response) => response.json())
      .catch(() => null)
  : Promise.resolve(null);

/** The campaign in this document's address; it isn't stored. */
const landing = new URLSearchParams(location.search);
const campaign = ["utm_source", "utm_campaign"].map((name) =>
  (landing.get(name) ?? "").slice(0, MAX_CAMPAIGN_CHARS),
);

/** Reports one event on this page. */
function count(event: Event): void {
  const report = [event, location.pathname, ...campaign].join("\n");
  // Some privacy settings take it away.
  if (!navigator.sendBeacon?.(ADDRESS, report))
    fetch(ADDRESS, { method: "POST", body: report, keepalive: true }).catch(() => {});
}

const digits = (number: string) => number.replace(/\D/g, "").replace(/^00/, "");

const CHAT = /^(wa\.me|(api|web)\.whatsapp\.com)$/;
const MAP = /^(maps\.(google\.\w+|apple\.com)|(www\.)?(google\.\w+\/maps|openstreetmap\.org))\//;

/** The event of a link that reaches the company; null for any other link. */
export function purposeOf(href: string, company: Company): Event | null {
  const { protocol, hostname, pathname, searchParams } = new URL(href);
  const { name, phone, landline, chat, email, address } = company;
  const query = [...searchParams.values()].join();
  if (protocol === "tel:")
    return [phone, landline].map(digits).includes(digits(pathname)) ? "call" : null;
  if (protocol === "mailto:") return pathname.toLowerCase() === email.toLowerCase() ? "mail" : null;
  if (CHAT.test(hostname))
    return digits(searchParams.get("phone") ?? pathname) === digits(chat) ? "chat" : null;
  const isOurs = query.includes(name) || query.includes(`${address.latitude}`);
  return isOurs && MAP.test(`${hostname + pathname}/`) ? "directions" : null;
}

function onLinkClick({ target, button, detail }: MouseEvent): void {
  const link = (target as Element).closest<HTMLAnchorElement>("a[href]");
  // The right button opens a menu; the second click of a double click must not count again.
  if (!link || button === 2 || detail > 1 || link.origin === location.origin) return;
  const { href } = link;
  site.then((shared) => {
    const purpose = shared && purposeOf(href, shared.company);
    if (purpose) count(purpose);
  });
}

function startCounting(): void {
  for (const type of ["click", "auxclick"] as const) addEventListener(type, onLinkClick, true);
  const onFirstInput = ({ target }: globalThis.Event) => {
    // The site has one kind of form.
    if (!(target as Element).closest("form")) return;
    removeEventListener("input", onFirstInput, true);
    count("start");
  };
  addEventListener("input", onFirstInput, true);
  addEventListener("pageshow", ({ persisted }) => persisted && count("view"));
  // Dispatched by client-side navigation (navigation/use-navigation.ts).
  addEventListener("amwaj:view", () => count("view"));
  if (pageLoad()?.deliveryType) count("view");
}

startCounting();
