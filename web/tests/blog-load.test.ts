// Loading of a blog page after a click: the requests, the screen meanwhile, the cache.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answering, blogJson, card, listAnswer } from "./blog.ts";
import { SITE } from "./render.tsx";

const LIST = { page: "blog-list", path: "/blogs", search: "" };
const POST = { page: "blog-post", path: "/blogs/post-1", search: "" };
const CARDS = "fields=slug,title,summary,picture,author,published_date";
const NEWEST = "?page=1&per_page=4&fields=slug,title,picture,published_date&sort=created_at";
const words = SITE.words.blog;

/** A fresh module, with an empty cache. */
const load = () => import("../src/pages/blog.tsx");
let blog: Awaited<ReturnType<typeof load>>;

/** The states of a page as it loads (`loading`, `failed` or `complete`), the final page and its address. */
async function stepsOf(address: typeof LIST, patient = true) {
  const retry = vi.fn();
  const steps = [];
  for await (const step of blog.blogSteps(address, SITE, retry, patient)) steps.push(step);
  const last = steps.at(-1);
  if (!last) throw new Error("No step at all");
  return {
    states: steps.map(({ view }) => view.loadState?.state ?? "complete"),
    page: last.view.page,
    movedTo: last.movedTo,
  };
}

beforeEach(async () => {
  vi.resetModules();
  blog = await load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("R38 R48 a page of the list fetches its twelve posts, with only the fields that cards show", async () => {
  const requests = answering(() => listAnswer([card(13)], 13));
  const { states, page } = await stepsOf({ ...LIST, search: "?page=2" });
  expect(requests).toEqual([`?page=2&per_page=12&${CARDS}`]);
  expect(states).toEqual(["complete"]);
  expect(page).toMatchObject({
    path: "/blogs",
    canonical: "/blogs?page=2",
    title: words.page_title.replace("{page}", "2"),
    posts: { page: 2, pages: 2, posts: [{ slug: "post-13" }] },
  });
});

test.each(["", "?page=1", "?page=0", "?page=-2", "?page=two", "?page=1.5", "?utm_source=mail"])(
  "R38 /blogs%s is the first page",
  async (search) => {
    answering(() => listAnswer([card(1)], 1));
    const { page, movedTo } = await stepsOf({ ...LIST, search });
    expect(page).toMatchObject({ canonical: null, title: words.title, posts: { page: 1 } });
    expect(movedTo).toBeUndefined();
  },
);

test("R38 a page out of range becomes the last page, in the address too", async () => {
  const requests = answering((rest) =>
    listAnswer(rest.startsWith("?page=3&") ? [card(25)] : [], rest ? 25 : 0),
  );
  const { page, movedTo } = await stepsOf({ ...LIST, search: "?page=99" });
  expect(requests.map((rest) => rest.slice(0, 8))).toEqual(["?page=99", "?page=3&"]);
  expect(page.posts).toMatchObject({ page: 3, pages: 3 });
  expect(movedTo).toBe("/blogs?page=3");
});

test("R42 a list that cannot be loaded has failed, and is fetched again the next time", async () => {
  const requests = answering(() => Response.json([card(1)], { status: 503 }));
  const first = await stepsOf(LIST);
  expect(first.states).toEqual(["failed"]);
  expect(first.page).toMatchObject({ title: "Failed to load blogs", path: "/blogs" });
  answering(() => listAnswer([card(1)], 1));
  expect((await stepsOf(LIST)).states).toEqual(["complete"]);
  expect(requests).toHaveLength(1);
});

test("R42 an answer that is not a list of posts has failed too", async () => {
  answering(() => new Response("<html>", { headers: { "Content-Type": "text/html" } }));
  expect((await stepsOf(LIST)).states).toEqual(["failed"]);
  answering(() => Promise.reject(new TypeError("offline")));
  expect((await stepsOf(LIST)).states).toEqual(["failed"]);
});

test("R39 Loading... shows after 200 ms, and not before", async () => {
  vi.useFakeTimers();
  const answer = (after: number) =>
    answering(() => new Promise((done) => setTimeout(done, after, listAnswer([card(1)], 24))));
  answer(150);
  const quick = stepsOf(LIST);
  await vi.advanceTimersByTimeAsync(150);
  expect((await quick).states).toEqual(["complete"]);
  answer(900);
  const slow = stepsOf({ ...LIST, search: "?page=2" });
  await vi.advanceTimersByTimeAsync(900);
  expect((await slow).states).toEqual(["loading", "complete"]);
});

test("R42 after Try again, Loading... shows at once", async () => {
  vi.useFakeTimers();
  answering(() => new Promise((done) => setTimeout(done, 20, listAnswer([card(1)], 1))));
  const again = stepsOf(LIST, false);
  await vi.advanceTimersByTimeAsync(20);
  expect((await again).states).toEqual(["loading", "complete"]);
});

test("R39 R49 a post is fetched by its slug; an unknown slug is not found", async () => {
  const requests = answering((rest) =>
    rest === "/post-1"
      ? Response.json({ data: blogJson(1) })
      : Response.json({ message: "Blog not found" }, { status: 404 }),
  );
  expect((await stepsOf(POST)).page).toMatchObject({ path: "/blogs/post-1", title: "Post 1" });
  const missing = await stepsOf({ ...POST, path: "/blogs/none" });
  expect(missing.states).toEqual(["complete"]);
  expect(missing.page).toMatchObject({ title: "Blog not found" });
  expect(missing.page.path).toBeUndefined();
  expect(requests.filter((rest) => rest.startsWith("/"))).toEqual(["/post-1", "/none"]);
});

test("R49 an answer without data is not found; a failed one says Failed to load blog", async () => {
  answering(() => Response.json({}));
  expect((await stepsOf(POST)).page.title).toBe("Blog not found");
  answering(() => Response.json({ data: blogJson(1) }, { status: 500 }));
  const failed = await stepsOf(POST);
  expect(failed.states).toEqual(["failed"]);
  expect(failed.page.title).toBe("Failed to load blog");
});

test("R39 a post that has moved, or is requested by its id, ends at its own address", async () => {
  answering(() => Response.json({ data: blogJson(1, { slug: "new name" }) }));
  const { movedTo, page } = await stepsOf({ ...POST, path: "/blogs/old" });
  expect(movedTo).toBe("/blogs/new%20name");
  expect(page.path).toBe("/blogs/new%20name");
});

test.each([
  [{ meta_title: "M", meta_description: "D", excerpt: "E" }, "M", "D"],
  [{ excerpt: "E" }, "Post 1", "E"],
  [{}, "Post 1", ""],
])("R41 title and description of %j", async (changes, title, description) => {
  answering(() => Response.json({ data: blogJson(1, changes) }));
  expect((await stepsOf(POST)).page).toMatchObject({ title, description });
});

test("an answer is cached for a minute, then fetched again; if that fails, the old one is used", async () => {
  vi.useFakeTimers();
  const requests = answering(() => listAnswer([card(1)], 1));
  await stepsOf(LIST);
  await stepsOf(LIST);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(61_000);
  const failing = answering(() => new Response("", { status: 500 }));
  const old = await stepsOf(LIST);
  expect(failing).toHaveLength(1);
  expect(old.page.posts?.posts[0]?.slug).toBe("post-1");
});

test("a page that came with the document is not fetched, nor is one that was prefetched", async () => {
  const requests = answering((rest) =>
    rest.startsWith("/") ? Response.json({ data: blogJson(1) }) : listAnswer([card(1)], 1),
  );
  const { prefetchBlog, rememberPage } = blog;
  const given = { page: "blog-list", title: "", description: "", ground: "white", sections: [] };
  const posts = { posts: [card(7)], page: 1, pages: 1 };
  rememberPage({ ...given, ground: "white", path: "/blogs", posts });
  expect((await stepsOf(LIST)).page.posts?.posts[0]?.slug).toBe("post-7");
  expect(requests).toEqual([]);
  await prefetchBlog(POST, SITE);
  await stepsOf(POST);
  expect(requests).toEqual([NEWEST, "/post-1"]);
});
