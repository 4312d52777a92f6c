// Where the page stands after it changed (R8, R9): at the top, at an anchor, or where it was.
import { forget, keep, recall } from "../browser/session.ts";
import { ANCHOR_DELAY_MS } from "../measures.ts";

/** Positions outlive the document: back may lead to a page that the server has to send again. */
const KEPT_AS = "amwaj.positions";
/** A position that a load was asked to end at. */
const ASKED_AS = "amwaj.position";
/** How many entries of the history are remembered. */
const MOST = 50;

const positions = new Map<string, number>();

/** A name for a new entry of the browser's history. */
export function newKey(): string {
  return Date.now().toString(36);
}

/** The entry of the browser's history that is shown now. */
export function currentKey(): string {
  return (history.state as { key?: string } | null)?.key ?? "first";
}

/** From now on the position of each entry of the history is noted, and restored by us. */
export function notePositions(): void {
  for (const [key, top] of recall<[string, number][]>(KEPT_AS) ?? []) positions.set(key, top);
  if (currentKey() === "first") history.replaceState({ ...history.state, key: newKey() }, "");
  history.scrollRestoration = "manual";
  addEventListener("scroll", () => positions.set(currentKey(), window.scrollY), { passive: true });
  addEventListener("pagehide", () => {
    keep(KEPT_AS, [...positions].slice(-MOST));
    // A reload is the browser's own to restore.
    history.scrollRestoration = "auto";
  });
  addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
  restoreAfterLoad();
}

/** Loads the page again from the server, to stand where its entry of the history stood. */
export function reloadAt(top: number | undefined): void {
  if (top !== undefined) keep(ASKED_AS, top);
  location.reload();
}

/** Back or forward to a page that had to be loaded again: where the browser did not, we scroll. */
function restoreAfterLoad(): void {
  const asked = recall<number>(ASKED_AS);
  forget(ASKED_AS);
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const top = asked ?? (entry?.type === "back_forward" ? positionOf(currentKey()) : undefined);
  if (top && window.scrollY === 0) scrollToPosition(top);
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
