// Draws docs/first-screens.jpg: what a phone shows of each main page before anybody scrolls, side by side.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Amwaj, ROOT } from "./amwaj.mjs";
import { CHROMIUM, FLAGS } from "./browser.mjs";
import { commandLine } from "./claims.mjs";
import { sitePages } from "./pages.mjs";

const options = commandLine("Draws the first phone screen of each main page into one picture.", {
  out: [join(ROOT, "docs/first-screens.jpg"), "the picture"],
  columns: [6, "screens in a row"],
  quality: [70, "of the JPEG, 1 to 100"],
});
const LARGEST = 600_000;
const SCREEN = { width: 390, height: 844 };
const SCALE = 0.62;
/** Articles and legal texts are read for another reason than to call. */
const OTHER_PAGES = /^\/(privacy|terms|blogs\/.+)$/;

const { chromium } = createRequire(join(ROOT, "e2e/package.json"))("@playwright/test");
const folder = mkdtempSync(join(tmpdir(), "amwaj-screens-"));
const site = await Amwaj.start({ env: { AMWAJ_LOG: "warn" } });
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: FLAGS.filter((flag) => !flag.startsWith("--headless")),
});

try {
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
  writeFileSync(
    join(folder, "sheet.html"),
    `<!DOCTYPE html><meta charset="utf-8"><style>
      body { margin: 0; padding: 16px; background: #d8d4cb; font: 11px/1.3 sans-serif;
             display: grid; grid-template-columns: repeat(${options.columns}, max-content); gap: 16px; width: max-content }
      figure { margin: 0; width: ${Math.round(SCREEN.width * SCALE)}px } figcaption { margin-bottom: 5px; white-space: nowrap; overflow: hidden } img { display: block; width: ${Math.round(SCREEN.width * SCALE)}px }
    </style>${cells.join("")}`,
  );
  const sheet = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await sheet.goto(`file://${join(folder, "sheet.html")}`);
  await sheet
    .locator("body")
    .screenshot({ path: options.out, type: "jpeg", quality: options.quality });
} finally {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
const bytes = statSync(options.out).size;
console.log(`${options.out}: ${(bytes / 1000).toFixed(0)} kB`);
if (bytes > LARGEST) {
  console.error(`More than ${LARGEST / 1000} kB: lower --quality.`);
  process.exitCode = 1;
}
