// Draws docs/contact-sheet.jpg: every page on a phone and on a wide screen, side by side, small.
import { join } from "node:path";
import { ROOT } from "../shared/amwaj.mjs";
import { commandLine } from "../shared/claims.mjs";
import { sitePages } from "../shared/pages.mjs";
import { drawSheet } from "./sheet.mjs";

const options = commandLine("Draws every page at 390 and 1440 px into one picture.", {
  out: [join(ROOT, "docs/contact-sheet.jpg"), "the picture"],
  columns: [7, "pages in a row"],
  quality: [62, "of the JPEG, 1 to 100"],
  height: [7600, "of a page that is shown, in its own pixels; the rest is cut off"],
});
/** A wide page and a narrow one, at the same scale, beside each other. */
const SCALE = 0.18;
const WIDTHS = [1440, 390];
const style = `figcaption { max-width: 240px; overflow-wrap: anywhere }
  div { display: flex; gap: 6px; align-items: start }`;

/** Everything lazy has to be there before the picture is taken. @param {any} page */
async function settle(page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 500) {
      scrollTo({ top, behavior: "instant" });
      await new Promise((done) => setTimeout(done, 15));
    }
    scrollTo({ top: 0, behavior: "instant" });
  });
  await page.waitForLoadState("networkidle");
}

await drawSheet({ ...options, style, largest: 1_500_000 }, async ({ site, browser, folder }) => {
  const cells = [];
  for (const [at, { path }] of sitePages().pages.entries()) {
    const pictures = [];
    for (const width of WIDTHS) {
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
      });
      await page.goto(site.url + path);
      await settle(page);
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({
        path: join(folder, `${at}-${width}.png`),
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(tall, options.height) },
      });
      await page.close();
      pictures.push(`<img src="${at}-${width}.png" style="width:${Math.round(width * SCALE)}px">`);
    }
    cells.push(`<figure><figcaption>${path}</figcaption><div>${pictures.join("")}</div></figure>`);
  }
  return cells;
});
