// Redirects in the browser: by address and by click, with the wish they carry into the form.
import { expect } from "@playwright/test";
import { awake, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { words } from "./site/words.ts";

const site = sharedSite();

test("R16 the package cards’ anchors survive the redirect", async ({ page }) => {
  await page.goto(site.at("/contracts#elite"));
  await expect(page).toHaveURL(site.at("/annual-maintenance-contracts#elite"));
});

test("R14 who opens /booking?plan=elite finds that wish in the form", async ({ page }) => {
  await page.goto(site.at("/booking?plan=elite"));
  await awake(page);
  const { service, message, name } = requestForm(page);
  await expect(service).toHaveValue("Maintenance Contract");
  await expect(message).toHaveValue(/elite/i);
  await expect(name).toHaveValue("");
  await expect(service).toBeInViewport();
});

test("R14 who clicks Book Online finds the urgent wish in the form, without a new document", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page
    .getByRole("complementary", { name: words.banner.label })
    .getByRole("link", { name: "Book Online" })
    .click();
  await expect(requestForm(page).message).toHaveValue(/urgent/i);
  await expect(requestForm(page).form).toBeInViewport();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(
    await page.evaluate(() => "sameDocument" in window),
    "a redirect by click happens in the browser",
  ).toBe(true);
});

test("R14 a wish never overwrites what the visitor typed", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  const { message, service } = requestForm(page);
  await message.fill("The oven sparks.");
  await service.selectOption("Electrical Services");
  await page
    .getByRole("complementary", { name: words.banner.label })
    .getByRole("link", { name: "Book Online" })
    .click();
  await expect(page).toHaveURL(/emergency=true/);
  await expect(message).toHaveValue("The oven sparks.");
  await page.goto(site.at("/booking?plan=elite"));
  await awake(page);
  await expect(message).toHaveValue("The oven sparks.");
  await expect(service).toHaveValue("Electrical Services");
});

test("R14 an unknown wish changes nothing", async ({ page }) => {
  for (const path of ["/booking?plan=%3Cscript%3E", "/?plan=toString"]) {
    const response = await page.goto(site.at(path));
    expect(response!.status()).toBe(200);
    await awake(page);
    await expect(requestForm(page).message, path).toHaveValue("");
    await expect(requestForm(page).service, path).toHaveValue("");
  }
});

test("R15 redirects are followed in the browser for a click", async ({ page }) => {
  await page.goto(site.at("/no-such-page"));
  await awake(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL(site.at("/#about"));
  await expect(page.locator("#contact")).toBeAttached();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("R14 without scripts a wish is in the form too", async ({ page }) => {
    await page.goto(site.at("/booking?plan=premium"));
    await expect(page).toHaveURL(site.at("/?plan=premium#contact"));
    await expect(requestForm(page).service).toHaveValue("Maintenance Contract");
    await expect(requestForm(page).message).toHaveValue(/premium/i);
    await page.goto(site.at("/booking?emergency=true"));
    await expect(requestForm(page).message).toHaveValue(/urgent/i);
  });
});
