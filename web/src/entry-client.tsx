// Hydrates the document that the server sent.
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { keepEarlyInput } from "./browser/early-input.ts";
import { tolerateForeignNodes } from "./browser/foreign-nodes.ts";
import { type HydrationData, hydrationData } from "./hydration-data.ts";
import { loadPage } from "./pages/lazy.ts";
import { rememberTouch } from "./request-form/visit.ts";
import { completeIcons } from "./ui/icon.tsx";

rememberTouch();
tolerateForeignNodes();

async function hydrate({ site, build, page, answer }: HydrationData): Promise<void> {
  const data = { site, build, view: { page, prefill: page.wish ?? null, answer } };
  const first = { view: data.view, component: await loadPage(page) };
  const restore = keepEarlyInput();
  // As a transition, React hydrates in slices of a few milliseconds and stays responsive to taps.
  startTransition(() => {
    hydrateRoot(document, <App data={data} first={first} onHydrated={restore} />);
  });
  completeIcons().catch(() => {});
}

// Without data the document works as it does without scripts.
const found = await hydrationData().catch(() => null);
if (found) await hydrate(found);
