// R7: the floating buttons keep their corners, and step aside only for what they would cover: a field in focus, a tab, a
// form's message. On every width, wherever the page is scrolled to.
import { expect, type Locator, type Page } from "@playwright/test";
import { awake, fillIn, frames } from "./site/page.ts";
import { SERVICE } from "./site/sections.ts";
import { sharedSite, test } from "./site/serve.ts";
import { words } from "./site/words.ts";

const site = sharedSite();
const WIDTHS = [320, 390, 768, 1024, 1440];

/** Area of the element covered by visible buttons, in square pixels. */
async function covered(page: Page, kept: Locator): Promise<number> {
  // A look at the page follows each scroll with the next frame, and React's answer with the one after that.
  await frames(page, 4);
  return kept.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const floats = [...document.querySelectorAll(".floats a")];
    return floats.reduce((sum, button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const wide = Math.min(right, box.right) - Math.max(left, box.left);
      const high = Math.min(bottom, box.bottom, innerHeight) - Math.max(top, box.top);
      return sum + Math.max(0, wide) * Math.max(0, high);
    }, 0);
  });
}

/** Scrolls until the element lies where the buttons are. */
const lowerOntoButtons = (kept: Locator) =>
  kept.evaluate((element) => {
    const button = document.querySelector(".floats a")!.getBoundingClientRect();
    const down = element.getBoundingClientRect().top - Math.min(button.top, innerHeight - 60);
    window.scrollBy({ top: down, behavior: "instant" });
  });

const inView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".floats a")].every(
      (button) => button.getBoundingClientRect().bottom <= innerHeight,
    ),
  );

test("R7 no tab is covered at any width, and the buttons come back once the tabs are past", async ({
  page,
}) => {
  await page.goto(site.at(SERVICE.ac));
  await awake(page);
  const tabs = page.locator(".subnav");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await lowerOntoButtons(tabs);
    expect(await covered(page, tabs), `${width} px`).toBe(0);
    await page.evaluate(() => window.scrollBy({ top: 900, behavior: "instant" }));
    await expect.poll(() => inView(page), `${width} px`).toBe(true);
  }
});

test("R7 no field that is typed in is covered at any width", async ({ page }) => {
  await page.goto(site.at("/contact-us"));
  await awake(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    for (const field of await page.locator("form :is(input, select, textarea):visible").all()) {
      await field.focus();
      await lowerOntoButtons(field);
      expect(await covered(page, field), `${width} px`).toBe(0);
    }
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect.poll(() => inView(page)).toBe(true);
});

test("R7 R45 neither the thanks nor a failure is covered at any width", async ({ page }) => {
  await page.goto(site.at("/contact-us"));
  await awake(page);
  const { button } = await fillIn(page, { name: "Uncovered Umar" });
  await button.click();
  const message = page.locator(".form__result");
  await expect(message).toContainText(words.form.success);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await lowerOntoButtons(message);
    expect(await covered(page, message), `${width} px`).toBe(0);
  }
});

test("R7 the keyboard reaches a button that has stepped aside, and brings it back", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(site.at(SERVICE.ac));
  await awake(page);
  await lowerOntoButtons(page.locator(".subnav"));
  await expect.poll(() => inView(page)).toBe(false);
  await page.locator(".floats a").first().focus();
  await expect.poll(() => inView(page)).toBe(true);
});

test("R7 on the page that a click leads to, the buttons are back in their corners", async ({
  page,
}) => {
  await page.goto(site.at(SERVICE.ac));
  await awake(page);
  // A screen on which the tabs lie under the buttons before anybody scrolls.
  await page.setViewportSize({ width: 390, height: 844 });
  const low = (await page.locator(".subnav").boundingBox())!;
  await page.setViewportSize({ width: 390, height: Math.round(low.y + low.height + 10) });
  await expect.poll(() => inView(page)).toBe(false);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('footer a[href="/privacy"]')!.click();
  });
  await expect(page).toHaveURL(site.at("/privacy"));
  await expect.poll(() => inView(page)).toBe(true);
});
