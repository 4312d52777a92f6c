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
    throw new Error(
      "web/src/routes.ts is written in a way that scripts/shared/pages.mjs cannot read",
    );
  return found.map(([, path, page]) => ({ path, page }));
}

/** The file of content/ that a page has to have. @param {string} path @param {string} page */
const fileOf = (path, page) =>
  page === "blog-list" ? "words.toml" : `pages/${page === "legal" ? path.slice(1) : page}.toml`;

/** The pages of a pattern with a parameter, one for each file of a folder of content/. @param {string} path @param {string} folder @param {RegExp} ending */
function oneForEach(path, folder, ending) {
  if (!existsSync(join(ROOT, "content", folder))) return [];
  return readdirSync(join(ROOT, "content", folder))
    .toSorted()
    .filter((name) => ending.test(name))
    .map((name) => ({
      path: path.replace(/:\w+/, name.replace(ending, "")),
      file: `${folder}/${name}`,
    }));
}

/**
 * Pages according to the route table and the files of content/. The posts that a new site comes with are all alike:
 * `pages` has one of them, `posts` the others.
 */
export function sitePages() {
  const pages = /** @type {SitePage[]} */ ([]);
  const posts = /** @type {SitePage[]} */ ([]);
  const withoutWords = /** @type {string[]} */ ([]);
  for (const { path, page } of routes().filter(({ page }) => !NOT_WALKED.has(page))) {
    if (page === "blog-post") {
      const [first, ...others] = oneForEach(path, "posts", /\.md$/);
      if (first) pages.push(first);
      posts.push(...others);
    } else if (path.includes("/:")) pages.push(...oneForEach(path, "services", /\.toml$/));
    else if (existsSync(join(ROOT, "content", fileOf(path, page))))
      pages.push({ path, file: fileOf(path, page) });
    else withoutWords.push(path);
  }
  return { pages, posts, withoutWords };
}
