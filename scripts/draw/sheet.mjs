// Shared by contact-sheet.mjs and first-screens.mjs: the site in a browser, and pictures side by side in one JPEG.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Amwaj, ROOT } from "../shared/amwaj.mjs";
import { CHROMIUM, FLAGS } from "../shared/browser.mjs";

const { chromium } = createRequire(join(ROOT, "e2e/package.json"))("@playwright/test");

/**
 * `style` adds to the sheet's own; `largest` is how many bytes the picture may have.
 * @typedef {{out: string, columns: number, quality: number, style: string, largest: number}} Sheet
 */

/**
 * Draws one sheet. `cells` takes screenshots into the folder, and returns HTML that shows them.
 * @param {Sheet} sheet
 * @param {(at: {site: Amwaj, browser: any, folder: string}) => Promise<string[]>} cells
 */
export async function drawSheet({ out, columns, quality, style, largest }, cells) {
  const folder = mkdtempSync(join(tmpdir(), "amwaj-sheet-"));
  const site = await Amwaj.start({ env: { AMWAJ_LOG: "warn" } });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS.filter((flag) => !flag.startsWith("--headless")),
  });
  try {
    const drawn = await cells({ site, browser, folder });
    writeFileSync(
      join(folder, "sheet.html"),
      `<!DOCTYPE html><meta charset="utf-8"><style>
        body { margin: 0; padding: 16px; background: #d8d4cb; font: 11px/1.3 sans-serif;
               display: grid; grid-template-columns: repeat(${columns}, max-content); gap: 16px; width: max-content }
        figure { margin: 0 } figcaption { margin-bottom: 5px } ${style}
      </style>${drawn.join("")}`,
    );
    const sheet = await browser.newPage({ viewport: { width: 800, height: 600 } });
    await sheet.goto(`file://${join(folder, "sheet.html")}`);
    await sheet.locator("body").screenshot({ path: out, type: "jpeg", quality });
  } finally {
    await browser.close();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const bytes = statSync(out).size;
  console.log(`${out}: ${(bytes / 1000).toFixed(0)} kB`);
  if (bytes > largest) {
    console.error(`More than ${largest / 1000} kB: lower --quality.`);
    process.exitCode = 1;
  }
}
