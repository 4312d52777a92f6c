// The one linked graph of a page, in the words of schema.org: the company, the site, the page, and what the
// page is about, each said once and pointed at. It is drawn from what the page itself is drawn from.
import type { PageData, Site } from "../contract/content.ts";
import { blog, blogStub, blogWay, posting } from "./blog.ts";
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
import { breadcrumb, firstPicture, questionsOf, type Way, wayOf, website } from "./page.ts";
import { service } from "./service.ts";

/** What a page is called where it is no plain one. */
const TYPES: Record<string, string> = {
  about: "AboutPage",
  contact: "ContactPage",
  "blog-list": "CollectionPage",
};

/** Pages that are about the company, and so have it in full. */
const ABOUT_US = new Set(["home", "about", "contact"]);

/** Pages that offer something. */
const OFFERING = new Set(["service", "contracts"]);

/** What a kind of page has beside the company, the site and itself. */
type Subject = { about?: Reference; nodes: Node[]; way?: Way; picture?: Node | Reference };

function subjectOf(site: Site, url: string, page: PageData): Subject {
  const { article, posts, sections } = page;
  if (article)
    return {
      about: refer(postId(url)),
      nodes: [posting(site, url, article), blogStub(site)],
      way: blogWay(site, article.title),
      picture: article.picture ? refer(pictureId(url)) : undefined,
    };
  if (posts) {
    const about = refer(blogId(full(site, page.path ?? "/")));
    return { about, nodes: [blog(site, posts)], way: blogWay(site) };
  }
  const picture = firstPicture(page);
  const own = { way: wayOf(sections), picture: picture ? imageOf(site, url, picture) : undefined };
  if (OFFERING.has(page.page))
    return { ...own, about: refer(serviceId(url)), nodes: [service(site, url, page)] };
  return {
    ...own,
    about: ABOUT_US.has(page.page) ? refer(businessId(site)) : undefined,
    nodes: [],
  };
}

/** The page's own node. Where it answers questions, they are what it mainly holds. */
function webPage(site: Site, url: string, page: PageData, { about, way, picture }: Subject): Node {
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
    isPartOf: refer(websiteId(site)),
    about,
    mainEntity: questions ?? about,
    breadcrumb: way && refer(crumbsId(url)),
    primaryImageOfPage: picture,
  };
}

/** The page's public address; none where search engines shall not keep it. */
export function addressOf(site: Site, { path, canonical }: PageData): string | null {
  return path == null ? null : full(site, canonical ?? path);
}

/** The graph of a page, ready to become JSON; none for a page that search engines shall not keep. */
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
      ...(subject.way ? [breadcrumb(site, url, subject.way)] : []),
      ...subject.nodes,
    ],
  };
}
