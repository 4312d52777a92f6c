// A page that others change before, while and after its code takes over goes on working. `FOREIGN_SEEDS=1000` tries as
// many seeds.
import { expect, type Locator, type Page } from "@playwright/test";
import { changeBySeed, type Phase } from "./site/foreign-changes.ts";
import { fillIn, holdCode, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
const SEEDS = Number(process.env.FOREIGN_SEEDS ?? 9);
const PHASES: Phase[] = ["before", "while", "after"];

const isAwake = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react")),
  );

/**
 * Types as a person does, who looks for the caret first: in the few milliseconds in which React makes the document anew,
 * a click meets nothing. `fill` would hold the old field, and write into whichever has the focus.
 */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.click();
    await expect(field).toBeFocused({ timeout: 300 });
  }).toPass();
  await page.keyboard.insertText(text);
}

/** Sends the form: it is filled in as soon as the changes were made, and sent once the page works. */
async function send(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => window.changed === true);
  const fields = requestForm(page);
  await type(page, fields.name, name);
  await type(page, fields.phone, "050 123 4567");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Plumb");
  await isAwake(page);
  await fields.button.click();
  await expect(page.locator("form").getByText("AMW-")).toBeVisible();
}

for (let seed = 1; seed <= SEEDS; seed += 1) {
  const phase = PHASES[seed % 3] as Phase;
  test(`R46 others change the page ${phase} its code arrives, and the form is sent and thanked (seed ${seed})`, async ({
    page,
  }) => {
    await changeBySeed(page, seed, phase);
    await page.goto(site.at("/contact-us"));
    await send(page, `Seed ${seed}`);
    const [lead, ...more] = await site.leadsOf(`Seed ${seed}`);
    expect(lead).toMatchObject({ phone: "050 123 4567", service: "Plumbing Services" });
    expect(more).toEqual([]);
    await page.locator("header a[href='/about-us']").first().dispatchEvent("click");
    await expect(page).toHaveURL(/about-us/);
    await expect(page.locator("h1")).toHaveCount(1);
  });
}

test("R45 what was typed before the code arrived stays, with its caret, where others changed the document", async ({
  page,
}) => {
  const release = await holdCode(page);
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => {
      for (const field of document.querySelectorAll("input, textarea"))
        field.after(document.createElement("div"));
    }),
  );
  await page.goto(site.at("/contact-us"));
  const { name, message, service } = requestForm(page);
  await name.fill("Early Esra");
  await service.selectOption("Plumbing Services");
  await message.pressSequentially("The tap drips");
  await message.press("ArrowLeft");
  release();
  await isAwake(page);
  await message.press("!");
  await expect(message).toHaveValue("The tap drip!s");
  await expect(name).toHaveValue("Early Esra");
  await expect(service).toHaveValue("Plumbing Services");
  await expect(message).toBeFocused();
});

test("R45 half an emoji is sent, and a failure with one keeps the page", async ({ page }) => {
  await page.goto(site.at("/contact-us"));
  await isAwake(page);
  const { button, alert, status } = await fillIn(page, { name: "Half Hala" });
  await page.locator("[name=message]").evaluate((field: HTMLTextAreaElement) => {
    field.value = "AC is broken \ud83d";
  });
  await page.route("**/sendMail.php", (route) => route.abort());
  await button.click();
  await expect(alert).toBeVisible();
  await page.unroute("**/sendMail.php");
  await button.click();
  await expect(status).toBeVisible();
  const [lead] = await site.leadsOf("Half Hala");
  expect(lead?.message).toBe("AC is broken \ufffd");
});

test("R46 a browser that thinks it is offline, or lacks newer functions, sends all the same", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { value: false });
    Reflect.deleteProperty(AbortSignal, "timeout");
    Reflect.deleteProperty(AbortSignal, "any");
    Reflect.deleteProperty(String.prototype, "toWellFormed");
    Reflect.deleteProperty(crypto, "randomUUID");
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto(site.at("/contact-us"));
  await isAwake(page);
  const { button, status } = await fillIn(page, { name: "Lying Lina" });
  await button.click();
  await expect(status).toBeVisible();
  expect(await site.leadsOf("Lying Lina")).toHaveLength(1);
});

test("R45 nothing moves under the pointer when a try fails, and when the next is stored", async ({
  page,
}) => {
  await page.goto(site.at("/contact-us"));
  await isAwake(page);
  const { button, alert, status } = await fillIn(page, { name: "Steady Sana" });
  await button.scrollIntoViewIfNeeded();
  await page.route("**/sendMail.php", (route) => route.abort());
  const place = await button.boundingBox();
  await button.dblclick();
  await expect(alert).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
  await page.unroute("**/sendMail.php");
  await button.dblclick();
  await expect(status).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
  await expect(page).toHaveURL(/contact-us/);
  expect(await site.leadsOf("Steady Sana")).toHaveLength(1);
});
