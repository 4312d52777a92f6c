// Dismisses the emergency banner for the rest of the browser session (R1). It works on the document rather than
// through React, so that the button works before hydration.
import { keep } from "./session.ts";

/** `early.js` reads it before the first paint. */
const KEPT_AS = "amwaj.banner";

/** The attribute of the button that dismisses the banner. */
export const DISMISS = "data-dismiss-banner";

/** Hides the banner; on a scrolled page, scrolls up by its height, so that nothing in view moves. */
function dismiss(button: Element): void {
  const banner = button.closest("aside");
  const height = banner?.offsetHeight ?? 0;
  const scrolled = window.scrollY;
  keep(KEPT_AS, "off");
  document.documentElement.dataset.banner = "off";
  if (scrolled > 0) window.scrollTo({ top: Math.max(0, scrolled - height), behavior: "instant" });
}

/** Call once, as early as possible. */
export function watchBanner(): void {
  // `early.js` did so until now.
  document.onclick = null;
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest(`[${DISMISS}]`);
    if (!button) return;
    dismiss(button);
    // After a key press, the focus moves to what follows the banner.
    if (event.detail !== 0) return;
    document.querySelector<HTMLElement>("header a")?.focus({ preventScroll: true });
  });
}
