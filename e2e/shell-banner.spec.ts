// The emergency banner above the header.
import { expect } from "@playwright/test";
import { awake, holdCode, scrollTo, settled } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled, words } from "./site/words.ts";

const site = sharedSite();
const label = words.banner.label;

test("R1 the banner tells of the 24/7 emergency service, calls, and books online", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  const banner = page.getByRole("complementary", { name: label });
  await expect(banner).toBeVisible();
  await expect(banner).toContainText("24/7");
  await expect(banner.locator(`a[href="${dialled(company.phone)}"]`)).toBeVisible();
  await expect(banner.getByRole("link", { name: "Book Online" })).toBeVisible();
});

test("R1 once dismissed, the banner stays away for the rest of the session and no longer", async ({
  page,
  browser,
}) => {
  await page.goto(site.at("/"));
  const banner = page.getByRole("complementary", { name: label });
  await banner.getByRole("button", { name: words.banner.dismiss }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await awake(page);
  await expect(banner).toBeHidden();
  await page.goto(site.at("/no-such-page"));
  await awake(page);
  await expect(banner).toBeHidden();
  const another = await browser.newPage();
  await another.goto(site.at("/"));
  await expect(another.getByRole("complementary", { name: label })).toBeVisible();
  await another.close();
});

test("R1 the banner can be dismissed before React has arrived", async ({ page }) => {
  const release = await holdCode(page);
  await page.goto(site.at("/"), { waitUntil: "domcontentloaded" });
  const banner = page.getByRole("complementary", { name: label });
  await banner.getByRole("button", { name: words.banner.dismiss }).click();
  await expect(banner).toBeHidden();
  await page.reload({ waitUntil: "domcontentloaded" });
  await expect(banner, "after a reload, still without React").toBeHidden();
  release();
  await awake(page);
  await expect(banner).toBeHidden();
});

for (const by of ["pointer", "keyboard"]) {
  test(`R1 dismissing the banner by ${by} does not move what is being read`, async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    const heading = page.locator("#services h2");
    await scrollTo(page, 800);
    const before = await heading.boundingBox();
    // A click with a pointer counts as the first one (detail 1), one by keyboard as none (0).
    const detail = by === "pointer" ? 1 : 0;
    await page
      .getByRole("button", { name: words.banner.dismiss })
      .dispatchEvent("click", { detail });
    await expect(page.getByRole("complementary", { name: label })).toBeHidden();
    await settled(page);
    const after = await heading.boundingBox();
    expect(Math.abs(after!.y - before!.y)).toBeLessThanOrEqual(1);
  });
}

test("R1 neither dismissing nor coming back counts as a layout shift", async ({ page }) => {
  const shifts = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          new PerformanceObserver((list) => {
            const values = list
              .getEntries()
              .map((entry: any) => (entry.hadRecentInput ? 0 : entry.value));
            done(values.reduce((sum, value) => sum + value, 0));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(0), 500);
        }),
    );
  await page.goto(site.at("/"));
  await awake(page);
  await page.getByRole("button", { name: words.banner.dismiss }).click();
  await settled(page);
  expect(await shifts()).toBeLessThan(0.01);
  // Scripts that come late must not let the banner flash and go.
  await page.route(/\.js(\?|$)/, async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  await page.reload();
  await awake(page);
  expect(await shifts()).toBeLessThan(0.01);
});
