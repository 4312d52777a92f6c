// The blog's pages in the browser, made of what the calls answer and of the blog's words; the server makes
// its documents of the same.
import type { Article, Ground, PageData, Site } from "../contract/content.ts";
import { BLOG_PAGE_SIZE, LATEST_POSTS } from "../measures.ts";
import { fill } from "../ui/fill.ts";
import { BLOG, listAddress, postAddress } from "./address.ts";
import { type BlogJson, fetchLatest, fetchList, fetchPost, type LatestJson } from "./api.ts";
import { asked, remember } from "./cache.ts";

/** An address of the blog; `page` is its kind in the route table. */
export type BlogAddress = { page: string; path: string; search: string };

/** What an address of the blog asks for: a page of the list, or a post by its slug or id. */
export type Wanted = { page: "blog-list"; number: number } | { page: "blog-post"; name: string };

/** Posts have no coloured banner: their pictures bring the colour. */
const POST_GROUND: Ground = "white";
/** The ground of the page for an address without a post, as of every page that is not found. */
const MISSING_GROUND: Ground = "glass";

function bare(page: Wanted["page"], title: string, ground: Ground): PageData {
  return { page, title, description: "", ground, sections: [] };
}

/** What is wanted at an address; an unknown number is the first page. */
export function wantedAt({ page, path, search }: BlogAddress): Wanted {
  if (page === "blog-list") {
    const asked = new URLSearchParams(search).get("page") ?? "";
    return { page, number: /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 1 };
  }
  return { page: "blog-post", name: decodeURIComponent(path.slice(BLOG.length + 1)) };
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
  const { meta_title, meta_description, excerpt } = blog;
  return {
    ...{ slug, title, picture, author, published_date, updated_at, content, meta_title },
    meta_description: meta_description || excerpt || "",
  };
}

/** Title and description of a post by R41. */
function postOf(blog: BlogJson): PageData {
  const article = articleOf(blog);
  return {
    ...bare("blog-post", article.meta_title || article.title, POST_GROUND),
    path: postAddress(article.slug),
    description: article.meta_description,
    article,
  };
}

/** The page while its call is under way. */
export function waitingPage(site: Site, wanted: Wanted): PageData {
  if (wanted.page === "blog-list") return listOf(site, wanted.number);
  const { loading } = site.words.blog;
  return { ...bare("blog-post", loading, POST_GROUND), path: addressOf(wanted) };
}

/** The page when its call has failed: its title says so. */
export function failedPage(site: Site, wanted: Wanted): PageData {
  const { blog } = site.words;
  const waiting = waitingPage(site, wanted);
  return wanted.page === "blog-list"
    ? { ...waiting, title: blog.list_failed }
    : { ...waiting, title: blog.post_failed, ground: blog.ground };
}

async function wantedList(site: Site, number: number): Promise<PageData> {
  const { posts, total } = await fetchList(number);
  const pages = Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE));
  // Out of range: the last page (R38).
  if (number > pages) return wantedList(site, pages);
  return { ...listOf(site, number), posts: { posts, page: number, pages } };
}

async function wantedPost(site: Site, name: string): Promise<PageData> {
  const post = await fetchPost(name);
  return post ? postOf(post) : bare("blog-post", site.words.blog.not_found, MISSING_GROUND);
}

/** The address that a page of the blog is remembered by. */
function addressOf(wanted: Wanted): string {
  return wanted.page === "blog-list" ? listAddress(wanted.number) : postAddress(wanted.name);
}

/** The page with its posts; fails when its call does. */
export function wantedPage(site: Site, wanted: Wanted): Promise<PageData> {
  const ask = () =>
    wanted.page === "blog-list" ? wantedList(site, wanted.number) : wantedPost(site, wanted.name);
  return asked(addressOf(wanted), ask, ({ path }) => path != null);
}

/** A page of the blog that the server sent, with all that it has to have. */
export function rememberPage(page: PageData): void {
  const address = page.canonical ?? page.path;
  if (address != null && (page.posts || page.article)) remember(address, page);
}

/** The newest posts by the moment they were made, newest first, but for the one with this slug (R40). */
export async function latestPosts(besides: string): Promise<LatestJson[]> {
  const posts = await asked("latest", fetchLatest);
  return posts.filter(({ slug }) => slug !== besides).slice(0, LATEST_POSTS);
}
