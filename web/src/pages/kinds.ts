// Which module draws which kind of page. A kind that is not here is left to the server.

/** Modules in this folder that draw whole pages. */
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
  "request-answer": "sections",
  "not-found": "messages",
  error: "messages",
};

export function moduleOf(pageKind: string): PageModule | null {
  return MODULES[pageKind] ?? null;
}
