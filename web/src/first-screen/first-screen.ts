// Which styles travel inside a page's document, so that its first screen waits for no style sheet. On the server only.
import type { PageData, Picture, Site } from "../contract/content.ts";
import article from "./article.css?inline";
import banner from "./banner.css?inline";
import extras from "./extras.css?inline";
import frame from "./frame.css?inline";
import hero from "./hero.css?inline";

/** Style sheets of first screens: a document has the frame and some of the others. Each is a hash in every page's policy. */
export const FIRST_SCREENS = { frame, hero, banner, extras, article };
type FirstScreenPart = keyof typeof FIRST_SCREENS;

/** The parts of the first screen; none where the page waits for its style sheets instead. */
function partsOf({ sections: [first], article, posts }: PageData): FirstScreenPart[] {
  if (article) return ["frame", "article"];
  if (posts) return ["frame", "banner", "extras"];
  switch (first?.kind) {
    case "hero":
      return isFocused(first) ? ["frame", "hero", "extras"] : ["frame", "hero"];
    case "page-banner":
      return first.picture && !isFocused(first)
        ? ["frame", "banner"]
        : ["frame", "banner", "extras"];
    case "map-banner":
      return ["frame", "banner", "extras"];
    default:
      return [];
  }
}

/** Whether a section has a photo of which a certain part stays in sight. */
function isFocused({ picture }: { picture?: Picture | null }): boolean {
  return picture?.focus != null;
}

/** The style sheets of a page's first screen, each as the text of a `<style>`. */
export function firstScreenOf(page: PageData, { company }: Site): string[] {
  const parts = partsOf(page);
  if (parts.length && company.notices?.length) parts.push("extras");
  return [...new Set(parts)].map((part) => FIRST_SCREENS[part]);
}
