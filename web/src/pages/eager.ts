// Page modules and sections on the server: all imported at start (the browser's counterpart is lazy.ts).
import common from "../sections/groups/common.ts";
import contracts from "../sections/groups/contracts.ts";
import home from "../sections/groups/home.ts";
import inner from "../sections/groups/inner.ts";
import legal from "../sections/groups/legal.ts";
import plans from "../sections/groups/plans.ts";
import request from "../sections/groups/request.ts";
import service from "../sections/groups/service.ts";
import type { Group, GroupComponents } from "../sections/groups.ts";
import { registerSections } from "../sections/registry.ts";
import BlogPage from "./blog.tsx";
import { moduleOf, type PageModule } from "./kinds.ts";
import type { PageComponent } from "./lazy.ts";
import { MessagePage } from "./message-page.tsx";
import SectionsPage from "./sections.tsx";

const COMPONENTS: Record<PageModule, PageComponent> = {
  sections: SectionsPage,
  blog: BlogPage,
  messages: MessagePage,
};

const GROUPS: { [G in Group]: GroupComponents<G> } = {
  common,
  contracts,
  home,
  inner,
  legal,
  plans,
  request,
  service,
};

for (const group of Object.values(GROUPS)) registerSections(group);

export function pageOf(pageKind: string): { module: PageModule; component: PageComponent } {
  const module = moduleOf(pageKind);
  if (!module) throw new Error(`No page of the kind ${pageKind}`);
  return { module, component: COMPONENTS[module] };
}
