// The first screen of a page is drawn with the styles inside its document, and looks the same once its style sheets are
// there; until then the rest keeps its place unseen.
import { expect, type Page } from "@playwright/test";
import { sitePages } from "../scripts/shared/pages.mjs";
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

/** Edges of turned and scaled lines are drawn anew, each a little differently; a missing style differs by far more. */
const TOLERATED = { ofChannel: 32, pixels: 100 };

/** Number of pixels in which two screenshots differ visibly. */
async function differing(canvas: Page, before: Buffer, after: Buffer): Promise<number> {
  if (before.equals(after)) return 0;
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

/** First screens of the page at every width, once all that each shows is there. */
async function firstScreens(page: Page): Promise<Buffer[]> {
  const taken: Buffer[] = [];
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await page.waitForFunction(() =>
      [...document.images].every(
        (image) =>
          image.complete ||
          !image.checkVisibility({ visibilityProperty: true }) ||
          image.getBoundingClientRect().top > innerHeight,
      ),
    );
    taken.push(await firstScreen(page));
  }
  return taken;
}

for (const { path } of sitePages().pages)
  test(`the first screen of ${path} is complete before its style sheets, on every screen`, async ({
    page,
    context,
  }) => {
    const release = await hold(page, SHEETS);
    await page.goto(site.at(path), { waitUntil: "commit" });
    await page.locator("footer").waitFor({ state: "attached" });
    await expect(page.locator("html")).toHaveAttribute("data-rest", "part");
    const before = await firstScreens(page);
    release();
    await awake(page);
    const after = await firstScreens(page);
    const canvas = await context.newPage();
    for (const [at, { width }] of SCREENS.entries()) {
      const pixels = await differing(canvas, before[at]!, after[at]!);
      if (pixels > TOLERATED.pixels)
        for (const [name, body] of Object.entries({ before: before[at]!, after: after[at]! }))
          await test.info().attach(`${width} px ${name}`, { body, contentType: "image/png" });
      expect.soft(pixels, `${width} px`).toBeLessThanOrEqual(TOLERATED.pixels);
    }
  });

test("until its font arrives, a text is as long in the visitor's own font", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  const ratios = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d")!;
    const lengthOf = (text: string, weight: string, family: string) => {
      canvas.font = `${weight} 100px "${family}"`;
      return canvas.measureText(text).width;
    };
    const texts = [...document.querySelectorAll("main :is(h1, h2, h3, p, li)")].map((element) => ({
      text: element.textContent,
      weight: getComputedStyle(element).fontWeight,
    }));
    const found: Record<string, number> = {};
    for (const family of ["Fallback Arial", "Fallback Roboto", "Fallback DejaVu"])
      for (const isBold of [false, true]) {
        const face = `${isBold ? 700 : 400} 16px "${family}"`;
        const faces = await document.fonts.load(face).catch(() => []);
        if (faces.length === 0) continue;
        let [own, other] = [0, 0];
        for (const { text, weight } of texts.filter(
          ({ weight }) => Number(weight) >= 600 === isBold,
        )) {
          own += lengthOf(text, weight, "Schibsted Grotesk Variable");
          other += lengthOf(text, weight, family);
        }
        found[face] = other / own;
      }
    return found;
  });
  expect(Object.keys(ratios).length, "this machine has one of the fonts").toBeGreaterThan(1);
  for (const [face, ratio] of Object.entries(ratios)) {
    expect.soft(ratio, face).toBeGreaterThan(0.97);
    expect.soft(ratio, face).toBeLessThan(1.03);
  }
});

/** What privacy settings of browsers switch off. */
const SWITCHED_OFF = {
  "the observer of measurements": "delete window.PerformanceObserver",
  "all measurements": "Object.defineProperty(window, 'performance', { value: undefined })",
  "the observer of what is in view": "delete window.IntersectionObserver",
  "reports that outlive a page": "delete Navigator.prototype.sendBeacon",
  "what a tab remembers":
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('off', 'SecurityError'); } })",
};

for (const [what, script] of Object.entries(SWITCHED_OFF))
  test(`in a browser without ${what}, all of a page is shown, and works`, async ({ page }) => {
    const said = complaints(page);
    await page.addInitScript(script);
    // This machine has no telephone.
    await page.addInitScript("addEventListener('click', (click) => click.preventDefault())");
    for (const path of ["/", "/services/ac-repair-and-maintenance-service-dubai"]) {
      await page.goto(site.at(path));
      await awake(page);
      await expect(page.getByRole("contentinfo")).toBeVisible();
      await page.locator('a[href^="tel:"]').first().dispatchEvent("click");
    }
    expect(said).toEqual([]);
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
