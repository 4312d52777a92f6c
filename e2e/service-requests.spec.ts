// From a service's page to the form, with scripts: the form knows the service, whichever button was pressed.
import { expect, type Page } from "@playwright/test";
import { awake, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { formStarts, words } from "./site/words.ts";

const site = sharedSite();

async function expectStart(page: Page, { service, message }: { service: string; message: string }) {
  const form = requestForm(page);
  await expect(form.form).toBeInViewport();
  await expect(form.service).toHaveValue(service);
  await expect(form.message).toHaveValue(message);
}

test("R4 R14 from a service's page, the page's own button and Book Now lead to a form that has the service", async ({
  page,
}) => {
  // served/service-requests.test.ts reads every service's page.
  for (const start of formStarts.filter(({ slug }) => /^(ac|villa)-/.test(slug))) {
    const path = `/services/${start.slug}`;
    await page.goto(site.at(path));
    await awake(page);
    await page.getByRole("banner").getByRole("link", { name: "Book Now" }).click();
    await expect(page).toHaveURL(site.at("/#contact"));
    await expectStart(page, start);
    await page.goBack();
    await expect(page).toHaveURL(site.at(path));
    // The renovation page's buttons go to /contact-us (R28).
    const own = start.slug.startsWith("villa-") ? "/contact-us" : `/?service=${start.slug}#contact`;
    await page.locator(`main a[href="${own}"]`).first().click();
    await expect(page).toHaveURL(site.at(own));
    await expect(requestForm(page).service).toHaveValue(start.service);
    await expect(requestForm(page).message).toHaveValue(start.message);
  }
});

test("R14 R45 a request from the painting page arrives as the visitor went on writing it, with a chat that names it", async ({
  page,
}) => {
  const { slug, message } = formStarts.find(({ slug }) => slug.startsWith("painting"))!;
  await page.goto(site.at(`/services/${slug}`));
  await awake(page);
  await page.locator(`main a[href="/?service=${slug}#contact"]`).first().click();
  const form = requestForm(page);
  await expect(form.message).toHaveValue(message);
  await form.name.fill("Painting Pia");
  await form.phone.fill("050 123 4567");
  await form.service.selectOption("Villa Renovation");
  await form.message.press("End");
  await form.message.pressSequentially("two bedrooms");
  await form.button.click();
  await expect(form.status).toBeVisible();
  const [lead] = await site.leadsOf("Painting Pia");
  expect([lead.service, lead.message]).toEqual(["Villa Renovation", "Painting: two bedrooms"]);
  await expect(form.form).toContainText(`${lead.reference}. ${words.form.reference_note}`);
  const chat = await form.form.locator('a[href*="wa.me"]').getAttribute("href");
  expect(new URL(chat!).searchParams.get("text")).toBe(`Hello, my request is ${lead.reference}.`);
});

test("R4 R14 in a new tab too, Book Now on a service's page knows the service, and the first visit of an address has it", async ({
  page,
  context,
}) => {
  const start = formStarts.find(({ slug }) => slug.startsWith("plumbing"))!;
  await page.goto(site.at(`/services/${start.slug}`));
  await awake(page);
  const opened = context.waitForEvent("page");
  await page
    .getByRole("banner")
    .getByRole("link", { name: "Book Now" })
    .click({ modifiers: ["ControlOrMeta"] });
  await expectStart(await opened, start);
  await page.goto(site.at(`/?service=${start.slug}#contact`));
  await expectStart(page, start);
});
