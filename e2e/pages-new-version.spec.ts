// A visitor who has a page open while the site changes: the next click shows the new site, whole.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { newFolder, ROOT } from "../scripts/shared/amwaj.mjs";
import { ask } from "./site/http.ts";
import { awake } from "./site/page.ts";
import { ownSite, test } from "./site/serve.ts";

const content = newFolder("content");
const site = ownSite(() => {
  cpSync(join(ROOT, "content"), content, { recursive: true });
  return { content };
});
test.afterAll(() => rmSync(content, { recursive: true, force: true }));

test("R9 R10 a click after the site has changed loads the whole new document", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const sameDocument = () => page.evaluate(() => "sameDocument" in window);
  const click = (name: string) =>
    page.getByRole("banner").getByRole("link", { name, exact: true }).click();

  await click("Contact");
  await expect(page).toHaveURL(site.at("/contact-us"));
  expect(await sameDocument(), "while nothing has changed").toBe(true);

  const words = join(content, "words.toml");
  const text = readFileSync(words, "utf8");
  writeFileSync(words, text.replace('title = "24/7 emergency"', 'title = "Day and night"'));
  await expect
    .poll(async () => (await ask(site.at("/about-us"))).text.includes("Day and night"))
    .toBe(true);

  await click("About Us");
  await expect(page).toHaveURL(site.at("/about-us"));
  await expect(page.getByText("Day and night").first()).toBeVisible();
  await awake(page);
  expect(await sameDocument(), "a new document").toBe(false);

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await click("Contact");
  await expect(page).toHaveURL(site.at("/contact-us"));
  await expect(page.locator("main address")).toBeVisible();
  expect(await sameDocument(), "from then on as before").toBe(true);
});
