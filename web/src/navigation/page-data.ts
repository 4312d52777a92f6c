// Fetches a page's data (`/_data/….json`) and caches it for as long as the document is open.
import type { PageData } from "../contract/content.ts";

type Answer = { build: string; page: PageData };

const cache = new Map<string, Promise<PageData>>();

function address(path: string): string {
  return `/_data${path === "/" ? "/index" : path}.json`;
}

async function load(path: string, build: string): Promise<PageData> {
  const response = await fetch(address(path));
  if (!response.ok) throw new Error(`${response.status} for ${address(path)}`);
  const answer = (await response.json()) as Answer;
  if (answer.build !== build) throw new Error(`The site is ${answer.build} now, not ${build}`);
  return answer.page;
}

/**
 * The page at a path. Rejects where there is none, where the network fails, and where the site has changed since
 * this document was rendered: then only a full page load helps.
 */
export function pageAt(path: string, build: string): Promise<PageData> {
  const cached = cache.get(path);
  if (cached) return cached;
  const page = load(path, build);
  cache.set(path, page);
  page.catch(() => cache.delete(path));
  return page;
}

/** Caches the page that came with the document. */
export function rememberPage(path: string, page: PageData): void {
  cache.set(path, Promise.resolve(page));
}
