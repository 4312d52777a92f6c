// The blog's HTTP API as the browser calls it: the list, one post, the latest posts (calls 2 and 3 of the
// specification).
import { abortAfter } from "../browser/patience.ts";
import { encoded } from "../browser/text.ts";
import type { PostCard, PostPicture } from "../contract/content.ts";
import { BLOG_PAGE_SIZE, LATEST_POSTS } from "../measures.ts";

const ENDPOINT = "/admin/front/blogs";

const TIMEOUT_MS = 20_000;

/** A post as call 3 returns it. Dates are RFC 3339, `image` is an absolute address. */
export type BlogJson = {
  id: string;
  slug: string;
  title: string;
  meta_title: string | null;
  meta_description: string | null;
  excerpt: string | null;
  image: string | null;
  author: string | null;
  published_date: string;
  created_at: string;
  content: string;
  picture: PostPicture | null;
  updated_at: string;
  checked_date: string | null;
};

/** The fields that a card shows, for the `fields` parameter. */
const CARD_FIELDS: readonly (keyof PostCard)[] = [
  "slug",
  "title",
  "summary",
  "picture",
  "author",
  "published_date",
];

/** The fields that the latest posts show. */
const LATEST_FIELDS = ["slug", "title", "picture", "published_date"] as const;
export type LatestJson = Pick<BlogJson, (typeof LATEST_FIELDS)[number]>;

function request(address: string): Promise<Response> {
  const signal = abortAfter(TIMEOUT_MS);
  return fetch(address, { headers: { Accept: "application/json" }, signal });
}

async function jsonOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
  return (await response.json()) as T;
}

function listQuery(page: number, size: number, fields: readonly string[]): string {
  return `${ENDPOINT}?page=${page}&per_page=${size}&fields=${fields.join(",")}`;
}

export type ListAnswer = {
  posts: PostCard[];
  /** The number of posts on all pages. */
  total: number;
};

/** The posts on a page of the list, counted from 1; a page out of range has none. */
export async function fetchList(page: number): Promise<ListAnswer> {
  const response = await request(listQuery(page, BLOG_PAGE_SIZE, CARD_FIELDS));
  const posts = await jsonOf<PostCard[]>(response);
  return { posts, total: Number(response.headers.get("X-Total-Count") ?? posts.length) };
}

/** A post by its slug or id; null where there is none. */
export async function fetchPost(name: string): Promise<BlogJson | null> {
  const response = await request(`${ENDPOINT}/${encoded(name)}`);
  if (response.status === 404) return null;
  return (await jsonOf<{ data?: BlogJson | null }>(response)).data ?? null;
}

/** The latest posts by `created_at` (R40): one more than is shown, since the current post may be among them. */
export async function fetchLatest(): Promise<LatestJson[]> {
  return jsonOf(await request(`${listQuery(1, LATEST_POSTS + 1, LATEST_FIELDS)}&sort=created_at`));
}
