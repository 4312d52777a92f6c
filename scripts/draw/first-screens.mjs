// Draws docs/first-screens.jpg: a phone's view of each main page before anybody scrolls, side by side.
import { join } from "node:path";
import { ROOT } from "../shared/amwaj.mjs";
import { commandLine } from "../shared/claims.mjs";
import { sitePages } from "../shared/pages.mjs";
import { drawSheet } from "./sheet.mjs";

const options = commandLine("Draws the first phone screen of each main page into one picture.", {
  out: [join(ROOT, "docs/first-screens.jpg"), "the picture"],
  columns: [6, "screens in a row"],
  quality: [70, "of the JPEG, 1 to 100"],
});
const SCREEN = { width: 390, height: 844 };
const SHOWN_WIDTH = 242;
/** Articles and legal texts are read for another reason than to call. */
const OTHER_PAGES = /^\/(privacy|terms|blogs\/.+)$/;
const style = `figure { width: ${SHOWN_WIDTH}px } figcaption { white-space: nowrap; overflow: hidden }
  img { display: block; width: ${SHOWN_WIDTH}px }`;

await drawSheet({ ...options, style, largest: 600_000 }, async ({ site, browser, folder }) => {
  const cells = [];
  const pages = sitePages().pages.filter(({ path }) => !OTHER_PAGES.test(path));
  for (const [at, { path }] of pages.entries()) {
    const page = await browser.newPage({
      viewport: SCREEN,
      hasTouch: true,
      isMobile: true,
      reducedMotion: "reduce",
    });
    await page.goto(site.url + path);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(folder, `${at}.png`) });
    await page.close();
    cells.push(`<figure><figcaption>${path}</figcaption><img src="${at}.png"></figure>`);
  }
  return cells;
});
