// Where the page stands after it changed (R8, R9): at the top, at an anchor, or where it was.
import { ANCHOR_DELAY_MS } from "../measures.ts";

const positions = new Map<string, number>();

/** The entry of the browser's history that is shown now. */
export function currentKey(): string {
  return (history.state as { key?: string } | null)?.key ?? "first";
}

/** From now on the position of each entry of the history is noted, and restored by us. */
export function notePositions(): void {
  history.scrollRestoration = "manual";
  addEventListener("scroll", () => positions.set(currentKey(), window.scrollY), { passive: true });
  // A reload is the browser's own to restore.
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
  });
  addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
}

export function positionOf(key: string): number | undefined {
  return positions.get(key);
}

export function scrollToPosition(top: number): void {
  window.scrollTo({ top, behavior: "instant" });
}

/** The keyboard goes on from here, also where the target is nothing that usually takes the focus. */
function focusForAMoment(target: HTMLElement): void {
  if (!target.hasAttribute("tabindex")) {
    target.setAttribute("tabindex", "-1");
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus({ preventScroll: true });
}

/** Into view after a moment, smoothly unless the visitor wants less motion (style sheet). */
export function scrollToAnchor(hash: string): void {
  const id = decodeURIComponent(hash.slice(1));
  window.setTimeout(() => {
    if (id === "top") return window.scrollTo({ top: 0 });
    const target = document.getElementById(id);
    if (!target) return;
    target.scrollIntoView();
    focusForAMoment(target);
  }, ANCHOR_DELAY_MS);
}
