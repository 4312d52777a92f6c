// The blog's pages as rendered: the list, a post, the latest posts, and each of their states.
import { expect, test, vi } from "vitest";
import { readingMinutes } from "../src/blog/byline.tsx";
import { Day, dayInDubai } from "../src/blog/date.tsx";
import { Latest } from "../src/blog/latest.tsx";
import type { PostCard } from "../src/contract/content.ts";
import BlogPage from "../src/pages/blog.tsx";
import type { PageView } from "../src/sections/page-view.ts";
import { ARTICLE, answering, blogJson, blogView, card, listAnswer } from "./blog.ts";
import { click, SITE, served, show } from "./render.tsx";

const { blog } = SITE.words;
const draw = (view: PageView) => served(<BlogPage view={view} />);
const list = (posts: PostCard[], page = 1, pages = 1) =>
  draw(blogView("blog-list", { path: "/blogs", posts: { posts, page, pages } }));
const post = (given: object) =>
  draw(blogView("blog-post", { path: "/blogs/post-1", article: ARTICLE, latest: [], ...given }));
const texts = (all: NodeListOf<Element>) => [...all].map((one) => one.textContent?.trim());
const hrefs = (all: Iterable<Element>) => [...all].map((one) => one.getAttribute("href"));

test.each([
  ["2026-05-12T04:00:00Z", "12 May 2026"],
  ["2025-12-31T20:00:00Z", "1 January 2026"],
  ["2025-12-31T19:59:59Z", "31 December 2025"],
  ["2024-02-29T12:00:00+04:00", "29 February 2024"],
])("R37 %s is %s in Dubai, whatever the reader's time zone", (moment, day) => {
  expect(dayInDubai(moment)).toBe(day);
  const time = served(<Day of={moment} />).querySelector("time");
  expect([time?.dateTime, time?.textContent]).toEqual([moment, day]);
});

test("R37 a card has image, author, date, title, a short text, and Read More, and links to its post", () => {
  const page = list([card(1, { author: "Mariam" }), card(2)]);
  const [first, second] = page.querySelectorAll(".post");
  expect(page.querySelectorAll("h1")).toHaveLength(1);
  expect(page.querySelector("h1")?.textContent).toBe("Blogs");
  expect(first?.querySelector("img")?.getAttribute("width")).toBe("800");
  expect(first?.querySelector(".byline")?.textContent).toBe("Mariam12 May 2026");
  expect(second?.querySelector(".byline")?.textContent).toBe("Admin12 May 2026");
  expect(first?.querySelector("h2")?.textContent).toBe("Post 1");
  expect(first?.querySelector(".post__summary")?.textContent).toBe("What post 1 is about…");
  expect(hrefs(first?.querySelectorAll("a") ?? [])).toEqual(["/blogs/post-1"]);
  expect(first?.querySelector("span.more")?.textContent).toContain("Read More");
});

test("R37 a card without an image shows none, and images load lazily", () => {
  const page = list([1, 2, 3, 4].map((number) => card(number)).concat(card(5, { picture: null })));
  const cards = [...page.querySelectorAll(".post")];
  expect(cards[4]?.querySelector("img")).toBeNull();
  const loading = [...page.querySelectorAll("img")].map((image) => image.getAttribute("loading"));
  expect(loading).toEqual(["lazy", "lazy", "lazy", "lazy"]);
});

test("R37 markup in a title is shown as text", () => {
  const title = '<img src=x onerror="alert(1)"> & \u202Eback';
  const page = list([card(1, { title, picture: null })]);
  expect(page.querySelector("h2")?.textContent).toBe(title);
  expect(page.querySelector(".posts img")).toBeNull();
});

test("R38 one page has no pagination; without posts there is a sentence and the phone number", () => {
  expect(list([card(1)]).querySelector(".pager")).toBeNull();
  const none = list([]);
  expect(none.body.textContent).toContain(blog.none_yet);
  expect(none.querySelector('a[href^="tel:"]')).not.toBeNull();
});

test("R38 page numbers, Previous and Next are links; at the ends Previous and Next are disabled", () => {
  const first = list([card(1)], 1, 3);
  expect(hrefs(first.querySelectorAll(".pager a"))).toEqual([
    "/blogs",
    "/blogs?page=2",
    "/blogs?page=3",
    "/blogs?page=2",
  ]);
  expect(first.querySelector(".pager [aria-current=page]")?.textContent).toBe("1");
  expect(texts(first.querySelectorAll("[aria-disabled=true]"))).toEqual(["Previous"]);
  const last = list([card(1)], 3, 3);
  expect(texts(last.querySelectorAll("[aria-disabled=true]"))).toEqual(["Next"]);
  expect(last.querySelector("a[rel=prev]")?.getAttribute("href")).toBe("/blogs?page=2");
  const middle = list([card(1)], 2, 3);
  expect(middle.querySelectorAll("[aria-disabled]")).toHaveLength(0);
  expect(middle.querySelector("a[rel=prev]")?.getAttribute("href")).toBe("/blogs");
});

test("R39 a post that somebody has checked says on which day, in Dubai", () => {
  const page = post({ article: { ...ARTICLE, checked_date: "2026-11-19T20:00:00Z" } });
  const said = texts(page.querySelectorAll(".byline > *"));
  expect(said).toEqual(["Admin", "12 May 2026", "1 min read", "Checked on 20 November 2026"]);
});

