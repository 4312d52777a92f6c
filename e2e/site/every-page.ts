// A site with a public address, and what machines read of each of its pages and posts: read once for a whole file.
import { test } from "@playwright/test";
import { sitePages } from "../../scripts/pages.mjs";
import { type ForMachines, readAll } from "./machines.ts";
import { serveSite } from "./serve.ts";

export const ORIGIN = "https://www.amwaj.example";

/** `at` gives what was read of a path, from the first test on. */
export function everyPage() {
  const site = serveSite({ env: { AMWAJ_SITE_URL: ORIGIN } });
  const { pages: alone, posts } = sitePages();
  const pages = [...alone, ...posts];
  let read = new Map<string, ForMachines>();
  test.beforeAll(async ({ browser }) => {
    read = await readAll(
      browser,
      site,
      pages.map(({ path }) => path),
    );
  });
  return { site, pages, at: (path: string) => read.get(path)! };
}
