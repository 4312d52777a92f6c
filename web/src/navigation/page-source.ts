// Fetches what differs from page to page, once for each page and visit.
import type { PageData } from "../contract/content.ts";

type Answer = { build: string; page: PageData };

const asked = new Map<string, Promise<PageData>>();

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
 * The page at a path. Fails where there is none, where the network does, and where the site has
 * changed since this document was made: in each case only a full load can show the truth.
 */
export function pageAt(path: string, build: string): Promise<PageData> {
  const earlier = asked.get(path);
  if (earlier) return earlier;
  const page = load(path, build);
  asked.set(path, page);
  page.catch(() => asked.delete(path));
  return page;
}

/** The page that the document came with needs no fetching. */
export function rememberPage(path: string, page: PageData): void {
  asked.set(path, Promise.resolve(page));
}