test.each([
  ["<p></p>", 1],
  [`<p>${"word ".repeat(220)}</p>`, 1],
  [`<h2>More</h2><p>${"word ".repeat(220)}</p>`, 2],
])("a reader takes a minute for 220 words: %.20s", (html, minutes) => {
  expect(readingMinutes(html)).toBe(minutes);
});

test("R39 a post has breadcrumb, title, author, date, image and text", () => {
  const { picture } = card(1);
  const content = "<h2>Part</h2><p>Text</p>";
  const page = post({ article: { ...ARTICLE, picture, content } });
  expect(texts(page.querySelectorAll(".crumbs li"))).toEqual(["Home", "Blogs", "Post 1"]);
  expect(page.querySelector("h1")?.textContent).toBe("Post 1");
  expect(page.querySelector(".byline")?.textContent).toBe("Admin12 May 20261 min read");
  const loading = (from: Document) =>
    from.querySelector(".article__art img")?.getAttribute("loading");
  expect(loading(page)).toBe("lazy");
  const photo = {
    ...(picture as NonNullable<typeof picture>),
    srcset: "/media/photo-640.webp 640w",
  };
  expect(loading(post({ article: { ...ARTICLE, picture: photo, content } }))).toBeNull();
  expect(page.querySelector(".prose h2")?.textContent).toBe("Part");
  expect(post({}).querySelector(".article__art")).toBeNull();
});

test("R40 beside a post are the latest posts with image, title and date, and a link to all blogs", () => {
  const page = post({ latest: [card(2), card(3), card(4, { picture: null })] });
  const entries = [...page.querySelectorAll(".latest li")];
  expect(entries.map((entry) => entry.querySelector("a")?.getAttribute("href"))).toEqual([
    "/blogs/post-2",
    "/blogs/post-3",
    "/blogs/post-4",
  ]);
  expect(entries.map((entry) => entry.querySelectorAll("img").length)).toEqual([1, 1, 0]);
  expect(entries[0]?.querySelector("time")?.textContent).toBe("12 May 2026");
  expect(page.querySelector(".latest-posts .more")?.getAttribute("href")).toBe("/blogs");
  expect(page.querySelector(".latest-posts .more")?.textContent).toContain("View All Blogs");
});

test("R40 without other posts, the sidebar says No recent posts found", () => {
  expect(post({ latest: [] }).body.textContent).toContain("No recent posts found");
});

test("R39 a missing post says Blog not found and links to the list", () => {
  const page = post({ article: null, path: null });
  expect(page.querySelector("h1")?.textContent).toBe("Blog not found");
  expect(page.querySelector(".pageban .btn")?.getAttribute("href")).toBe("/blogs");
});

test.each([
  ["blog-list", "Blogs"],
  ["blog-post", "Loading..."],
] as const)("R39 a loading %s says Loading..., to screen readers too", (kind, heading) => {
  const page = draw({ ...blogView(kind, { path: "/blogs" }), loadState: { state: "loading" } });
  expect(page.querySelector("[role=status]")?.textContent).toBe("Loading...");
  expect(texts(page.querySelectorAll("h1"))).toEqual([heading]);
});

test("R42 a list that failed to load says so, and its button retries", async () => {
  const retry = vi.fn();
  const view = blogView("blog-list", { path: "/blogs" });
  await show(<BlogPage view={{ ...view, loadState: { state: "failed", retry } }} />);
  expect(document.querySelector("[role=alert]")?.textContent).toContain("Failed to load blogs");
  expect(document.querySelector("button")?.textContent).toBe("Try again");
  await click("button");
  expect(retry).toHaveBeenCalledTimes(1);
});

test("R39 a post that failed to load says so, and its button retries", async () => {
  const retry = vi.fn();
  const view = blogView("blog-post", { path: "/blogs/post-1" });
  await show(<BlogPage view={{ ...view, loadState: { state: "failed", retry } }} />);
  expect(document.querySelector("h1")?.textContent).toBe("Failed to load blog");
  await click("button");
  expect(retry).toHaveBeenCalledTimes(1);
});

test("R42 a list that the server could not load has a retry button that works without scripts", () => {
  const page = draw(blogView("blog-list", { path: "/blogs", posts: null }));
  expect(page.body.textContent).toContain("Failed to load blogs");
  expect(page.querySelector("form")?.getAttribute("action")).toBe("/blogs");
});

test("R40 latest posts that came with the document are not fetched again", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  await show(<Latest slug="post-1" posts={[card(2)]} />);
  expect(document.querySelectorAll(".latest li")).toHaveLength(1);
  expect(fetched).not.toHaveBeenCalled();
});

// Failures are not cached, so the next test fetches again.
test("R40 when the latest posts cannot be loaded, only the console says so", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  answering(() => new Response("", { status: 500 }));
  await show(<Latest slug="post-5" posts={null} />);
  expect(document.body.textContent).toContain("No recent posts found");
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(document.querySelector(".more")?.getAttribute("href")).toBe("/blogs");
  expect(error).toHaveBeenCalledTimes(1);
  error.mockRestore();
});

test("R40 the sidebar shows the three latest posts by created_at, without the post itself", async () => {
  const posts = [5, 4, 2, 1].map((number) => blogJson(number));
  const requests = answering(() => listAnswer(posts, 9));
  await show(<Latest slug="post-5" posts={null} />);
  expect(requests).toEqual([
    "?page=1&per_page=4&fields=slug,title,picture,published_date&sort=created_at",
  ]);
  const links = [...document.querySelectorAll(".latest a")].map((one) => one.getAttribute("href"));
  expect(links).toEqual(["/blogs/post-4", "/blogs/post-2", "/blogs/post-1"]);
});
