// The Services dropdown on wide screens and the full-screen menu on narrow ones.
import { expect, type Page } from "@playwright/test";
import { awake, holdCode } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { navigation, words } from "./site/words.ts";

const site = sharedSite();
const PLUMBING = "/services/plumbing-services-in-dubai";

const dropdown = (page: Page) =>
  page.getByRole("banner").locator("nav").locator(`a[href="${PLUMBING}"]`);
const opener = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: words.labels.services });
const burger = (page: Page) => page.getByRole("banner").getByLabel(words.labels.open_menu);
const menu = (page: Page) => page.getByRole("dialog", { name: words.menu.label });

test.describe("from 768 px", () => {
  test.use({ viewport: { width: 768, height: 900 } });

  test("R5 R51 at 768 px there is the whole menu and no burger", async ({ page }) => {
    await page.goto(site.at("/"));
    await expect(page.getByRole("banner").getByRole("navigation")).toBeVisible();
    await expect(burger(page)).toBeHidden();
  });

  test("R5 the dropdown opens on hover and closes when the pointer leaves", async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await expect(dropdown(page)).toBeHidden();
    await opener(page).hover();
    await expect(dropdown(page)).toBeVisible();
    await dropdown(page).hover();
    await expect(dropdown(page)).toBeVisible();
    await page.mouse.move(400, 880);
    await expect(dropdown(page)).toBeHidden();
  });

  test("R5 the dropdown opens by keyboard, and Escape closes it and gives the focus back", async ({
    page,
  }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await opener(page).focus();
    await page.keyboard.press("Enter");
    await expect(opener(page)).toHaveAttribute("aria-expanded", "true");
    await expect(dropdown(page)).toBeVisible();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toMatch(
      /^\/services\//,
    );
    await page.keyboard.press("Escape");
    await expect(dropdown(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await expect(opener(page)).toHaveAttribute("aria-expanded", "false");
  });

  test("R5 a click opens the dropdown and a second one closes it", async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await opener(page).dispatchEvent("click");
    await expect(dropdown(page)).toBeVisible();
    await opener(page).dispatchEvent("click");
    await expect(dropdown(page)).toBeHidden();
  });
});

test.describe("with a finger, from 768 px", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test("R5 a tap opens the dropdown", async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await opener(page).tap();
    await expect(dropdown(page)).toBeVisible();
    await expect(opener(page)).toHaveAttribute("aria-expanded", "true");
  });
});

test.describe("below 768 px", () => {
  test.use({ viewport: { width: 767, height: 800 } });

  test("R5 R51 at 767 px a burger opens a menu that fills the screen", async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await expect(page.getByRole("banner").getByRole("navigation")).toBeHidden();
    await burger(page).click();
    await expect(menu(page)).toBeVisible();
    const box = await menu(page).boundingBox();
    expect([box!.x, box!.y, box!.width, box!.height].map(Math.round)).toEqual([0, 0, 767, 800]);
    const addresses = await menu(page)
      .locator("li > a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    for (const { to } of navigation.header) if (to) expect(addresses).toContain(to);
  });

  test("R5 in the full-screen menu Services opens on click", async ({ page }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await burger(page).click();
    await expect(menu(page).locator(`a[href="${PLUMBING}"]`)).toBeHidden();
    await menu(page).getByText(words.labels.services, { exact: true }).click();
    await expect(menu(page).locator(`a[href="${PLUMBING}"]`)).toBeVisible();
    await expect(menu(page).locator('a[href^="/services/"]:visible')).toHaveCount(7);
  });

  test("R5 the full-screen menu keeps the focus inside, and Escape gives it back to the burger", async ({
    page,
  }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await burger(page).focus();
    await page.keyboard.press("Enter");
    await expect(menu(page)).toBeVisible();
    for (let press = 0; press < 25; press += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => {
        const active = document.activeElement;
        return !!active && active !== document.body && !active.closest("dialog");
      });
      expect(outside, `after ${press + 1} × Tab`).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(burger(page)).toBeFocused();
  });

  test("R5 a menu that was opened before the page’s code arrived goes on as one that keeps the focus", async ({
    page,
  }) => {
    const release = await holdCode(page);
    await page.goto(site.at("/"), { waitUntil: "commit" });
    await burger(page).click();
    await expect(page.locator("dialog")).toBeVisible();
    release();
    await awake(page);
    await expect(menu(page)).toBeVisible();
    expect(await page.locator("dialog").evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
  });

  test("R5 the full-screen menu closes by its button and when a link in it is followed", async ({
    page,
  }) => {
    await page.goto(site.at("/"));
    await awake(page);
    await burger(page).click();
    await menu(page).getByLabel(words.labels.close_menu).click();
    await expect(menu(page)).toBeHidden();
    await burger(page).click();
    await menu(page).getByRole("link", { name: "Contact", exact: true }).click();
    await expect(page).toHaveURL(site.at("/contact-us"));
    await expect(menu(page)).toBeHidden();
  });
});

test("R5 a menu that is open when the phone is turned closes, and the page can be used", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto(site.at("/"));
  await awake(page);
  await burger(page).click();
  await expect(menu(page)).toBeVisible();
  await page.setViewportSize({ width: 844, height: 360 });
  await expect(page.locator("dialog:modal")).toHaveCount(0);
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveURL(site.at("/contact-us"));
});

test("R3 R4 on a phone Book Now is in the menu and leads to the form", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.at("/about-us"));
  await awake(page);
  await burger(page).click();
  await menu(page).getByRole("link", { name: navigation.book.label, exact: true }).click();
  await expect(page).toHaveURL(site.at("/#contact"));
  await expect(page.locator("#contact")).toBeInViewport();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("R5 without scripts the dropdown opens on hover", async ({ page }) => {
    await page.goto(site.at("/"));
    await opener(page).hover();
    await expect(dropdown(page)).toBeVisible();
  });

  test("R5 without scripts the burger still leads to the menu and back", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(site.at("/"));
    await burger(page).click();
    await expect(page.locator(`dialog a[href="${PLUMBING}"]`)).toBeHidden();
    await page.locator("dialog summary").click();
    await expect(page.locator(`dialog a[href="${PLUMBING}"]`)).toBeVisible();
    await page.locator("dialog").getByLabel(words.labels.close_menu).click();
    await expect(page.locator("dialog")).toBeHidden();
  });
});
