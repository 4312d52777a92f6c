// R15, R33: which links the site follows by itself.
import { expect, test } from "vitest";
import { destinationOf } from "../src/navigation/clicks.ts";

function link(href: string): HTMLAnchorElement {
  const anchor = document.createElement("a");
  anchor.href = href;
  return anchor;
}

test("pages made of sections are shown without a load, also through a redirect (R15)", () => {
  const pages = ["/", "/services/plumbing-services-in-dubai", "/about-us", "/privacy"];
  expect(pages.map((path) => destinationOf(link(path))?.path)).toEqual(pages);
  expect(destinationOf(link("/contracts#basic"))).toMatchObject({
    path: "/annual-maintenance-contracts",
    hash: "#basic",
  });
});

test("other sites, lines and downloads are the browser's", () => {
  expect(destinationOf(link("https://wa.me/971500000000"))).toBeNull();
  expect(destinationOf(link("tel:+97140000000"))).toBeNull();
});

test("pages of the blog are shown without a load, its feed and its pictures are the browser's", () => {
  expect(destinationOf(link("/blogs?page=2"))).toMatchObject({ path: "/blogs", search: "?page=2" });
  expect(destinationOf(link("/blogs/a-post#part"))).toMatchObject({ page: "blog-post" });
  for (const href of ["/blogs/feed.xml", "/media/posts/a.svg", "/admin/front/blogs"])
    expect(destinationOf(link(href)), href).toBeNull();
});
