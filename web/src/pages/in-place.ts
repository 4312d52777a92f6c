// Page modules on the server: all of them, in place.
import { moduleOf, type PageModule } from "./kinds.ts";
import { MessagePage } from "./message-page.tsx";
import type { PageComponent } from "./on-demand.ts";
import SectionsPage from "./sections.tsx";

const COMPONENTS: Record<PageModule, PageComponent> = {
  sections: SectionsPage,
  messages: MessagePage,
};

export function pageOf(pageKind: string): { module: PageModule; component: PageComponent } {
  const module = moduleOf(pageKind);
  if (!module) throw new Error(`No page of the kind ${pageKind}`);
  return { module, component: COMPONENTS[module] };
}
