// The blog's list and its posts.
import { BLOG, postAddress } from "../blog/address.ts";
import { DUBAI_AHEAD_MS } from "../blog/date.tsx";
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
import type { Way } from "./page.ts";

/** The way to the list, or to the post of this title. */
export function blogWay({ words }: Site, title?: string): Way {
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

/** A moment by Dubai's clocks, so that its day is the one that readers see above the post. */
export function inDubai(moment: string): string {
  return `${new Date(Date.parse(moment) + DUBAI_AHEAD_MS).toISOString().slice(0, 19)}+04:00`;
}

/** When it last changed. A post that was written ahead has not changed since it appeared. */
export function modified({ published_date, updated_at }: Article): string {
  return inDubai(updated_at > published_date ? updated_at : published_date);
}

/** A post that names nobody is the company's. */
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
