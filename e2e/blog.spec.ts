// The blog without scripts: a click anywhere on a card opens its post, and the pager leads from page to page.
import { expect } from "@playwright/test";
import { blogSite, test } from "./site/serve.ts";
import { words } from "./site/words.ts";

const site = blogSite();
test.use({ javaScriptEnabled: false });

test("R37 R38 R40 a reader without scripts goes through the list by click, to a post and back to all", async ({
  page,
}) => {
  await page.goto(site.at("/blogs"));
  const pager = page.getByRole("navigation", { name: words.blog.pages });
  await expect(pager.getByText("Previous")).toBeVisible();
  await pager.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(site.at("/blogs?page=2"));
  await pager.getByRole("link", { name: "Page 1", exact: true }).click();
  await expect(page).toHaveURL(site.at("/blogs"));
  // The title's link covers the whole card, so these words too.
  const newest = page.locator(".posts article").first();
  await newest.getByText("Read More").click({ force: true });
  await expect(page).toHaveURL(site.at("/blogs/post-30"));
  await expect(page.getByRole("heading", { name: "Latest Posts" })).toBeVisible();
  await page.locator(".latest-posts li a").first().click();
  await expect(page).toHaveURL(site.at("/blogs/post-29"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post number 29");
  await page.locator(".latest-posts").getByRole("link", { name: "View All Blogs" }).click();
  await expect(page).toHaveURL(site.at("/blogs"));
});
