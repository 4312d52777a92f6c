// A page's HTML as a document, without a browser.
import { parseHTML } from "linkedom";

export const documentOf = (html: string): Document => parseHTML(html).document;

/** The elements that a selector finds, as a list. */
export const all = (within: ParentNode, selector: string): Element[] => [
  ...within.querySelectorAll(selector),
];

/** An element's words, with every run of blanks as one. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? "").replace(/\s+/g, " ").trim();
