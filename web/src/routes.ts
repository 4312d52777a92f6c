// The route table (R11, R12, R13, R14, R15, R16): which page an address shows, or where it redirects. The server reads it
// from the bundle and answers redirects over HTTP; the browser follows the same ones on a click.

/** The kinds of pages. */
export type PageName =
  | "home"
  | "service"
  | "contracts"
  | "contact"
  | "about"
  | "blog-list"
  | "blog-post"
  | "legal"
  | "page"
  | "landing"
  | "request-answer"
  | "not-found";

export type PageRoute = {
  path: string;
  page: PageName;
  /** Where an address with an unknown `:name` part redirects; without this, it is not found. */
  otherwise?: string;
};

export type RedirectRoute = {
  path: string;
  redirect: string;
  /** Moved permanently (HTTP 308); search engines drop the old address. */
  permanent?: boolean;
  /** Keeps a valid prefill of the form (`?plan=…`, `?emergency=true`, R14) in the query, and then adds `anchor`. */
  keepsPrefill?: boolean;
  anchor?: string;
};

export type Route = PageRoute | RedirectRoute;

/** The annual contracts that `?plan=…` may name; content/plans.toml has the same ids. */
export const PLANS: readonly string[] = ["basic", "premium", "elite"];

/** Where the request form posts to (R45, R46, R47). */
export const REQUEST_PATH = "/sendMail.php";

const REQUEST_ANSWER: PageRoute = { path: REQUEST_PATH, page: "request-answer" };

/** The first match wins. An address that matches nothing is not found. */
export const ROUTES: readonly Route[] = [
  { path: "/", page: "home" },
  { path: "/services", redirect: "/" },
  { path: "/services/:service", page: "service", otherwise: "/" },
  { path: "/annual-maintenance-contracts", page: "contracts" },
  { path: "/contracts", redirect: "/annual-maintenance-contracts", permanent: true },
  { path: "/booking", redirect: "/", keepsPrefill: true, anchor: "contact" },
  { path: "/about", redirect: "/" },
  { path: "/contact", redirect: "/" },
  { path: "/contact-us", page: "contact" },
  { path: "/about-us", page: "about" },
  { path: "/blogs", page: "blog-list" },
  { path: "/blogs/:slug", page: "blog-post" },
  { path: "/privacy", page: "legal" },
  { path: "/terms", page: "legal" },
  REQUEST_ANSWER,
];
