// The page data that client-side navigation fetches: once per page, and only from the same build of the site.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOME } from "./fixtures/home.ts";

const fetched = vi.fn<(address: string) => Promise<Response>>();

const answer = (build: string) => async () => Response.json({ build, page: HOME.page });

/** A fresh module, with an empty cache. */
async function pageAt(path: string) {
  const source = await import("../src/navigation/page-data.ts");
  return source.pageAt(path, "b1");
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["/", "/_data/index.json"],
  ["/about-us", "/_data/about-us.json"],
  ["/blogs/a-post", "/_data/blogs/a-post.json"],
])("the data of %s is at %s", async (path, address) => {
  fetched.mockImplementation(answer("b1"));
  await pageAt(path);
  expect(fetched).toHaveBeenCalledWith(address);
});

test("a page is fetched once, also for two simultaneous calls", async () => {
  fetched.mockImplementation(answer("b1"));
  const pages = await Promise.all([pageAt("/"), pageAt("/")]);
  expect(pages[0]).toBe(pages[1]);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("an answer from another build of the site is rejected", async () => {
  fetched.mockImplementation(answer("b2"));
  await expect(pageAt("/")).rejects.toThrow("b2");
});

test("a failure is not cached", async () => {
  fetched.mockImplementationOnce(async () => new Response("", { status: 404 }));
  fetched.mockImplementation(answer("b1"));
  await expect(pageAt("/")).rejects.toThrow("404");
  await expect(pageAt("/")).resolves.toMatchObject({ page: "home" });
});
