// R15, R33: which links become client-side navigation.
import { expect, test } from "vitest";
import { destinationOf } from "../src/navigation/clicks.ts";

function link(href: string): HTMLAnchorElement {
  const anchor = document.createElement("a");
  anchor.href = href;
  return anchor;
}

test("pages made of sections are rendered without a page load, also through a redirect (R15)", () => {
  const pages = ["/", "/services/plumbing-services-in-dubai", "/about-us", "/privacy"];
  expect(pages.map((path) => destinationOf(link(path))?.path)).toEqual(pages);
  expect(destinationOf(link("/contracts#basic"))).toMatchObject({
    path: "/annual-maintenance-contracts",
    hash: "#basic",
  });
});

test("the browser follows links to other sites, phone numbers and chats", () => {
  expect(destinationOf(link("https://wa.me/971500000000"))).toBeNull();
  expect(destinationOf(link("tel:+97140000000"))).toBeNull();
});

test("blog pages are rendered without a page load; the browser follows links to the feed and to images", () => {
  expect(destinationOf(link("/blogs?page=2"))).toMatchObject({ path: "/blogs", search: "?page=2" });
  expect(destinationOf(link("/blogs/a-post#part"))).toMatchObject({ page: "blog-post" });
  for (const href of ["/blogs/feed.xml", "/media/posts/a.svg", "/admin/front/blogs"])
    expect(destinationOf(link(href)), href).toBeNull();
});
