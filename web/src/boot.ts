// The entry module of every page, kept tiny: it loads React only after everything visible has loaded and painted, so
// that React never delays the first view.
import { watchBanner } from "./browser/banner-dismissal.ts";

watchBanner();

function addLink(rel: string, href: string): void {
  const link = document.createElement("link");
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}

function start(): void {
  // The document lists the page's own modules, so that they load in parallel with React.
  const script = document.querySelector<HTMLElement>("script[data-modules]");
  for (const href of script?.dataset.modules?.split(" ") ?? []) addLink("modulepreload", href);
  // Before React, so that an early click on the phone number is counted too.
  import("./browser/count.ts");
  import("./entry-client.tsx");
  // Only needed to install the site as an app, which needs scripts anyway.
  addLink("manifest", "/site.webmanifest");
}

/**
 * Runs `next` one frame after the browser's first paint. A background tab never paints, and some browsers don't
 * report paints.
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
