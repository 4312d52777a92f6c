// The long texts: a column that can be read, and beside it, or above it on a phone, the way to each of its parts.
import { expect, type Locator, type Page } from "@playwright/test";
import { awake, expectAtTop, scrollTo } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { contentOf } from "./site/facts.ts";

const site = sharedSite();
const TEXTS = { "/privacy": "pages/privacy.toml", "/terms": "pages/terms.toml" };

/** The text with its headings, and the list of them. */
function partsOf(page: Page, file: string) {
  const { contents, text } = contentOf(file).sections.find((one: any) => one.kind === "document");
  return {
    headings: [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading as string),
    list: page.getByRole("main").getByRole("navigation", { name: contents, exact: true }),
    text: page.locator("main .prose"),
  };
}

/** Number of letters of the text that fit into a line. */
const lettersALine = (text: Locator) =>
  text.evaluate((column) => {
    const { width } = column.getBoundingClientRect();
    const line = column.querySelector("p:last-of-type") as HTMLElement;
    line.style.cssText = "inline-size: max-content; white-space: nowrap";
    return (line.textContent!.length * width) / line.getBoundingClientRect().width;
  });

for (const [path, file] of Object.entries(TEXTS)) {
  test(`the list on ${path} leads to every part of the text`, async ({ page }) => {
    await page.goto(site.at(path));
    await awake(page);
    const { headings, list, text } = partsOf(page, file);
    await expect(list.getByRole("link")).toHaveText(headings);
    for (const name of headings) {
      await list.getByRole("link", { name, exact: true }).evaluate((link: any) => link.click());
      const heading = text.getByRole("heading", { level: 2, name, exact: true });
      await expectAtTop(page, heading);
      await expect(heading, "below the header").toBeInViewport();
      await expect(page).toHaveURL(`${site.at(path)}#${await heading.getAttribute("id")}`);
    }
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    for (const width of [1024, 1440]) {
      test(`at ${width} px the list on ${path} stands beside the text and stays there`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(site.at(path));
        const { list, text } = partsOf(page, file);
        const beside = (await list.boundingBox())!;
        const column = (await text.boundingBox())!;
        expect(beside.x).toBeGreaterThan(column.x + column.width + 32);
        expect(beside.x + beside.width).toBeGreaterThan(width * 0.9);
        for (const top of [900, column.y + column.height - 800]) {
          await scrollTo(page, Math.round(top));
          await expect(list.getByRole("link").first(), `${top} px down`).toBeInViewport();
          await expect(list.getByRole("link").last(), `${top} px down`).toBeInViewport();
        }
        expect(await lettersALine(text), "a good measure").toBeCloseTo(68, -1);
      });
    }

    test(`on a phone the list on ${path} stands above the text, with room for a thumb`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(site.at(path));
      const { headings, list, text } = partsOf(page, file);
      const above = (await list.boundingBox())!;
      expect(above.y + above.height).toBeLessThan((await text.boundingBox())!.y);
      expect(above.height, "less than a screen").toBeLessThan(600);
      for (const link of await list.getByRole("link").all())
        expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await list.getByRole("link", { name: headings[2]!, exact: true }).click();
      await expectAtTop(page, text.getByRole("heading", { name: headings[2]!, exact: true }));
    });
  });
}
