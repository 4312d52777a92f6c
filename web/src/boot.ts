// The first module of every page, kept tiny. `early.js` asks for it after everything visible has loaded and painted, so that
// React never delays the first view; it waits for the page's styles besides.
import { guardDoubleClicks } from "../ui/double-click.ts";
import { watchBanner } from "./browser/banner-dismissal.ts";
import { pageLoad } from "./browser/page-load.ts";

guardDoubleClicks();
watchBanner();

function addLink(rel: string, href: string, as?: string): void {
  const link = document.createElement("link");
  link.rel = rel;
  if (as) link.as = as;
  // As `fetch` asks for it.
  if (as) link.crossOrigin = "anonymous";
  link.href = href;
  document.head.append(link);
}

/** The shared dictionary that the server names; pages that are opened from here on are compressed against it. */
function fetchDictionary(): void {
  const named = pageLoad()?.serverTiming?.find(({ name }) => name === "dictionary");
  if (named) addLink("compression-dictionary", named.description);
}

function start(): void {
  // The document lists the page's own modules and data, so that they load in parallel with React.
  const { modules, site, page } =
    document.querySelector<HTMLElement>("script[data-build]")?.dataset ?? {};
  for (const href of modules?.split(" ") ?? []) addLink("modulepreload", href);
  for (const href of [site, page]) if (href) addLink("preload", href, "fetch");
  // Before React, so that an early click on the phone number is counted too.
  import("./browser/count.ts");
  import("./entry-client.tsx");
  // Only needed to install the site as an app, which needs scripts anyway.
  addLink("manifest", "/site.webmanifest");
  fetchDictionary();
}

if (document.documentElement.dataset.rest === undefined) start();
else addEventListener("amwaj:styled", start, { once: true });
