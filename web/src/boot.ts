// The first module of every page, and a tiny one: React comes after everything that can be seen has
// loaded and is painted, so that it never competes with the first view.
import { watchBanner } from "./browser/banner-dismissal.ts";

watchBanner();

function addLink(rel: string, href: string): void {
  const link = document.createElement("link");
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}

function start(): void {
  // The document names the page's own modules: they load beside React, not after it.
  const script = document.querySelector<HTMLElement>("script[data-modules]");
  for (const href of script?.dataset.modules?.split(" ") ?? []) addLink("modulepreload", href);
  // Before React: who calls at once is counted too.
  import("./browser/count.ts");
  import("./entry-client.tsx");
  // Only for keeping the site as an app, which needs scripts in any case.
  addLink("manifest", "/site.webmanifest");
}

/**
 * Calls once the browser says that it has painted, and drew a frame more. A tab in the background paints nothing,
 * and some browsers do not tell.
 */
function afterPaint(next: () => void): void {
  const frame = () => requestAnimationFrame(() => setTimeout(next));
  if (document.hidden) next();
  else if (!PerformanceObserver.supportedEntryTypes.includes("paint")) requestAnimationFrame(frame);
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      frame();
    }).observe({ type: "paint", buffered: true });
}

if (document.readyState === "complete") afterPaint(start);
else addEventListener("load", () => afterPaint(start), { once: true });
