// What machines read of a page: its graph, and the tags of its head, as they stand in the HTML that is served.
import type { Browser, Page } from "@playwright/test";
import type { Site } from "./serve.ts";
import { typesOf } from "./vocabulary.ts";

export type ForMachines = {
  status: number;
  headers: Record<string, string>;
  /** The JSON of each `application/ld+json`, as it stands there. */
  graphs: string[];
  /** Contents of `<meta>`, by `name` or `property`. */
  metas: Record<string, string[]>;
  title: string;
  canonical: string | null;
  /** `<link>`s of the head: `rel` and `href`. */
  links: { rel: string; href: string }[];
  lang: string;
  /** The way above the heading: each stop's words, and where it leads. */
  crumbs: { name: string; href: string | null }[];
  /** The questions and answers that are drawn. */
  questions: { question: string; answer: string }[];
};

/** Reads a page with scripts switched off. */
export async function readMachines(page: Page, address: string): Promise<ForMachines> {
  const answer = await page.goto(address, { waitUntil: "domcontentloaded" });
  const rest = await page.evaluate(() => {
    const all = <E extends Element>(selector: string) => [
      ...document.querySelectorAll<E>(selector),
    ];
    const text = (element?: Element | null) => element?.textContent ?? "";
    const metas: Record<string, string[]> = {};
    for (const meta of all<HTMLMetaElement>("head meta[content]")) {
      const name = meta.name || meta.getAttribute("property") || "";
      metas[name] = [...(metas[name] ?? []), meta.content];
    }
    return {
      graphs: all('script[type="application/ld+json"]').map(text),
      metas,
      title: document.title,
      canonical: all('link[rel="canonical"]')[0]?.getAttribute("href") ?? null,
      links: all<HTMLLinkElement>("head link").map((link) => ({
        rel: link.rel,
        href: link.getAttribute("href") ?? "",
      })),
      lang: document.documentElement.lang,
      crumbs: all(".crumbs li").map((stop) => ({
        name: text(stop),
        href: stop.querySelector("a")?.getAttribute("href") ?? null,
      })),
      questions: all(".faq details").map((one) => ({
        question: text(one.querySelector("summary")),
        answer: text(one.querySelector("summary + *")),
      })),
    };
  });
  return { status: answer?.status() ?? 0, headers: answer?.headers() ?? {}, ...rest };
}

/** What they read of each of these pages. */
export async function readAll(
  browser: Browser,
  site: Site,
  paths: string[],
): Promise<Map<string, ForMachines>> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const read = new Map<string, ForMachines>();
  for (const path of paths) read.set(path, await readMachines(page, site.at(path)));
  await page.close();
  return read;
}

/** The nodes of a page's one graph. */
export function nodesOf({ graphs }: ForMachines): any[] {
  if (graphs.length !== 1) throw new Error(`${graphs.length} graphs instead of one`);
  return JSON.parse(graphs[0]!)["@graph"];
}

/** The node of this type among them. */
export const nodeOf = (one: ForMachines, type: string): any =>
  nodesOf(one).find((node) => typesOf(node).includes(type));

/** Every node of this type, however deep it stands. */
export function allOf(value: any, type: string): any[] {
  if (!value || typeof value !== "object") return [];
  const own = typesOf(value).includes(type) ? [value] : [];
  return [...own, ...Object.values(value).flatMap((inner) => allOf(inner, type))];
}
