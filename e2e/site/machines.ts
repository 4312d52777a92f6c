// A page as search engines and chat apps read it: its JSON-LD graph and the tags of its head, from the HTML as served.
import { all, documentOf } from "./document.ts";
import { ask } from "./http.ts";
import type { Site } from "./site.ts";
import { typesOf } from "./vocabulary.ts";

export type ForMachines = {
  status: number;
  headers: Record<string, string | undefined>;
  /** The text of each `application/ld+json`. */
  graphs: string[];
  /** Contents of `<meta>`, by `name` or `property`. */
  metas: Record<string, string[]>;
  title: string;
  canonical: string | null;
  /** `<link>`s of the head: `rel` and `href`. */
  links: { rel: string; href: string }[];
  lang: string;
  /** The breadcrumb above the heading: each step's words, and where it leads. */
  crumbs: { name: string; href: string | null }[];
  /** The questions and answers that visitors see. */
  questions: { question: string; answer: string }[];
};

export async function readMachines(address: string): Promise<ForMachines> {
  const { status, headers, text: html } = await ask(address);
  const document = documentOf(html);
  const text = (element?: Element | null) => element?.textContent ?? "";
  const metas: Record<string, string[]> = {};
  for (const meta of all(document, "head meta[content]")) {
    const name = meta.getAttribute("name") || meta.getAttribute("property") || "";
    metas[name] = [...(metas[name] ?? []), meta.getAttribute("content")!];
  }
  return {
    status,
    headers,
    graphs: all(document, 'script[type="application/ld+json"]').map(text),
    metas,
    title: text(document.querySelector("head > title")).trim(),
    canonical: all(document, 'link[rel="canonical"]')[0]?.getAttribute("href") ?? null,
    links: all(document, "head link").map((link) => ({
      rel: link.getAttribute("rel") ?? "",
      href: link.getAttribute("href") ?? "",
    })),
    lang: document.documentElement.getAttribute("lang") ?? "",
    crumbs: all(document, ".crumbs li").map((stop) => ({
      name: text(stop),
      href: stop.querySelector("a")?.getAttribute("href") ?? null,
    })),
    questions: all(document, ".faq details").map((one) => ({
      question: text(one.querySelector("summary")),
      answer: text(one.querySelector("summary + *")),
    })),
  };
}

/** Their view of each of these pages. */
export async function readAll(site: Site, paths: string[]): Promise<Map<string, ForMachines>> {
  const read = await Promise.all(
    paths.map(async (path) => [path, await readMachines(site.at(path))] as const),
  );
  return new Map(read);
}

/** The nodes of a page's one graph. */
export function nodesOf({ graphs }: ForMachines): any[] {
  if (graphs.length !== 1) throw new Error(`${graphs.length} graphs instead of one`);
  return JSON.parse(graphs[0]!)["@graph"];
}

/** The node of this type among them. */
export const nodeOf = (one: ForMachines, type: string): any =>
  nodesOf(one).find((node) => typesOf(node).includes(type));

/** Every node of this type, at any depth. */
export function allOf(value: any, type: string): any[] {
  if (!value || typeof value !== "object") return [];
  const own = typesOf(value).includes(type) ? [value] : [];
  return [...own, ...Object.values(value).flatMap((inner) => allOf(inner, type))];
}
