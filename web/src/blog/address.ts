// Addresses of the blog's pages.

export const BLOG = "/blogs";

/** New posts, for feed readers. */
export const FEED = "/blogs/feed.xml";

export function postAddress(slug: string): string {
  return `${BLOG}/${encodeURIComponent(slug)}`;
}

/** The first page of the list has the list's own address. */
export function listAddress(page: number): string {
  return page > 1 ? `${BLOG}?page=${page}` : BLOG;
}
