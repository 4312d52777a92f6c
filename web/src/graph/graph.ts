// A page's structured data: one linked graph of schema.org nodes for the company, the site, the page and its subject.
// Each is described once and referenced by @id. It is built from the same data as the page.
import type { PageData, Site } from "../contract/content.ts";
import { blog, blogStub, blogTrail, inDubai, posting } from "./blog.ts";
import { business, businessStub } from "./business.ts";
import {
  blogId,
  businessId,
  crumbsId,
  full,
  imageOf,
  LANGUAGE,
  listed,
  type Node,
  pageId,
  pictureId,
  postId,
  type Reference,
  refer,
  serviceId,
  websiteId,
} from "./nodes.ts";
import { breadcrumb, firstPicture, questionsOf, type Trail, trailOf, website } from "./page.ts";
import { service } from "./service.ts";

/** Types of pages that are more than a plain WebPage. */
const TYPES: Record<string, string> = {
  about: "AboutPage",
  contact: "ContactPage",
  "blog-list": "CollectionPage",
};

/** Pages about the company, which describe it in full. */
const ABOUT_US = new Set(["home", "about", "contact"]);

/** Pages that offer a service. */
const OFFERING = new Set(["service", "contracts"]);

/** A page's own share of its graph, besides the company, the site and the page. */
type Subject = { about?: Reference; nodes: Node[]; trail?: Trail; picture?: Node | Reference };

function subjectOf(site: Site, url: string, page: PageData): Subject {
  const { article, posts, sections } = page;
  if (article)
    return {
      about: refer(postId(url)),
      nodes: [posting(site, url, article), blogStub(site)],
      trail: blogTrail(site, article.title),
      picture: article.picture ? refer(pictureId(url)) : undefined,
    };
  if (posts) {
    const about = refer(blogId(full(site, page.path ?? "/")));
    return { about, nodes: [blog(site, posts)], trail: blogTrail(site) };
  }
  const picture = firstPicture(page);
  const own = {
    trail: trailOf(sections),
    picture: picture ? imageOf(site, url, picture) : undefined,
  };
  if (OFFERING.has(page.page))
    return { ...own, about: refer(serviceId(url)), nodes: [service(site, url, page)] };
  return {
    ...own,
    about: ABOUT_US.has(page.page) ? refer(businessId(site)) : undefined,
    nodes: [],
  };
}

/** The page's own node. If the page has an FAQ, the questions are its main entity. */
function webPage(
  site: Site,
  url: string,
  page: PageData,
  { about, trail, picture }: Subject,
): Node {
  const questions = listed(questionsOf(page));
  const types = [TYPES[page.page] ?? [], questions ? "FAQPage" : []].flat();
  const [type = "WebPage", ...others] = types;
  return {
    "@type": others.length > 0 ? [type, ...others] : type,
    "@id": pageId(url),
    url,
    name: page.title,
    description: page.description || undefined,
    inLanguage: LANGUAGE,
    lastReviewed: page.article?.checked_date ? inDubai(page.article.checked_date) : undefined,
    isPartOf: refer(websiteId(site)),
    about,
    mainEntity: questions ?? about,
    breadcrumb: trail && refer(crumbsId(url)),
    primaryImageOfPage: picture,
  };
}

/** The page's canonical address; null where search engines must not index it. */
export function addressOf(site: Site, { path, canonical }: PageData): string | null {
  return path == null ? null : full(site, canonical ?? path);
}

/** A page's graph, ready for JSON.stringify; null for a page that search engines must not index. */
export function graphOf(site: Site, page: PageData): object | null {
  const url = addressOf(site, page);
  if (url === null) return null;
  const subject = subjectOf(site, url, page);
  return {
    "@context": "https://schema.org",
    "@graph": [
      ABOUT_US.has(page.page) ? business(site) : businessStub(site),
      website(site),
      webPage(site, url, page, subject),
      ...(subject.trail ? [breadcrumb(site, url, subject.trail)] : []),
      ...subject.nodes,
    ],
  };
}
