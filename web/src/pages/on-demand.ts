// Page modules in the browser: each is loaded when the first page of its kind is shown. Messages are at
// hand from the start, because an error cannot wait for a download.
import type { ComponentType } from "react";
import type { PageView } from "../sections/page-view.ts";
import { moduleOf, type PageModule } from "./kinds.ts";
import { MessagePage } from "./message-page.tsx";

export type PageComponent = ComponentType<{ view: PageView }>;

const LOADERS: Record<PageModule, () => Promise<{ default: PageComponent }>> = {
  sections: () => import("./sections.tsx"),
  messages: async () => ({ default: MessagePage }),
};

/** The component for a kind of page; fails where the browser has none. */
export async function loadPage(pageKind: string): Promise<PageComponent> {
  const module = moduleOf(pageKind);
  if (!module) throw new Error(`No page of the kind ${pageKind}`);
  return (await LOADERS[module]()).default;
}
