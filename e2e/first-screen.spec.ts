// The first screen of a page is drawn with the styles inside its document, and looks the same once its style sheets are
// there; until then the rest keeps its place unseen.
import { expect, type Page } from "@playwright/test";
import { sitePages } from "../scripts/pages.mjs";
import { awake, complaints, hold, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
const SHEETS = "**/assets/*.css";
const SCREENS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** The screen down to where the first section ends, or another one that the first screen shows. */
async function firstScreen(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const seen = [...document.images].filter(({ complete }) => complete);
    await Promise.all(seen.map((image) => image.decode().catch(() => {})));
  });
  const ends = await page
    .locator("main > :first-child, main > .pageban--plain + *")
    .evaluateAll((sections) =>
      sections
        .filter((section) => getComputedStyle(section).visibility === "visible")
        .map((section) => section.getBoundingClientRect().bottom),
    );
  const { width, height } = page.viewportSize()!;
  const clip = { x: 0, y: 0, width, height: Math.min(height, Math.floor(Math.max(...ends))) };
  return page.screenshot({ clip, animations: "disabled" });
}

/** Edges of turned and scaled lines are drawn anew, each a little differently; what lacks a style differs by far more. */
const TOLERATED = { ofChannel: 32, pixels: 100 };

/** How many pixels of two screenshots differ visibly. */
async function differing(canvas: Page, before: Buffer, after: Buffer): Promise<number> {
  const pictures = [before, after].map((bytes) => bytes.toString("base64"));
  return canvas.evaluate(
    async ({ pictures, tolerated }) => {
      const channelsOf = async (picture: string) => {
        const file = await fetch(`data:image/png;base64,${picture}`);
        const image = await createImageBitmap(await file.blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [one, other] = await Promise.all(pictures.map(channelsOf));
      const pixels = new Set<number>();
      one!.forEach((value, at) => {
        if (Math.abs(value - other![at]!) > tolerated) pixels.add(at >> 2);
      });
      return pixels.size;
    },
    { pictures, tolerated: TOLERATED.ofChannel },
  );
}

for (const screen of SCREENS)
  test(`the first screen of every page is complete before its style sheets, ${screen.width} px wide`, async ({
    page,
    context,
  }) => {
    const canvas = await context.newPage();
    await page.setViewportSize(screen);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const { path } of sitePages().pages) {
      const release = await hold(page, SHEETS);
      await page.goto(site.at(path), { waitUntil: "commit" });
      await page.waitForFunction(
        () =>
          document.querySelector("footer") &&
          [...document.images].every(
            (image) =>
              image.complete ||
              !image.checkVisibility({ visibilityProperty: true }) ||
              image.getBoundingClientRect().top > innerHeight,
          ),
      );
      await expect(page.locator("html"), path).toHaveAttribute("data-rest", "part");
      const before = await firstScreen(page);
      release();
      await awake(page);
      const after = await firstScreen(page);
      const pixels = await differing(canvas, before, after);
      if (pixels > TOLERATED.pixels) {
        await test.info().attach(`${path} before`, { body: before, contentType: "image/png" });
        await test.info().attach(`${path} after`, { body: after, contentType: "image/png" });
      }
      expect.soft(pixels, path).toBeLessThanOrEqual(TOLERATED.pixels);
      await page.unrouteAll({ behavior: "wait" });
    }
  });

test("where its style sheets don't arrive, the rest of a page is shown without them", async ({
  page,
}) => {
  await page.route(SHEETS, (route) => route.abort());
  await page.goto(site.at("/"));
  await expect(page.locator("html")).not.toHaveAttribute("data-rest");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(requestForm(page).button).toBeVisible();
});

test("a page that was edited between its document and its data stays as it was sent, and works", async ({
  page,
}) => {
  const heard = complaints(page);
  const data = "/_data/about-us.json";
  await page.route(`**${data}`, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, version: "another" } });
  });
  await page.goto(site.at("/about-us"));
  await page.waitForLoadState("networkidle");
  const owned = await page
    .locator("header")
    .first()
    .evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react")));
  expect(owned).toBe(false);
  await page.getByRole("contentinfo").getByRole("link", { name: "Annual Contracts" }).click();
  await expect(page).toHaveURL(site.at("/annual-maintenance-contracts"));
  await awake(page);
  expect(heard).toEqual([]);
});
