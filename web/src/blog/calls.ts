// What the browser asks the server for: the list, one post, the newest posts (calls 2 and 3 of the
// specification). Answers are kept for a while, because readers go back and forth.
import type { PostCard, PostPicture } from "../contract/content.ts";
import { BLOG_PAGE_SIZE, LATEST_POSTS } from "../measures.ts";

const CALL = "/admin/front/blogs";

/** An answer is as good as new for so long; after that it is asked for again. */
const FRESH_FOR_MS = 60_000;
/** A server that has not answered by then has failed. */
const ANSWER_WITHIN_MS = 20_000;
/** Answers kept at most; the oldest goes first. */
const KEPT_AT_MOST = 60;

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

/** A page of the list, as `fields` asks for it. */
const CARD_FIELDS = ["slug", "title", "summary", "picture", "author", "published_date"];

/** The newest posts, as `fields` asks for them. */
const LATEST_FIELDS = ["slug", "title", "picture", "published_date", "created_at"] as const;
export type LatestJson = Pick<BlogJson, (typeof LATEST_FIELDS)[number]>;

type Kept = { since: number; answer: Promise<unknown> };
const kept = new Map<string, Kept>();

/**
 * The answer to a call, which `read` makes of the response. One that is still fresh is not asked for
 * again; where asking again fails, the former answer has to do. `null` is an answer that is not kept.
 */
function asked<T>(address: string, read: (response: Response) => Promise<T>): Promise<T> {
  const earlier = kept.get(address);
  if (earlier && Date.now() - earlier.since < FRESH_FOR_MS) return earlier.answer as Promise<T>;
  const answer = ask(address, read).catch((problem: unknown) => {
    if (!earlier) throw problem;
    return earlier.answer as Promise<T>;
  });
  remember(address, answer);
  const forget = () => {
    if (kept.get(address)?.answer === answer) kept.delete(address);
  };
  answer.then((value) => value === null && forget(), forget);
  return answer;
}

async function ask<T>(address: string, read: (response: Response) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const headers = { Accept: "application/json" };
  return read(await fetch(address, { headers, signal }));
}

function remember(address: string, answer: Promise<unknown>): void {
  kept.delete(address);
  kept.set(address, { since: Date.now(), answer });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_AT_MOST && oldest !== undefined) kept.delete(oldest);
}

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
  return (await response.json()) as T;
}

export type ListAnswer = {
  posts: PostCard[];
  /** Posts on all pages together. */
  total: number;
};

/** The posts on a page of the list, from 1; none on a page that is out of range. */
export function listPage(page: number): Promise<ListAnswer> {
  return asked(listCall(page), async (response) => {
    const posts = await json<PostCard[]>(response);
    const total = Number(response.headers.get("X-Total-Count") ?? posts.length);
    return { posts, total };
  });
}

function listCall(page: number): string {
  const fields = CARD_FIELDS.join(",");
  return `${CALL}?page=${page}&per_page=${BLOG_PAGE_SIZE}&fields=${fields}`;
}

/** A post by its slug or its id; null where there is none. */
export function postNamed(name: string): Promise<BlogJson | null> {
  return asked(`${CALL}/${encodeURIComponent(name)}`, async (response) => {
    if (response.status === 404) return null;
    const { data } = await json<{ data?: BlogJson | null }>(response);
    return data ?? null;
  });
}

/** The newest posts but the one with this slug, newest first (R40). */
export async function latestPosts(besides: string): Promise<LatestJson[]> {
  const fields = LATEST_FIELDS.join(",");
  // One more than are shown, because the one beside which they stand may be among them.
  const address = `${CALL}?page=1&per_page=${LATEST_POSTS + 1}&fields=${fields}`;
  const posts = await asked(address, json<LatestJson[]>);
  return posts
    .filter(({ slug }) => slug !== besides)
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, LATEST_POSTS);
}

/** The list's page came with the document. */
export function rememberList(page: number, answer: ListAnswer): void {
  remember(listCall(page), Promise.resolve(answer));
}
