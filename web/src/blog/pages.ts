// Builds the blog's page data in the browser from the API's answers and the content's words, as the server does for
// its documents.

import { fill } from "../../ui/fill.ts";
import { decoded } from "../browser/text.ts";
import type { Article, Ground, PageData, Site } from "../contract/content.ts";
import { BLOG_PAGE_SIZE, LATEST_POSTS } from "../measures.ts";
import { BLOG, listAddress, postAddress } from "./address.ts";
import { type BlogJson, fetchLatest, fetchList, fetchPost, type LatestJson } from "./api.ts";
import { cached, remember } from "./cache.ts";

/** An address of the blog; `page` is its kind in the route table. */
export type BlogAddress = { page: string; path: string; search: string };

/** Target of a blog address: a page of the list, or a post by its slug or id. */
export type Target = { page: "blog-list"; number: number } | { page: "blog-post"; name: string };

/** Posts have no coloured banner. */
const POST_GROUND: Ground = "white";
/** As on every not-found page. */
const MISSING_GROUND: Ground = "glass";

function bare(page: Target["page"], title: string, ground: Ground): PageData {
  return { page, title, description: "", ground, sections: [] };
}

/** Parses an address of the blog; an invalid page number means the first page. */
export function targetAt({ page, path, search }: BlogAddress): Target {
  if (page === "blog-list") {
    const number = new URLSearchParams(search).get("page") ?? "";
    return { page, number: /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 1 };
  }
  return { page: "blog-post", name: decoded(path.slice(BLOG.length + 1)) };
}

function listOf({ words }: Site, number: number): PageData {
  const { blog } = words;
  const title = number > 1 ? fill(blog.page_title, { page: number }) : blog.title;
  return {
    ...bare("blog-list", title, blog.ground),
    path: BLOG,
    canonical: number > 1 ? listAddress(number) : null,
    description: blog.description,
  };
}

function articleOf(blog: BlogJson): Article {
  const { slug, title, picture, author, published_date, updated_at, content } = blog;
  const { meta_title, meta_description, excerpt, checked_date } = blog;
  return {
    ...{ slug, title, picture, author, published_date, updated_at, content, meta_title },
    checked_date,
    meta_description: meta_description || excerpt || "",
  };
}

/** A post's page, with title and description by R41. */
function postOf(blog: BlogJson): PageData {
  const article = articleOf(blog);
  return {
    ...bare("blog-post", article.meta_title || article.title, POST_GROUND),
    path: postAddress(article.slug),
    description: article.meta_description,
    article,
  };
}

/** The page while it loads. */
export function loadingPage(site: Site, target: Target): PageData {
  if (target.page === "blog-list") return listOf(site, target.number);
  const { loading } = site.words.blog;
  return { ...bare("blog-post", loading, POST_GROUND), path: addressOf(target) };
}

/** The page after its fetch failed; the title says so. */
export function failedPage(site: Site, target: Target): PageData {
  const { blog } = site.words;
  const loading = loadingPage(site, target);
  return target.page === "blog-list"
    ? { ...loading, title: blog.list_failed }
    : { ...loading, title: blog.post_failed, ground: blog.ground };
}

async function loadList(site: Site, number: number): Promise<PageData> {
  const { posts, total } = await fetchList(number);
  const pages = Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE));
  // A page out of range becomes the last page (R38).
  if (number > pages) return loadList(site, pages);
  return { ...listOf(site, number), posts: { posts, page: number, pages } };
}

async function loadPost(site: Site, name: string): Promise<PageData> {
  const post = await fetchPost(name);
  return post ? postOf(post) : bare("blog-post", site.words.blog.not_found, MISSING_GROUND);
}

/** The cache key of a blog page: its address. */
function addressOf(target: Target): string {
  return target.page === "blog-list" ? listAddress(target.number) : postAddress(target.name);
}

/** The page with its posts, from the cache or the API; rejects when the fetch fails. */
export function loadBlogPage(site: Site, target: Target): Promise<PageData> {
  const fetchPage = () =>
    target.page === "blog-list" ? loadList(site, target.number) : loadPost(site, target.name);
  return cached(addressOf(target), fetchPage, ({ path }) => path != null);
}

/** Caches the blog page that came with the document, if it is complete. */
export function rememberPage(page: PageData): void {
  const address = page.canonical ?? page.path;
  if (address != null && (page.posts || page.article)) remember(address, page);
}

/** The latest posts by creation time, newest first, without the post of this slug (R40). */
export async function latestPosts(exceptSlug: string): Promise<LatestJson[]> {
  const posts = await cached("latest", fetchLatest);
  return posts.filter(({ slug }) => slug !== exceptSlug).slice(0, LATEST_POSTS);
}
