// What an address inside the site leads to, after every redirect of the route table.
import { type PageName, type RedirectRoute, ROUTES } from "../routes.ts";

/** An address without its origin. */
export type Place = { path: string; search: string; hash: string };

export type Destination = Place & { page: PageName };

export const WISHED_PLANS: readonly string[] = ["basic", "premium", "elite"];
export const EMERGENCY = "emergency";

/** The wish that an address carries: a plan's name, `emergency`, or none. */
export function wishIn(search: string): string | null {
  const query = new URLSearchParams(search);
  const plan = query.get("plan");
  if (plan && WISHED_PLANS.includes(plan)) return plan;
  return query.get(EMERGENCY) === "true" ? EMERGENCY : null;
}

/** `/services/:service` matches one part in the place of `:service`. */
function matches(pattern: string, path: string): boolean {
  const expected = pattern.split("/");
  const parts = path.split("/");
  if (expected.length !== parts.length) return false;
  return expected.every((part, at) =>
    part.startsWith(":") ? parts[at] !== "" : part === parts[at],
  );
}

/** Without a trailing slash and in small letters, where that makes an address of the site. */
function canonical(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
  const known = ROUTES.some(({ path: pattern }) => matches(pattern, trimmed));
  return known ? trimmed : trimmed.toLowerCase();
}

function redirected(route: RedirectRoute, place: Place): Place {
  const { path: _, ...rest } = place;
  const moved = { ...rest, path: route.redirect };
  if (!route.keepsWish) return moved;
  const anchor = wishIn(place.search) && route.anchor;
  return anchor ? { ...moved, hash: `#${anchor}` } : moved;
}

/** Where a click ends; an address that no route knows ends at not-found. */
export function resolve(place: Place): Destination {
  const path = canonical(place.path);
  const route = ROUTES.find(({ path: pattern }) => matches(pattern, path));
  if (!route) return { ...place, path, page: "not-found" };
  if ("redirect" in route) return resolve(redirected(route, { ...place, path }));
  return { ...place, path, page: route.page };
}
