// Page modules and sections in the browser: each is loaded when the first page that needs it is shown.
// Messages are at hand from the start, because an error cannot wait for a download.
import type { ComponentType } from "react";
import type { PageData } from "../contract/content.ts";
import { putAtHand } from "../sections/at-hand.ts";
import { type Group, type GroupComponents, groupsOf } from "../sections/groups.ts";
import type { PageView } from "../sections/page-view.ts";
import { moduleOf, type PageModule } from "./kinds.ts";
import { MessagePage } from "./message-page.tsx";

export type PageComponent = ComponentType<{ view: PageView }>;

/** The blog's pages come with what asks for them. */
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
  putAtHand((await GROUPS[group]()).default);
}

/** The component that draws a page, with everything its sections need; fails where there is none. */
export async function loadPage({ page, sections }: PageData): Promise<PageComponent> {
  const module = moduleOf(page);
  if (!module) throw new Error(`No page of the kind ${page}`);
  const [loaded] = await Promise.all([LOADERS[module](), ...groupsOf(sections).map(loadGroup)]);
  return loaded.default;
}
