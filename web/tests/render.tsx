// Renders components for tests: to HTML as the server does, or into a live document.
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server.browser";
import { afterEach, vi } from "vitest";
import type { PageView } from "../src/sections/page-view.ts";
import { SiteProvider } from "../src/ui/site.tsx";
import { HOME } from "./fixtures/home.ts";

export const SITE = HOME.site;
export const COMPANY = HOME.site.company;
export const VIEW: PageView = { page: HOME.page, prefill: null, answer: null };

let root: Root | null = null;

/** As the server sends it, for visitors without scripts. */
export function served(node: ReactNode): Document {
  const html = renderToStaticMarkup(<SiteProvider value={SITE}>{node}</SiteProvider>);
  return new DOMParser().parseFromString(html, "text/html");
}

/** As in a browser with scripts. */
export async function show(node: ReactNode): Promise<void> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root ??= createRoot(document.body.appendChild(document.createElement("main")));
  await act(async () => root?.render(<SiteProvider value={SITE}>{node}</SiteProvider>));
}

export async function click(selector: string): Promise<void> {
  await act(async () => document.querySelector<HTMLElement>(selector)?.click());
}

afterEach(async () => {
  await act(async () => root?.unmount());
  root = null;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
