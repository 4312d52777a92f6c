// Posts for tests, and a stub of the blog's API.
import { vi } from "vitest";
import type { BlogJson } from "../src/blog/api.ts";
import type { Article, PageData, PostCard } from "../src/contract/content.ts";
import type { PageView } from "../src/sections/page-view.ts";

export function card(number: number, changes: Partial<PostCard> = {}): PostCard {
  return {
    slug: `post-${number}`,
    title: `Post ${number}`,
    summary: `What post ${number} is about…`,
    picture: { src: `/media/posts/${number}.svg`, width: 800, height: 500, alt: "" },
    author: null,
    published_date: "2026-05-12T04:00:00Z",
    ...changes,
  };
}

export const ARTICLE: Article = {
  slug: "post-1",
  title: "Post 1",
  picture: null,
  author: null,
  published_date: "2026-05-12T04:00:00Z",
  updated_at: "2026-05-12T04:00:00Z",
  content: '<p>Text with <a href="/about-us">a link</a>.</p>',
  meta_title: null,
  meta_description: "",
};

export function blogJson(number: number, changes: Partial<BlogJson> = {}): BlogJson {
  return {
    id: String(number),
    slug: `post-${number}`,
    title: `Post ${number}`,
    meta_title: null,
    meta_description: null,
    excerpt: null,
    image: null,
    author: null,
    published_date: "2026-05-12T04:00:00Z",
    created_at: `2026-05-${String(10 + number).padStart(2, "0")}T04:00:00Z`,
    content: "<p>Text</p>",
    picture: null,
    updated_at: "2026-05-12T04:00:00Z",
    checked_date: null,
    ...changes,
  };
}

/** A blog page with the given data. */
export function blogView(page: "blog-list" | "blog-post", given: Partial<PageData>): PageView {
  const data = { page, title: "", description: "", ground: "white" as const, sections: [] };
  return { page: { ...data, ...given }, prefill: null, answer: null };
}

/** The answer to a request, by its address after `/admin/front/blogs`. */
type Answers = (rest: string) => Response | Promise<Response>;

/** Stubs `fetch`, and records the requested addresses. */
export function answering(answers: Answers): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const rest = address.replace(/^\/admin\/front\/blogs/, "");
    requests.push(rest);
    return answers(rest);
  });
  return requests;
}

export function listAnswer(posts: unknown[], total: number): Response {
  return Response.json(posts, { headers: { "X-Total-Count": String(total) } });
}
