// Draws docs/contact-sheet.jpg: every page on a phone and on a wide screen, side by side, small.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Amwaj, ROOT } from "./amwaj.mjs";
import { CHROMIUM, FLAGS } from "./browser.mjs";
import { commandLine } from "./claims.mjs";
import { sitePages } from "./pages.mjs";

const options = commandLine("Draws every page at 390 and 1440 px into one picture.", {
  out: [join(ROOT, "docs/contact-sheet.jpg"), "the picture"],
  columns: [7, "pages in a row"],
  quality: [62, "of the JPEG, 1 to 100"],
  height: [7600, "of a page that is shown, in its own pixels; the rest is cut off"],
});
const LARGEST = 1_500_000;
/** A wide page and a narrow one, at the same scale, beside each other. */
const SCALE = 0.18;
const WIDTHS = [1440, 390];

const { chromium } = createRequire(join(ROOT, "e2e/package.json"))("@playwright/test");
const folder = mkdtempSync(join(tmpdir(), "amwaj-sheet-"));
const site = await Amwaj.start({ env: { AMWAJ_LOG: "warn" } });
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: FLAGS.filter((flag) => !flag.startsWith("--headless")),
});

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

try {
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
      const file = join(folder, `${at}-${width}.png`);
      await page.screenshot({
        path: file,
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(tall, options.height) },
      });
      await page.close();
      pictures.push(`<img src="${at}-${width}.png" style="width:${Math.round(width * SCALE)}px">`);
    }
    cells.push(`<figure><figcaption>${path}</figcaption><div>${pictures.join("")}</div></figure>`);
  }
  writeFileSync(
    join(folder, "sheet.html"),
    `<!DOCTYPE html><meta charset="utf-8"><style>
      body { margin: 0; padding: 16px; background: #d8d4cb; font: 11px/1.3 sans-serif;
             display: grid; grid-template-columns: repeat(${options.columns}, max-content); gap: 20px 16px; width: max-content }
      figure { margin: 0 } figcaption { margin-bottom: 5px; max-width: 240px; overflow-wrap: anywhere }
      div { display: flex; gap: 6px; align-items: start }
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
  console.error(`More than ${LARGEST / 1000} kB: lower --quality or --height.`);
  process.exitCode = 1;
}
