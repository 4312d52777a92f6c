// Pages under trying circumstances: a slow line, a browser that rewrites the text, open menus, the form's messages.
import { expect } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake, complaints, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { slowLine } from "./site/slow-line.ts";
import { words } from "./site/words.ts";

const site = sharedSite();

test("a document that arrives slowly is taken over without a mismatch, and its form works", async ({
  page,
}) => {
  const line = await slowLine(site.server.port, 2000, 60);
  try {
    const heard = complaints(page);
    await page.goto(`${line.url}/`, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await awake(page);
    await expect(requestForm(page).button).toBeVisible();
    await page.waitForLoadState("load");
    expect(heard).toEqual([]);
  } finally {
    await line.close();
  }
});

test("a browser that rewrites phone numbers in the text all the same keeps a working page", async ({
  page,
}) => {
  // iOS would do this to a document before scripts run, had the meta element not forbidden it.
  await page.route(site.at("/"), async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace("</p>", ' <a href="tel:+1">+1</a></p>');
    await route.fulfill({ response: answer, body: html });
  });
  await page.goto(site.at("/"));
  await awake(page);
  await expect(requestForm(page).button).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("axe finds nothing in the open menu, the open dropdown and the form’s messages", async ({
  page,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(site.at("/"));
  await awake(page);
  await page.getByRole("banner").getByRole("button", { name: words.labels.services }).hover();
  expect(await axeFindings(page, "header"), "dropdown").toEqual([]);
  const fields = requestForm(page);
  await fields.name.fill(" ");
  await fields.phone.fill(" ");
  await fields.service.selectOption("Plumbing Services");
  await fields.button.click();
  await expect(fields.alert).toBeVisible();
  expect(await axeFindings(page, "#contact"), "missing fields").toEqual([]);
  await fields.name.fill("Axe Ali");
  await fields.phone.fill("050 123 4567");
  await page.route("**/sendMail.php", (route) => route.abort());
  await fields.button.click();
  await expect(fields.form.locator('a[href*="wa.me"]')).toBeVisible();
  expect(await axeFindings(page, "#contact"), "failure").toEqual([]);
  await page.unroute("**/sendMail.php");
  await fields.button.click();
  await expect(fields.status).toBeVisible();
  expect(await axeFindings(page, "#contact"), "success").toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("banner").getByLabel(words.labels.open_menu).click();
  expect(await axeFindings(page), "full-screen menu").toEqual([]);
});

test("the first Tab offers to skip to the content", async ({ page }) => {
  await page.goto(site.at("/"));
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: words.labels.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});
