// One walk over every page in a browser: silent, accessible, never sideways, usable by keyboard and without scripts.
import { expect, type Page, test } from "@playwright/test";
import { sitePages } from "../scripts/pages.mjs";
import { axeFindings, lookAtAll } from "./site/axe.ts";
import { tabThrough } from "./site/keyboard.ts";
import { awake, fillIn, requestForm } from "./site/page.ts";
import { faultsOf } from "./site/quiet.ts";
import { serveSite } from "./site/serve.ts";
import { company, dialled, words } from "./site/words.ts";

const site = serveSite();
const { pages } = sitePages();
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const NARROWEST = { width: 320, height: 640 };

/** How far the page can be moved sideways, and what stands out of it. */
function sideways(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("main *, footer *, header *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80));
    return {
      over: scrollWidth - clientWidth,
      wide: scrollWidth > clientWidth ? wide.slice(0, 3) : [],
    };
  });
}

/** Words that stand wider than the box that shows them, and so are cut off. */
function cutOff(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3, p, li, a, td, th, dd, label)")]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 &&
          one.clientWidth > 1 &&
          getComputedStyle(one).display !== "inline" &&
          getComputedStyle(one).overflowX !== "visible",
      )
      .map((one) => one.outerHTML.slice(0, 80)),
  );
}

/** Words of the page that are not shown; answers of closed questions aside. */
function hidden(page: Page) {
  return page.locator("main :is(h2, h3, p, li, dd, a)").evaluateAll((all) =>
    all
      .filter((one) => !one.closest("details, .mapbox, [aria-hidden=true]"))
      .filter((one) => !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((one) => one.textContent),
  );
}

for (const { path } of pages) {
  test.describe(path, () => {
    for (const size of [PHONE, DESK]) {
      test(`${path} at ${size.width} px says nothing in the console, keeps what was sent, and axe finds nothing`, async ({
        page,
      }) => {
        await page.setViewportSize(size);
        expect(await faultsOf(page, site.at(path))).toEqual({ said: [], lost: 0 });
        const broken = await page
          .locator("img")
          .evaluateAll((all) =>
            (all as HTMLImageElement[])
              .filter((img) => img.complete && img.naturalWidth === 0)
              .map((img) => img.src),
          );
        expect(broken).toEqual([]);
        expect(await axeFindings(page)).toEqual([]);
      });
    }

    test(`${path} never scrolls sideways and cuts off no words at 320 px`, async ({ page }) => {
      await page.setViewportSize(NARROWEST);
      await page.goto(site.at(path));
      await awake(page);
      await lookAtAll(page);
      await page.locator("details").evaluateAll((all) =>
        (all as HTMLDetailsElement[]).forEach((one) => {
          one.removeAttribute("name");
          one.open = true;
        }),
      );
      expect(await sideways(page)).toEqual({ over: 0, wide: [] });
      expect(await cutOff(page)).toEqual([]);
    });

    for (const size of [PHONE, DESK]) {
      test(`${path} at ${size.width} px: the keyboard reaches everything, sees where it is, and is never caught`, async ({
        page,
      }) => {
        await page.setViewportSize(size);
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.goto(site.at(path));
        await awake(page);
        expect(await tabThrough(page)).toEqual({ missed: [], unseen: [], trapped: null });
      });
    }
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  for (const { path } of pages) {
    test(`${path} can be read and used without scripts`, async ({ page, browser }) => {
      await page.goto(site.at(path));
      await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
      await expect(page.locator("noscript")).toHaveCount(0);
      expect(await sideways(page)).toEqual({ over: 0, wide: [] });
      const sections = page.locator("main section");
      for (let at = 0; at < (await sections.count()); at += 1)
        await expect(sections.nth(at)).toBeVisible();
      const alive = await browser.newPage({ javaScriptEnabled: true, viewport: PHONE });
      await alive.goto(site.at(path));
      await awake(alive);
      expect(await hidden(page), "hidden, as with scripts").toEqual(await hidden(alive));
      await alive.close();
      const call = page.locator(`a[href="${dialled(company.phone)}"]:visible`);
      expect(await call.count()).toBeGreaterThan(0);
      if ((await requestForm(page).form.count()) === 0) return;
      const name = `Walker ${path}`;
      const { button } = await fillIn(page, { name });
      await button.click();
      await expect(page.getByText(words.form.success)).toBeVisible();
      expect(await site.leadsOf(name)).toHaveLength(1);
    });
  }
});

test("the request form stands on the home page and on the contact page", async ({ page }) => {
  for (const path of ["/", "/contact-us"]) {
    await page.goto(site.at(path));
    await expect(requestForm(page).form, path).toHaveCount(1);
  }
});
