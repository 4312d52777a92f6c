// Nothing to complain about in the blog: console, hydration, accessibility, keyboard, narrow screens, paper, HTML.
import { expect } from "@playwright/test";
import { axeFindings, lookAtAll } from "./site/axe.ts";
import { checkHtml } from "./site/html-checker.ts";
import { ask } from "./site/http.ts";
import { tabThrough } from "./site/keyboard.ts";
import { awake } from "./site/page.ts";
import { EVERYTHING, publish, series } from "./site/posts.ts";
import { faultsOf } from "./site/quiet.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const NARROWEST = { width: 320, height: 640 };

test.beforeAll(() => publish(site, [EVERYTHING, ...series(26)]));

test("a post on paper is its text, without menus, buttons and what stands beside it", async ({
  page,
}) => {
  await page.goto(site.at("/blogs/everything"));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".prose h2").first()).toBeVisible();
  for (const part of [".article__aside", ".header", ".floats", ".crumbs"])
    await expect(page.locator(part).first(), part).toBeHidden();
});

// The first page of the list is walked with all the other pages.
for (const path of ["/blogs?page=2", "/blogs/everything", "/blogs/no-such-post"]) {
  for (const size of [PHONE, DESK]) {
    test(`R37 R39 ${path} at ${size.width} px: a silent console, no mismatch, nothing for axe`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      const { said, lost } = await faultsOf(page, site.at(path));
      expect(said.filter((line) => !/\b404\b/.test(line))).toEqual([]);
      expect(lost).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
    });

    test(`${path} at ${size.width} px: the keyboard reaches everything and sees where it is`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(site.at(path));
      await awake(page);
      expect(await tabThrough(page)).toEqual({ missed: [], unseen: [], trapped: null });
    });
  }

  test(`${path} never scrolls sideways at 320, 600 and 1100 px`, async ({ page }) => {
    for (const width of [NARROWEST.width, 600, 1100]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(site.at(path));
      await lookAtAll(page);
      const over = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(over, `${width} px`).toBe(0);
    }
  });
}

test("the HTML checker finds no error in the blog", async () => {
  test.setTimeout(90_000);
  const paths = ["/blogs", "/blogs?page=2", "/blogs/everything", "/blogs/post-2", "/blogs/none"];
  const pages = await Promise.all(
    paths.map(async (path) => [path, (await ask(site.at(path))).text]),
  );
  const said = await checkHtml(Object.fromEntries(pages));
  expect(said.filter((line) => line.startsWith("error"))).toEqual([]);
});
