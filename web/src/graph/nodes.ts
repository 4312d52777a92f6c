// What every node of the graph is made with: names that stay the same from page to page, and pictures.
import type { Picture, PostPicture, Site } from "../contract/content.ts";

/** A node in the words of schema.org. A value that is `undefined` is left out of the JSON. */
export type Node = { "@type": string | string[]; "@id"?: string; [property: string]: unknown };

/** Points at a node of the graph instead of saying it again. */
export type Reference = { "@id": string };

export const refer = (id: string): Reference => ({ "@id": id });

/** A list; one that is empty says nothing. */
export const listed = <T>(all: T[]): T[] | undefined => (all.length > 0 ? all : undefined);

/** As the document's `lang` says. */
export const LANGUAGE = "en";

/** The full address of a path of this site; what is a full address already stays one. */
export function full(site: Site, path: string): string {
  return path.startsWith("/") ? site.origin + path : path;
}

// The company and its site have one name each, on whatever page they stand; all else is named by its page.
export const businessId = ({ origin }: Site) => `${origin}/#business`;
export const websiteId = ({ origin }: Site) => `${origin}/#website`;
export const pageId = (url: string) => `${url}#webpage`;
export const crumbsId = (url: string) => `${url}#breadcrumb`;
export const serviceId = (url: string) => `${url}#service`;
export const blogId = (url: string) => `${url}#blog`;
export const postId = (url: string) => `${url}#post`;

export const pictureId = (url: string) => `${url}#picture`;

/** The picture of the page at `url`, and what it shows. */
export function imageOf(site: Site, url: string, { src, alt }: Picture | PostPicture): Node {
  const caption = alt || undefined;
  return { "@type": "ImageObject", "@id": pictureId(url), url: full(site, src), caption };
}
