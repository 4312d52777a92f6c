// A page as the server sends it, before any script: what a search engine and a reader without scripts get.
import type { Page } from "@playwright/test";

export type Served = {
  status: number;
  type: string;
  html: string;
  titles: string[];
  descriptions: string[];
  canonicals: string[];
  headings: { level: number; text: string }[];
  /** As they stand in `href`. */
  links: string[];
  ids: string[];
  /** Words inside main: paragraphs, items of lists, answers; not what is drawn from shared lists (cards, the form). */
  paragraphs: string[];
  /** Pictures without an `alt` at all. */
  bareImages: string[];
};

/** Reads a page in a browser that has scripts switched off. */
export async function readServed(page: Page, address: string): Promise<Served> {
  const answer = await page.goto(address, { waitUntil: "domcontentloaded" });
  const rest = await page.evaluate(() => {
    const all = <E extends Element>(selector: string) => [
      ...document.querySelectorAll<E>(selector),
    ];
    const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
    // Cards of services and plans come from one list each, and the form from another.
    const drawnFromLists = "article, form, table";
    return {
      titles: all("head > title").map(text),
      descriptions: all<HTMLMetaElement>('meta[name="description"]').map(({ content }) => content),
      canonicals: all<HTMLLinkElement>('link[rel="canonical"]').map(({ href }) => href),
      headings: all("h1, h2, h3, h4, h5, h6")
        .filter((heading) => !heading.closest("dialog"))
        .map((heading) => ({ level: Number(heading.tagName[1]), text: text(heading) })),
      links: [...new Set(all("a[href]").map((link) => link.getAttribute("href")!))],
      ids: all("[id]").map(({ id }) => id),
      paragraphs: all("main :is(p, li, dd, blockquote, summary)")
        .filter((one) => !one.closest(drawnFromLists) && !one.querySelector("p, li"))
        .map(text),
      bareImages: all("img:not([alt])").map(({ outerHTML }) => outerHTML.slice(0, 120)),
    };
  });
  return {
    status: answer?.status() ?? 0,
    type: answer?.headers()["content-type"] ?? "",
    html: (await answer?.text()) ?? "",
    ...rest,
  };
}
