// One walk over every page in a browser: each visit asks whether the page is silent, accessible, never sideways,
// usable by keyboard, on paper and without scripts.
import { expect } from "@playwright/test";
import { sitePages } from "../scripts/shared/pages.mjs";
import { fillIn, requestForm } from "./site/page.ts";
import { sectionsOn } from "./site/sections.ts";
import { blogSite, sharedSite, test } from "./site/serve.ts";
import { DESK, PHONE, TABLET } from "./site/sizes.ts";
import {
  expectClean,
  expectDarkOnPaper,
  expectFitsLargeLetters,
  expectFitsPhones,
  expectFitsZoomed,
  expectNothingSticksOut,
  expectNumber,
  expectReadableWithoutScripts,
  expectShell,
} from "./site/visit.ts";
import { words } from "./site/words.ts";

test.describe.configure({ mode: "parallel" });

/** Articles and legal texts are read for another reason than to call. */
const OTHER_PAGES = /^\/(privacy|terms|blogs\/.+)$/;
/** From the breakpoint to a wide screen. */
const WIDTHS = [600, 768, 1024, 1100, 1280, 1440, 1920];
const { pages } = sitePages();
const paths = pages.map(({ path }) => path);

/**
 * The pages that are also opened on a desk, and walked through with the Tab key: so many that each template and each kind
 * of section is among them. The other pages are made of the same parts.
 */
function pagesOfEveryPart(): Set<string> {
  const chosen = new Set<string>();
  const seen = new Set<string>();
  const partsOf = (path: string, file: string) => [
    `template ${file.split("/")[0] === "pages" ? file : file.split("/")[0]}`,
    ...sectionsOn(path).map(({ kind }) => `section ${kind}`),
  ];
  for (;;) {
    const news = pages.map(({ path, file }) => ({
      path,
      parts: partsOf(path, file).filter((one) => !seen.has(one)),
    }));
    const [best] = news.toSorted((a, b) => b.parts.length - a.parts.length);
    if (!best || best.parts.length === 0) return chosen;
    chosen.add(best.path);
    for (const one of best.parts) seen.add(one);
  }
}

test.describe("pages", () => {
  const site = sharedSite();

  for (const path of paths) {
    test(`R1 R2 R3 R6 R7 ${path}: a silent console, nothing for axe, all of it there without scripts, fit for every width, zoom, large letters and paper`, async ({
      page,
      browser,
    }) => {
      const url = site.at(path);
      await expectClean(page, url, { path, size: PHONE, keyboard: path === "/" });
      const scriptless = await expectReadableWithoutScripts(browser, page, url);
      if (!OTHER_PAGES.test(path)) await expectNumber(scriptless);
      await expectShell(scriptless);
      await expectFitsPhones(page);
      if ((await requestForm(scriptless).form.count()) > 0) {
        const name = `Walker ${path}`;
        const { button } = await fillIn(scriptless, { name });
        await button.click();
        await expect(scriptless.getByText(words.form.success)).toBeVisible();
        expect(await site.leadsOf(name)).toHaveLength(1);
      }
      await scriptless.close();
      await expectNothingSticksOut(page, WIDTHS);
      await expectFitsZoomed(page);
      await expectFitsLargeLetters(page, DESK);
      await expectDarkOnPaper(page);
    });
  }

  for (const path of pagesOfEveryPart())
    test(`${path} on a desk: a silent console, nothing for axe, all of it by keyboard`, async ({
      page,
    }) => expectClean(page, site.at(path), { path, size: DESK, keyboard: true }));

  for (const [path, size] of [
    ["/", TABLET],
    ["/?plan=premium", DESK],
    ["/no-such-page", PHONE],
    ["/no-such-page", DESK],
  ] as const) {
    test(`R35 ${path} at ${size.width} px: a silent console, nothing for axe, never sideways`, async ({
      page,
    }) => {
      const keyboard = path === "/no-such-page";
      await expectClean(page, site.at(path), { path, size, keyboard });
      if (size === PHONE) await expectNothingSticksOut(page, [390, 320, ...WIDTHS]);
    });
  }
});

test.describe("the blog", () => {
  const site = blogSite();

  // The first page of the list and a post of its own are walked with all the other pages.
  for (const [path, size] of [
    ["/blogs?page=2", PHONE],
    ["/blogs/everything", DESK],
    ["/blogs/no-such-post", PHONE],
  ] as const)
    test(`R37 R39 ${path} at ${size.width} px: a silent console, no mismatch, nothing for axe, never sideways`, async ({
      page,
    }) => {
      await expectClean(page, site.at(path), { path, size, keyboard: true });
      await expectNothingSticksOut(page, [390, 320, 600, 1100]);
    });
});
