// Hides the emergency banner for the rest of a visit (R1). It works on the document and not through
// React, so that the button answers from the first moment.
import { keep } from "./session.ts";

/** `shell/banner-dismissed.js` looks for it before the next page is drawn. */
const KEPT_AS = "amwaj.banner";

/** Marks the button that dismisses the banner. */
export const DISMISS = "data-dismiss-banner";

/** Hides the banner, and scrolls back by its height where the page is already scrolled. */
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
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest(`[${DISMISS}]`);
    if (!button) return;
    dismiss(button);
    // Pressed by keyboard, the focus goes on with what follows the banner.
    if (event.detail !== 0) return;
    document.querySelector<HTMLElement>("header a")?.focus({ preventScroll: true });
  });
}
