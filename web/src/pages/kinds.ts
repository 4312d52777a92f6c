// Which module draws which kind of page. A kind that is not here is left to the server.

/** Modules in this folder that draw whole pages. */
export type PageModule = "sections" | "messages";

const MODULES: Record<string, PageModule> = {
  home: "sections",
  service: "sections",
  contracts: "sections",
  contact: "sections",
  about: "sections",
  legal: "sections",
  "request-answer": "sections",
  "not-found": "messages",
  error: "messages",
};

export function moduleOf(pageKind: string): PageModule | null {
  return MODULES[pageKind] ?? null;
}
