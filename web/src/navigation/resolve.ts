// Resolves an address inside the site to its page, following the route table's redirects, and reads the name of the
// form's prefill from an address (R14), or from the page that the visitor comes from (R4).
import { type PageName, PLANS, type RedirectRoute, ROUTES } from "../routes.ts";

/** An address without its origin. */
export type Place = { path: string; search: string; hash: string };

export type Destination = Place & { page: PageName };

const EMERGENCY = "emergency";

/** The name of the prefill in an address: a plan's, `emergency`, a service's, or null. */
export function prefillIn(search: string): string | null {
  const query = new URLSearchParams(search);
  const plan = query.get("plan");
  if (plan && PLANS.includes(plan)) return plan;
  return query.get(EMERGENCY) === "true" ? EMERGENCY : query.get("service") || null;
}

/** `:service` in `/services/:service` matches any one part. */
function matches(pattern: string, path: string): boolean {
  const expected = pattern.split("/");
  const parts = path.split("/");
  if (expected.length !== parts.length) return false;
  return expected.every((part, at) =>
    part.startsWith(":") ? parts[at] !== "" : part === parts[at],
  );
}

/** The path without trailing slashes and, where no route matches it as it is, in lower case (R16). */
function canonical(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
  const known = ROUTES.some(({ path: pattern }) => matches(pattern, trimmed));
  return known ? trimmed : trimmed.toLowerCase();
}

function redirected(route: RedirectRoute, place: Place): Place {
  const { path: _, ...rest } = place;
  const moved = { ...rest, path: route.redirect };
  if (!route.keepsPrefill) return moved;
  const anchor = prefillIn(place.search) && route.anchor;
  return anchor ? { ...moved, hash: `#${anchor}` } : moved;
}

/** The page that a click leads to; `not-found` where there can be none. Whether the company has the page, the server knows. */
export function resolve(place: Place): Destination {
  const path = canonical(place.path);
  const route = ROUTES.find(({ path: pattern }) => matches(pattern, path));
  // Files in content/pages/ that the table doesn't know have such addresses.
  if (!route) return { ...place, path, page: /^\/[a-z\d-]+$/.test(path) ? "page" : "not-found" };
  if ("redirect" in route) return resolve(redirected(route, { ...place, path }));
  return { ...place, path, page: route.page };
}

/** The service whose page is at `path`. */
function serviceAt(path: string): string | null {
  const { page, path: found } = resolve({ path, search: "", hash: "" });
  return page === "service" ? (found.split("/").at(-1) ?? null) : null;
}

/**
 * The prefill for a visitor who comes from the page at `from`: the one that the address asks for, or else that of the
 * service which the page is about. An urgent request can be about that service too.
 */
export function prefillFrom(from: string, search: string): string | null {
  const asked = prefillIn(search);
  if (asked && asked !== EMERGENCY) return asked;
  return [serviceAt(from), asked].filter(Boolean).join(" ") || null;
}
