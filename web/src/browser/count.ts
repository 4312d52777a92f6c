// Says what visitors do, so that it can be counted: no cookie, nothing kept in the browser, nobody's number. The
// server adds one to the day's sum. A page that the server sends is counted there; one that it does not see,
// because it was fetched ahead, kept by the browser or reached inside the site, is counted here.
const ADDRESS = "/_stats";
/** Longest part of a campaign's name that is said. */
const MOST = 40;

/** What only the page can know. The server has the same list. */
type Event = "view" | "call" | "chat" | "mail" | "directions" | "start";

/** Who is reached by the company's own links, and where it is. */
type Company = {
  name: string;
  phone: string;
  landline: string;
  chat: string;
  email: string;
  address: { latitude: number };
};

/** The campaign that led to this document; it is forgotten with it. */
const landing = new URLSearchParams(location.search);
const campaign = ["utm_source", "utm_campaign"].map((name) =>
  (landing.get(name) ?? "").slice(0, MOST),
);

/** Adds one to today's sum of this page. */
function count(event: Event): void {
  const report = [event, location.pathname, ...campaign].join("\n");
  if (!navigator.sendBeacon(ADDRESS, report))
    fetch(ADDRESS, { method: "POST", body: report, keepalive: true }).catch(() => {});
}

const digits = (number: string) => number.replace(/\D/g, "").replace(/^00/, "");

const CHAT = /^(wa\.me|(api|web)\.whatsapp\.com)$/;
const MAP = /^(maps\.(google\.\w+|apple\.com)|(www\.)?(google\.\w+\/maps|openstreetmap\.org))\//;

/** What a link is for where it leads to the company: by its scheme or host, and by who or what is reached there. */
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

function followed({ target, button, detail }: MouseEvent): void {
  const link = (target as Element).closest<HTMLAnchorElement>("a[href]");
  // The right button opens a menu, and the second click of a double one is no second call.
  if (!link || button === 2 || detail > 1 || link.origin === location.origin) return;
  const { company } = JSON.parse(document.getElementById("page-data")?.textContent ?? "").site;
  const purpose = purposeOf(link.href, company);
  if (purpose) count(purpose);
}

/** Called once in a document. */
function countFromNow(): void {
  for (const type of ["click", "auxclick"] as const) addEventListener(type, followed, true);
  const begun = ({ target }: globalThis.Event) => {
    // There is one kind of form.
    if (!(target as Element).closest("form")) return;
    removeEventListener("input", begun, true);
    count("start");
  };
  addEventListener("input", begun, true);
  addEventListener("pageshow", ({ persisted }) => persisted && count("view"));
  // Said by the navigation inside the site.
  addEventListener("amwaj:view", () => count("view"));
  const [load] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
    deliveryType?: string;
  })[];
  if (load?.deliveryType) count("view");
}

countFromNow();
