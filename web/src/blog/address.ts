// The blog's addresses.
import { encoded } from "../browser/text.ts";

export const BLOG = "/blogs";

/** The Atom feed. */
export const FEED = "/blogs/feed.xml";

export function postAddress(slug: string): string {
  return `${BLOG}/${encoded(slug)}`;
}

/** A page of the list; the first page has no number in its address. */
export function listAddress(page: number): string {
  return page > 1 ? `${BLOG}?page=${page}` : BLOG;
}
