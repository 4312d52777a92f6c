// What the browser asks the server for: the list, one post, the newest posts (calls 2 and 3 of the
// specification).
import type { PostCard, PostPicture } from "../contract/content.ts";
import { BLOG_PAGE_SIZE, LATEST_POSTS } from "../measures.ts";

const CALL = "/admin/front/blogs";

/** A server that has not answered by then has failed. */
const ANSWER_WITHIN_MS = 20_000;

/** What call 3 answers of a post: all of it. Dates are RFC 3339, `image` is an absolute address. */
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
};

/** What a card shows, as `fields` asks for it. */
const CARD_FIELDS: readonly (keyof PostCard)[] = [
  "slug",
  "title",
  "summary",
  "picture",
  "author",
  "published_date",
];

/** What the list of the newest shows. */
const LATEST_FIELDS = ["slug", "title", "picture", "published_date"] as const;
export type LatestJson = Pick<BlogJson, (typeof LATEST_FIELDS)[number]>;

function ask(address: string): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return fetch(address, { headers: { Accept: "application/json" }, signal });
}

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
  return (await response.json()) as T;
}

function listCall(page: number, size: number, fields: readonly string[]): string {
  return `${CALL}?page=${page}&per_page=${size}&fields=${fields.join(",")}`;
}

export type ListAnswer = {
  posts: PostCard[];
  /** Posts on all pages together. */
  total: number;
};

/** The posts on a page of the list, from 1; none on a page that is out of range. */
export async function fetchList(page: number): Promise<ListAnswer> {
  const response = await ask(listCall(page, BLOG_PAGE_SIZE, CARD_FIELDS));
  const posts = await json<PostCard[]>(response);
  return { posts, total: Number(response.headers.get("X-Total-Count") ?? posts.length) };
}

/** A post by its slug or its id; null where there is none. */
export async function fetchPost(name: string): Promise<BlogJson | null> {
  const response = await ask(`${CALL}/${encodeURIComponent(name)}`);
  if (response.status === 404) return null;
  return (await json<{ data?: BlogJson | null }>(response)).data ?? null;
}

/** The newest posts by `created_at`, one more than are shown: the one beside which they stand may be among them. */
export async function fetchLatest(): Promise<LatestJson[]> {
  return json(await ask(`${listCall(1, LATEST_POSTS + 1, LATEST_FIELDS)}&sort=created_at`));
}
