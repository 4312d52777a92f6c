// Which module renders which kind of page. The browser leaves other kinds to the server.
import type { PageName } from "../routes.ts";

/** The modules in this folder that render whole pages. */
export type PageModule = "sections" | "blog" | "messages";

const MODULES: Record<string, PageModule> = {
  home: "sections",
  service: "sections",
  contracts: "sections",
  contact: "sections",
  about: "sections",
  "blog-list": "blog",
  "blog-post": "blog",
  legal: "sections",
  page: "sections",
  landing: "sections",
  "request-answer": "sections",
  "not-found": "messages",
  error: "messages",
} satisfies Record<PageName | "error", PageModule>;

export function moduleOf(pageKind: string): PageModule | null {
  return MODULES[pageKind] ?? null;
}
