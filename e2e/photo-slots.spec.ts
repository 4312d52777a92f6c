// The owner's photos in every slot of the content, some far too tall and some far too wide: each page is composed for
// them as it is for its drawings.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { Amwaj, newFolder } from "../scripts/shared/amwaj.mjs";
import { sitePages } from "../scripts/shared/pages.mjs";
import { sideways } from "./site/look.ts";
import { awake } from "./site/page.ts";
import { test } from "./site/serve.ts";

/** The photo that a slot names, as docs/content.md tells. */
const SLOT = /photo = \{ file = "(images\/[a-z-]+\.jpg)", alt = "([^"]+)" \}/g;
const SHAPES = [
  { width: 500, height: 1200 },
  { width: 1800, height: 500 },
];

const withSlots = sitePages()
  .pages.map(({ path, file }) => ({
    path,
    slots: [...readFileSync(resolve("../content", file), "utf8").matchAll(SLOT)],
  }))
  .filter(({ slots }) => slots.length > 0);

test("home, about, contact and each service have a slot for a photo", () => {
  expect(withSlots.length).toBe(3 + 7);
});

test("photos of any shape take that of the drawings they replace", async ({ page }) => {
  const content = newFolder("photos");
  cpSync(resolve("../content"), content, { recursive: true });
  mkdirSync(join(content, "images"));
  const photos: Buffer[] = [];
  for (const shape of SHAPES) {
    await page.setViewportSize(shape);
    await page.setContent("<body style='background: linear-gradient(45deg, teal, orange)'>");
    photos.push(await page.screenshot({ type: "jpeg" }));
  }
  const files = new Set(withSlots.flatMap(({ slots }) => slots.map(([, file]) => file!)));
  for (const [at, file] of [...files].entries())
    writeFileSync(join(content, file), photos[at % photos.length]!);
  const server = await Amwaj.start({ content });
  try {
    for (const { path, slots } of withSlots) {
      await page.goto(`${server.url}${path}`);
      await awake(page);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sideways(page), `${path} at ${width} px`).toEqual([]);
        for (const [, , alt] of slots) {
          const shown = page.getByRole("img", { name: alt!, exact: true });
          // The contact page has room for it on a desk only.
          if (width === 390 && !(await shown.isVisible())) continue;
          const box = (await shown.boundingBox())!;
          const ratio = box.width / box.height;
          expect(ratio, `${path} at ${width} px: ${alt}`).toBeGreaterThan(0.7);
          expect(ratio, `${path} at ${width} px: ${alt}`).toBeLessThan(2.6);
        }
      }
    }
  } finally {
    await server.stop();
  }
});
