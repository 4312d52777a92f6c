// The one route table: which page an address shows, or where it leads. The server answers its
// redirects over HTTP, the browser follows the same ones on a click.

/** Kinds of pages that the server can fill with data. */
export type PageName =
  | "home"
  | "service"
  | "contracts"
  | "contact"
  | "about"
  | "blog-list"
  | "blog-post"
  | "legal"
  | "request-answer"
  | "not-found";

export type PageRoute = {
  path: string;
  page: PageName;
  /** Where an address leads whose `:name` part nobody knows; without it, to not-found. */
  otherwise?: string;
};

export type RedirectRoute = {
  path: string;
  redirect: string;
  /** Moved for ever (HTTP 308); search engines forget the old address. */
  permanent?: boolean;
  /** Carries a wish (`?plan=…`, `?emergency=true`) along, and only then ends at `anchor`. */
  keepsWish?: boolean;
  anchor?: string;
};

export type Route = PageRoute | RedirectRoute;

/** In order: the first match wins. An address that matches nothing is not found. */
export const ROUTES: readonly Route[] = [
  { path: "/", page: "home" },
  { path: "/services", redirect: "/" },
  { path: "/services/:service", page: "service", otherwise: "/" },
  { path: "/annual-maintenance-contracts", page: "contracts" },
  { path: "/contracts", redirect: "/annual-maintenance-contracts", permanent: true },
  { path: "/booking", redirect: "/", keepsWish: true, anchor: "contact" },
  { path: "/about", redirect: "/" },
  { path: "/contact", redirect: "/" },
  { path: "/contact-us", page: "contact" },
  { path: "/about-us", page: "about" },
  { path: "/blogs", page: "blog-list" },
  { path: "/blogs/:slug", page: "blog-post" },
  { path: "/privacy", page: "legal" },
  { path: "/terms", page: "legal" },
  { path: "/sendMail.php", page: "request-answer" },
];
