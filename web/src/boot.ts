// The first script of every page, and a tiny one: React comes after everything that can be seen has
// loaded and is painted, so that it never competes with the first view.
import { watchBanner } from "./browser/banner-dismissal.ts";

watchBanner();

/** The document names the page's own modules: they load beside React, not after it. */
function preloadModules(): void {
  const script = document.querySelector<HTMLElement>("script[data-modules]");
  for (const href of script?.dataset.modules?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

function start(): void {
  preloadModules();
  // Before React: who calls at once is counted too.
  import("./browser/count.ts");
  import("./entry-client.tsx");
}

/** Two frames on, whatever was there to paint is painted. A tab in the background paints nothing. */
function afterPaint(next: () => void): void {
  if (document.hidden) next();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next)));
}

if (document.readyState === "complete") afterPaint(start);
else addEventListener("load", () => afterPaint(start), { once: true });
