// The marks of the page in the frame: which piece is where. They are the server's: `data-at` names the piece that an
// element shows, `data-at-in` those that its attributes say. `data-at-now` is ours: it draws the outline of the chosen one.
import { pageMarkup } from "../../browser/trusted-types.ts";

const MARKED = "[data-at], [data-at-in]";
const NOW = "data-at-now";

/** Ids of an element's pieces: the one it shows comes first, and a picture before its words. */
function idsOf(element: Element): string[] {
  const said = (element.getAttribute("data-at-in") ?? "").split(/\s+/);
  const ids = [element.getAttribute("data-at") ?? "", ...said].filter(Boolean);
  const picture = ids.find((id) => ids.includes(altOf(id)));
  return picture ? [picture, ...ids.filter((id) => id !== picture)] : ids;
}

/** The piece that has the words of a picture. */
export const altOf = (picture: string) => `${picture}.alt`;

export type Tapped = { id: string; element: Element };

/** The innermost piece at a place of the page. */
export function pieceAt(target: Element): Tapped | null {
  const element = target.closest(MARKED);
  const [id] = element ? idsOf(element) : [];
  return element && id ? { id, element } : null;
}

export const elementsOf = (page: Document, id: string): Element[] =>
  [...page.querySelectorAll(MARKED)].filter((element) => idsOf(element).includes(id));

/** The text around a fact. */
function aroundOf(element: Element, id: string): string | null {
  const around = element.parentElement?.closest("[data-at]");
  const found = around?.getAttribute("data-at") ?? null;
  return around && found === id ? aroundOf(around, id) : found;
}

/** Pieces around the chosen one, and within it in the order of the text. */
export type Surroundings = { around: string | null; within: string[] };

export const NOWHERE: Surroundings = { around: null, within: [] };

export function surroundings(page: Document, id: string, tapped: Element | null): Surroundings {
  const element = tapped ?? elementsOf(page, id)[0];
  if (!element) return NOWHERE;
  const within = [...element.querySelectorAll("[data-at]")].flatMap(
    (inner) => idsOf(inner)[0] ?? [],
  );
  return {
    around: aroundOf(element, id),
    within: [...new Set(within)].filter((inner) => inner !== id),
  };
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= (element.ownerDocument.defaultView?.innerHeight ?? 0);
}

/** Draws the outline, and unfolds what it is in. */
export function markNow(page: Document, id: string | null): void {
  for (const element of page.querySelectorAll(`[${NOW}]`)) element.removeAttribute(NOW);
  for (const element of id == null ? [] : elementsOf(page, id)) {
    element.setAttribute(NOW, "");
    for (let fold = element.closest("details"); fold; fold = above(fold)) fold.open = true;
  }
}

/** Brings a piece into sight: where it was tapped, or its first place that is drawn. */
export function bringIntoSight(page: Document, id: string | null, tapped: Element | null): void {
  const elements = id == null ? [] : elementsOf(page, id);
  const isDrawn = (element: Element) => element.getClientRects().length > 0;
  const first = tapped ?? elements.find(isDrawn) ?? elements[0];
  if (first && !isInSight(first)) first.scrollIntoView({ block: "center", inline: "nearest" });
}

const above = (fold: Element) => fold.parentElement?.closest("details") ?? null;

/** The head stays as it was loaded. Parsed here, its styles would go against the desk's own policy. */
const bodyOf = (html: string) => html.slice(Math.max(0, html.search(/<body[\s>]/)));

/** Puts another version of the page in the place of this one, at the same height. */
export function putPage(page: Document, html: string): void {
  const { body } = new DOMParser().parseFromString(pageMarkup(bodyOf(html)), "text/html");
  const view = page.defaultView;
  const [left, top] = [view?.scrollX ?? 0, view?.scrollY ?? 0];
  page.body.replaceWith(page.adoptNode(body));
  view?.scrollTo({ left, top, behavior: "instant" });
}
