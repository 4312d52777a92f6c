// Data a document is hydrated from. The part shared by all pages is a file, and so is the data of most pages; the
// attributes of `early.js` say where. Other pages have theirs in the document.
import type { PageData, Site } from "./contract/content.ts";
import type { FormAnswer } from "./request-form/answer.ts";

export const DATA_ID = "page-data";

/** `data-` attributes of `early.js` in the document. */
export type ScriptData = {
  build: string;
  /** Address of what all pages share. */
  site: string;
  /** Address of the page's data, and the version of it that the document shows. */
  page?: string | null;
  version?: string | null;
};

/** The data inside the document. */
export type InlineData = { page: PageData; answer: FormAnswer | null };

export type HydrationData = InlineData & { build: string; site: Site };

async function load<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return response.json();
}

async function loadPage({ page, version }: ScriptData): Promise<InlineData> {
  const now = await load<{ page: PageData; version: string }>(page ?? "");
  if (now.version !== version) throw new Error("The page has changed since it was sent");
  return { page: now.page, answer: null };
}

/**
 * Rejects where something can't be loaded, or the page has changed in between: the document stays what the server sent
 * then, where every link and the form work too.
 */
export async function hydrationData(): Promise<HydrationData> {
  const script = document.querySelector<HTMLElement>("script[data-build]");
  const data = { ...script?.dataset } as ScriptData;
  const inside = document.getElementById(DATA_ID)?.textContent;
  const [site, page] = await Promise.all([
    load<Site>(data.site),
    inside ? (JSON.parse(inside) as InlineData) : loadPage(data),
  ]);
  return { ...page, site, build: data.build };
}
