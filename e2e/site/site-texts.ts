// Texts on a page in the screen's frame, and those of them that lead to a piece.
import type { Page } from "@playwright/test";

export type Shown = {
  /** Its place among all texts of the page. */
  index: number;
  words: string;
  /** Whether the nearest mark around it is one of a piece. */
  leads: boolean;
  /** The element around, and its own: `nav.contents a`. */
  inside: string;
};

/** Every text that is drawn at the page's present width, also what is folded away. */
export function textsOf(page: Page, pieces: string[]): Promise<Shown[]> {
  return page.evaluate((pieces) => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    const known = new Set(pieces);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Shown[] = [];
    for (let index = 0; walker.nextNode(); index += 1) {
      const words = walker.currentNode.textContent?.trim() ?? "";
      const element = walker.currentNode.parentElement;
      if (!words || !element?.checkVisibility({ visibilityProperty: true })) continue;
      const ids = element.closest("[data-at]")?.getAttribute("data-at")?.split(" ") ?? [];
      const around = element.closest("nav, footer, address, form, main");
      const inside = `${around?.localName}.${around?.className} ${element.localName}`;
      texts.push({ index, words, leads: ids.some((id) => known.has(id)), inside });
    }
    return texts;
  }, pieces);
}

/** The addresses of pictures without a mark. */
export function unmarkedPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => !image.closest("[data-at], [data-at-in]"))
      .map((image) => image.outerHTML.slice(0, 120)),
  );
}
