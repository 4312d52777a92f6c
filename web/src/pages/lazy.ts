// Page modules and sections in the browser: each loads with the first page that needs it (the server's counterpart is
// eager.ts). Messages are in the main bundle, because an error can't wait for a download. Not with React's `lazy`: the
// server's `renderToString` doesn't wait for it, and a chunk that fails would show an error instead of loading the page.
import type { ComponentType } from "react";
import type { PageData } from "../contract/content.ts";
import { type Group, type GroupComponents, groupsOf } from "../sections/groups.ts";
import type { PageView } from "../sections/page-view.ts";
import { registerSections } from "../sections/registry.ts";
import { moduleOf, type PageModule } from "./kinds.ts";
import { MessagePage } from "./message-page.tsx";

export type PageComponent = ComponentType<{ view: PageView }>;

/** The blog's page module, which includes the functions that fetch its data. */
export const loadBlog = () => import("./blog.tsx");

const LOADERS: Record<PageModule, () => Promise<{ default: PageComponent }>> = {
  sections: () => import("./sections.tsx"),
  blog: loadBlog,
  messages: async () => ({ default: MessagePage }),
};

const GROUPS: { [G in Group]: () => Promise<{ default: GroupComponents<G> }> } = {
  common: () => import("../sections/groups/common.ts"),
  contracts: () => import("../sections/groups/contracts.ts"),
  home: () => import("../sections/groups/home.ts"),
  inner: () => import("../sections/groups/inner.ts"),
  legal: () => import("../sections/groups/legal.ts"),
  plans: () => import("../sections/groups/plans.ts"),
  request: () => import("../sections/groups/request.ts"),
  service: () => import("../sections/groups/service.ts"),
};

async function loadGroup(group: Group): Promise<void> {
  registerSections((await GROUPS[group]()).default);
}

/** Loads a page's component and the components of its sections; rejects for an unknown kind of page. */
export async function loadPage({ page, sections }: PageData): Promise<PageComponent> {
  const module = moduleOf(page);
  if (!module) throw new Error(`No page of the kind ${page}`);
  const [loaded] = await Promise.all([LOADERS[module](), ...groupsOf(sections).map(loadGroup)]);
  return loaded.default;
}
