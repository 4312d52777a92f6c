// Every page that the site has to have: the addresses of the route table that content/ has words for.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./amwaj.mjs";

/** @typedef {{path: string, file: string}} SitePage `file` is its content, below content/ */

/** Kinds of pages that are no page of their own: answers to a form, and what only the server can find. */
const NOT_WALKED = new Set(["request-answer", "not-found"]);

/** The pages of the route table: pattern and kind. */
function routes() {
  const source = readFileSync(join(ROOT, "web/src/routes.ts"), "utf8");
  const table = source.slice(source.indexOf("ROUTES"));
  const found = [...table.matchAll(/\bpath:\s*"([^"]+)",\s*page:\s*"([^"]+)"/g)];
  if (found.length === 0 || found.length !== [...table.matchAll(/\bpage:/g)].length)
    throw new Error("web/src/routes.ts is written in a way that scripts/pages.mjs cannot read");
  return found.map(([, path, page]) => ({ path, page }));
}

/** The file of content/ that a page has to have. @param {string} path @param {string} page */
const fileOf = (path, page) => `pages/${page === "legal" ? path.slice(1) : page}.toml`;

/** What the route table and the files of content/ say together. */
export function sitePages() {
  const pages = /** @type {SitePage[]} */ ([]);
  const withoutWords = /** @type {string[]} */ ([]);
  for (const { path, page } of routes().filter(({ page }) => !NOT_WALKED.has(page))) {
    if (path.includes("/:")) {
      const folder = page === "service" ? "services" : "blog";
      if (!existsSync(join(ROOT, "content", folder))) continue;
      for (const name of readdirSync(join(ROOT, "content", folder)).toSorted())
        if (name.endsWith(".toml"))
          pages.push({
            path: path.replace(/:\w+/, name.replace(/\.toml$/, "")),
            file: `${folder}/${name}`,
          });
    } else if (existsSync(join(ROOT, "content", fileOf(path, page))))
      pages.push({ path, file: fileOf(path, page) });
    else withoutWords.push(path);
  }
  return { pages, withoutWords };
}
