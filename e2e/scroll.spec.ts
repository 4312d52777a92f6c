// Where the page stands after a click, an anchor, and going back.
import { expect, type Page } from "@playwright/test";
import { awake, expectAtTop, scrollTo, settled } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();

// As most visitors have it.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Notes, from now on, every position the page passes through and when (milliseconds after the click). */
async function watchScrolling(page: Page): Promise<() => Promise<{ at: number; top: number }[]>> {
  await page.evaluate(() => {
    const passed: { at: number; top: number }[] = [];
    let clicked = performance.now();
    addEventListener(
      "click",
      () => {
        clicked = performance.now();
      },
      true,
    );
    const look = () => {
      const top = Math.round(scrollY);
      if (passed.at(-1)?.top !== top) passed.push({ at: performance.now() - clicked, top });
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { passed });
  });
  return () => page.evaluate(() => (window as any).passed);
}

/** Clicks a link of the header without the test tool scrolling it into view first. */
function clickInPlace(page: Page, name: string) {
  return page
    .getByRole("banner")
    .getByRole("link", { name, exact: true })
    .evaluate((link: HTMLElement) => link.click());
}

test("R9 the focus can go to the sticky header without moving what is being read", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  await scrollTo(page, 2000);
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).focus();
  await settled(page);
  expect(await page.evaluate(() => Math.abs(scrollY - 2000))).toBeLessThan(5);
});

test("R8 R51 an anchor scrolls smoothly into view, after 100 ms", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  const passed = await watchScrolling(page);
  await page.getByRole("banner").getByRole("link", { name: "Book Now" }).click();
  await expectAtTop(page, page.locator("#contact"));
  await settled(page);
  const [start, first, ...rest] = await passed();
  expect(start!.top).toBe(0);
  expect(first!.at, "milliseconds until it moves").toBeGreaterThanOrEqual(95);
  expect(rest.length, "positions on the way").toBeGreaterThan(4);
});

test("R8 an address with an anchor opens there", async ({ page }) => {
  for (const anchor of ["services", "contact"]) {
    await page.goto("about:blank");
    await page.goto(site.at(`/#${anchor}`));
    await awake(page);
    await expectAtTop(page, page.locator(`#${anchor}`));
  }
});

test.describe("for people who asked for less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("R8 an anchor comes into view in one step", async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    const passed = await watchScrolling(page);
    await page.getByRole("banner").getByRole("link", { name: "Book Now" }).click();
    await expectAtTop(page, page.locator("#contact"));
    await settled(page);
    expect((await passed()).length, "positions, the first one included").toBeLessThanOrEqual(3);
  });
});

test("R9 a click on a link to another page starts that page at its top", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  await scrollTo(page, 2000);
  await page.getByRole("banner").getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL(site.at("/about-us"));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

/** As on a busy phone: what listens for scrolling hears of it when the visitor has already gone on. */
async function delayScrollEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const listen = window.addEventListener.bind(window);
    window.addEventListener = (type: string, listener: any, options?: any) =>
      listen(type, type === "scroll" ? () => setTimeout(listener, 400) : listener, options);
  });
}

for (const late of [false, true]) {
  const named = late ? ", though scroll events come late" : "";
  test(`R9 back and forward restore where the visitor was${named}`, async ({ page }) => {
    if (late) await delayScrollEvents(page);
    await page.goto(site.at("/"));
    await awake(page);
    await scrollTo(page, 1800);
    await clickInPlace(page, "Blog");
    await expect(page).toHaveURL(site.at("/blogs"));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await awake(page);
    await page.goBack();
    await expect(page).toHaveURL(site.at("/"));
    await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 1800))).toBeLessThan(5);
    await page.goForward();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
}

test("R9 a page inside the site opened by a click starts at its top, and back restores it", async ({
  page,
}) => {
  await page.goto(site.at("/no-such-page"));
  await awake(page);
  await scrollTo(page, 120);
  await clickInPlace(page, "Home");
  await expect(page).toHaveURL(site.at("/"));
  await expect(page.locator("#contact")).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(site.at("/no-such-page"));
  // The document is loaded anew, which may end an evaluation halfway.
  await expect(async () => {
    expect(await page.evaluate(() => Math.abs(scrollY - 120))).toBeLessThan(5);
  }).toPass();
});
