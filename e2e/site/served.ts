// A page as the server sends it, before any script: for search engines and readers without scripts.
import { all, documentOf, textOf } from "./document.ts";
import { ask } from "./http.ts";

export type Served = {
  status: number;
  type: string;
  html: string;
  titles: string[];
  descriptions: string[];
  canonicals: string[];
  headings: { level: number; text: string }[];
  /** As they are written in `href`. */
  links: string[];
  ids: string[];
  /** Words inside main: paragraphs, list items, answers; without what comes from shared lists (cards, the form). */
  paragraphs: string[];
  /** Pictures without an `alt` at all. */
  bareImages: string[];
};

/** Cards of services and plans come from one list each, and the form from another. */
const FROM_LISTS = "article, form, table";

export async function readServed(address: string): Promise<Served> {
  const { status, headers, text: html } = await ask(address);
  const document = documentOf(html);
  const attribute = (selector: string, name: string) =>
    all(document, selector).map((element) => element.getAttribute(name) ?? "");
  return {
    status,
    type: headers["content-type"] ?? "",
    html,
    titles: all(document, "head > title").map(textOf),
    descriptions: attribute('meta[name="description"]', "content"),
    canonicals: attribute('link[rel="canonical"]', "href"),
    headings: all(document, "h1, h2, h3, h4, h5, h6")
      .filter((heading) => !heading.closest("dialog"))
      .map((heading) => ({ level: Number(heading.tagName[1]), text: textOf(heading) })),
    links: [...new Set(attribute("a[href]", "href"))],
    ids: attribute("[id]", "id"),
    paragraphs: all(document, "main :is(p, li, dd, blockquote, summary)")
      .filter((one) => !one.closest(FROM_LISTS) && !one.querySelector("p, li"))
      .map(textOf),
    bareImages: all(document, "img:not([alt])").map(({ outerHTML }) => outerHTML.slice(0, 120)),
  };
}
