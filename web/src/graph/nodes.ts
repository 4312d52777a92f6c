// Building blocks of the graph: nodes, references, ids that stay the same from page to page, and images.
import type { Picture, PostPicture, Site } from "../contract/content.ts";

/** A schema.org node. JSON leaves out values that are `undefined`. */
export type Node = { "@type": string | string[]; "@id"?: string; [property: string]: unknown };

/** A reference to a node by its id. */
export type Reference = { "@id": string };

export const refer = (id: string): Reference => ({ "@id": id });

/** The list, or undefined if it is empty. */
export const listed = <T>(all: T[]): T[] | undefined => (all.length > 0 ? all : undefined);

/** The same as the document's `lang`. */
export const LANGUAGE = "en";

/** The absolute URL of a path on this site; an absolute URL stays as it is. */
export function full(site: Site, path: string): string {
  return path.startsWith("/") ? site.origin + path : path;
}

// The company and the site have the same id on every page; all other ids start with their page's address.
export const businessId = ({ origin }: Site) => `${origin}/#business`;
export const websiteId = ({ origin }: Site) => `${origin}/#website`;
export const pageId = (url: string) => `${url}#webpage`;
export const crumbsId = (url: string) => `${url}#breadcrumb`;
export const serviceId = (url: string) => `${url}#service`;
export const blogId = (url: string) => `${url}#blog`;
export const postId = (url: string) => `${url}#post`;

export const pictureId = (url: string) => `${url}#picture`;

/** The image of the page at `url`. */
export function imageOf(site: Site, url: string, { src, alt }: Picture | PostPicture): Node {
  const caption = alt || undefined;
  return { "@type": "ImageObject", "@id": pictureId(url), url: full(site, src), caption };
}
