// The blog's list and its posts as schema.org nodes (R41).

import { DUBAI_MS } from "../../ui/dubai.ts";
import { BLOG, postAddress } from "../blog/address.ts";
import type { Article, PostList, Site } from "../contract/content.ts";
import {
  blogId,
  businessId,
  full,
  imageOf,
  listed,
  type Node,
  pageId,
  postId,
  refer,
} from "./nodes.ts";
import type { Trail } from "./page.ts";

/** The breadcrumb of the list, or of the post with this title. */
export function blogTrail({ words }: Site, title?: string): Trail {
  const { crumbs, heading } = words.blog;
  if (title === undefined) return { crumbs, here: heading };
  return { crumbs: [...crumbs, { label: heading, to: BLOG }], here: title };
}

export function blogStub(site: Site): Node {
  const url = full(site, BLOG);
  return { "@type": "Blog", "@id": blogId(url), name: site.words.blog.heading, url };
}

/** The blog with the posts of one page of its list. */
export function blog(site: Site, { posts }: PostList): Node {
  return {
    ...blogStub(site),
    description: site.words.blog.description,
    publisher: refer(businessId(site)),
    blogPost: listed(
      posts.map(({ slug, title, published_date }) => {
        const url = full(site, postAddress(slug));
        return {
          "@type": "BlogPosting",
          "@id": postId(url),
          headline: title,
          url,
          datePublished: inDubai(published_date),
        };
      }),
    ),
  };
}

/** A time in Dubai's time zone, so that its date is the one shown above the post. */
export function inDubai(time: string): string {
  return `${new Date(Date.parse(time) + DUBAI_MS).toISOString().slice(0, 19)}+04:00`;
}

/** When the post last changed, or was last checked. An edit before its publication doesn't count. */
export function modified({ published_date, updated_at, checked_date }: Article): string {
  const times = [published_date, updated_at, checked_date ?? ""];
  return inDubai(times.reduce((latest, time) => (time > latest ? time : latest)));
}

/** A post; without an author's name, the company is the author. */
export function posting(site: Site, url: string, article: Article): Node {
  const { title, author, picture, meta_description } = article;
  return {
    "@type": "BlogPosting",
    "@id": postId(url),
    headline: title,
    description: meta_description || undefined,
    url,
    datePublished: inDubai(article.published_date),
    dateModified: modified(article),
    author: author ? { "@type": "Person", name: author } : refer(businessId(site)),
    publisher: refer(businessId(site)),
    image: picture ? imageOf(site, url, picture) : undefined,
    mainEntityOfPage: refer(pageId(url)),
    isPartOf: refer(blogId(full(site, BLOG))),
  };
}
