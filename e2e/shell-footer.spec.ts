// The footer's link to the company, and the floating buttons.
import { expect } from "@playwright/test";
import { awake, scrollTo } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { chatLinkOn, company, dialled, words } from "./site/words.ts";

const site = sharedSite();

test("R6 the footer's About Us leads to the home page's section about us, by a click and as an address", async ({
  page,
}) => {
  await page.goto(site.at("/contact-us"));
  await awake(page);
  await page.locator('footer a[href="/about#about"]').click();
  await expect(page).toHaveURL(site.at("/#about"));
  await expect(page.locator("#about")).toBeInViewport();
  await page.goto("about:blank");
  await page.goto(site.at("/about#about"));
  await expect(page).toHaveURL(site.at("/#about"));
  await expect(page.locator("#about")).toBeInViewport();
});

test("R7 a call button floats bottom-left and a chat button bottom-right", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  await scrollTo(page, 1600);
  const floating = page.getByRole("complementary", { name: words.labels.reach_us });
  const [call, chat] = [
    floating.locator(`a[href="${dialled(company.phone)}"]`),
    floating.locator(`a[href="${chatLinkOn("/")}"]`),
  ];
  for (const button of [call, chat]) await expect(button).toBeInViewport();
  const { width, height } = page.viewportSize()!;
  const [left, right] = [(await call.boundingBox())!, (await chat.boundingBox())!];
  expect(left.x).toBeLessThan(width / 4);
  expect(right.x + right.width).toBeGreaterThan((width * 3) / 4);
  for (const box of [left, right]) expect(box.y + box.height).toBeGreaterThan(height - 120);
});

test("R7 on a phone both float above the home page's hero from the start", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.at("/"));
  const links = page.getByRole("complementary", { name: words.labels.reach_us }).getByRole("link");
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toBeInViewport({ ratio: 1 });
    await expect(link).toHaveCSS("opacity", "1");
  }
});

test("R7 on a phone the floating buttons cover neither each other nor the form’s button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(site.at("/"));
  await awake(page);
  await scrollTo(page, 1600);
  const floating = page
    .getByRole("complementary", { name: words.labels.reach_us })
    .getByRole("link");
  const [a, b] = [(await floating.nth(0).boundingBox())!, (await floating.nth(1).boundingBox())!];
  expect(a.x + a.width).toBeLessThanOrEqual(b.x);
  for (const box of [a, b]) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
});
