// The scroll position after a navigation (R8, R9): the top, an anchor, or the earlier position of that history entry.
import { forget, keep, recall } from "../browser/session.ts";
import { decoded } from "../browser/text.ts";
import { ANCHOR_DELAY_MS } from "../measures.ts";

/** Positions are kept across documents: going back may load the page from the server again. */
const KEPT_AS = "amwaj.positions";
/** The position that the next document should scroll to. */
const REQUESTED_AS = "amwaj.position";
/** History entries whose positions are kept. */
const MAX_POSITIONS = 50;

const positions = new Map<string, number>();

/** The history entry whose page is on the screen: while the next one loads, the address is already that one's. */
let shown = "first";

/** A key for a new history entry. */
export function newKey(): string {
  return Date.now().toString(36);
}

/** The key of the current history entry. */
export function currentKey(): string {
  return (history.state as { key?: string } | null)?.key ?? "first";
}

/** Records where the page on the screen stands. Scroll events alone come too late for one that is left at once. */
export function notePosition(): void {
  positions.set(shown, window.scrollY);
}

/** The current history entry's page is on the screen now. */
export function entryShown(): void {
  shown = currentKey();
}

/** Starts recording each history entry's scroll position, and takes over restoring it from the browser. */
export function notePositions(): void {
  for (const [key, top] of recall<[string, number][]>(KEPT_AS) ?? []) positions.set(key, top);
  if (currentKey() === "first") history.replaceState({ ...history.state, key: newKey() }, "");
  entryShown();
  history.scrollRestoration = "manual";
  addEventListener("scroll", notePosition, { passive: true });
  addEventListener("pagehide", () => {
    notePosition();
    keep(KEPT_AS, [...positions].slice(-MAX_POSITIONS));
    // The browser restores the position after a reload.
    history.scrollRestoration = "auto";
  });
  addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
  restoreAfterLoad();
}

/** Loads the page from the server, and then scrolls to `top`. */
export function reloadAt(top: number | undefined): void {
  if (top !== undefined) keep(REQUESTED_AS, top);
  location.reload();
}

/** On an entry of the history that had to be loaded again: scrolls, unless the browser already did. */
function restoreAfterLoad(): void {
  const requested = recall<number>(REQUESTED_AS);
  forget(REQUESTED_AS);
  const top = requested ?? positionOf(currentKey());
  if (top && window.scrollY === 0) scrollToPosition(top);
}

export function positionOf(key: string): number | undefined {
  return positions.get(key);
}

export function scrollToPosition(top: number): void {
  window.scrollTo({ top, behavior: "instant" });
}

/** Moves the keyboard focus to the target, even if it isn't focusable otherwise. */
function focusOnce(target: HTMLElement): void {
  if (!target.hasAttribute("tabindex")) {
    target.setAttribute("tabindex", "-1");
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus({ preventScroll: true });
}

/** Scrolls an anchor into view after a short delay; the style sheet decides whether smoothly. */
export function scrollToAnchor(hash: string): void {
  const id = decoded(hash.slice(1));
  window.setTimeout(() => {
    if (id === "top") return window.scrollTo({ top: 0 });
    const target = document.getElementById(id);
    if (!target) return;
    target.scrollIntoView();
    focusOnce(target);
  }, ANCHOR_DELAY_MS);
}
