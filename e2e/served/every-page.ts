// Search engines' view of each page and post of the shared site: read once for a whole file.
import { beforeAll } from "vitest";
import { sitePages } from "../../scripts/shared/pages.mjs";
import { type ForMachines, readAll } from "../site/machines.ts";
import { sharedSite } from "./site.ts";

/** `at` gives what was read of a path, from the first test on. */
export function everyPage() {
  const site = sharedSite();
  const { pages: alone, posts } = sitePages();
  const pages = [...alone, ...posts];
  let read = new Map<string, ForMachines>();
  beforeAll(async () => {
    read = await readAll(
      site,
      pages.map(({ path }) => path),
    );
  });
  return { site, pages, at: (path: string) => read.get(path)! };
}
