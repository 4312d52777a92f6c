// The request form as an ordinary form post that answers with a finished page.
import { expect } from "@playwright/test";
import { fillIn, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
test.use({ javaScriptEnabled: false });

test("R46 without scripts the form answers with a finished page and the reference", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  const { button } = await fillIn(page, { name: "Plain Paul", message: "One line.\nAnother." });
  await button.click();
  await expect(
    page.getByText("Request submitted successfully! We'll contact you shortly."),
  ).toBeVisible();
  const leads = await site.leadsOf("Plain Paul");
  expect(leads).toHaveLength(1);
  expect(leads[0].message.replace(/\r\n/g, "\n")).toBe("One line.\nAnother.");
  await expect(page.getByText(leads[0].reference)).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
});

test("R46 going back and sending the same form again stores one lead", async ({ page }) => {
  await page.goto(site.at("/"));
  const { button } = await fillIn(page, { name: "Back Bilal" });
  await button.click();
  const said = page.getByText(/^Request submitted successfully!/);
  await expect(said).toBeVisible();
  await page.goBack();
  await fillIn(page, { name: "Back Bilal" });
  await requestForm(page).button.click();
  await expect(said).toBeVisible();
  expect(await site.leadsOf("Back Bilal")).toHaveLength(1);
});

test("R46 reloading the page that thanks stores one lead", async ({ page }) => {
  await page.goto(site.at("/"));
  const { button } = await fillIn(page, { name: "Again Amna" });
  await button.click();
  await expect(page.getByText(/^Request submitted successfully!/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Request submitted successfully!/)).toBeVisible();
  expect(await site.leadsOf("Again Amna")).toHaveLength(1);
});

test("R44 without scripts blanks come back marked, with what was typed", async ({ page }) => {
  await page.goto(site.at("/"));
  const fields = await fillIn(page, { name: "   ", phone: "050 999 8877", message: "Keep me." });
  await fields.button.click();
  await expect(fields.alert).toHaveText("Please fill in all required fields.");
  await expect(fields.name).toHaveAttribute("aria-invalid", "true");
  await expect(fields.phone).toHaveValue("050 999 8877");
  await expect(fields.service).toHaveValue("Plumbing Services");
  await expect(fields.message).toHaveValue("Keep me.");
  await fields.name.fill("Now Noor");
  await fields.button.click();
  await expect(page.getByText(/^Request submitted successfully!/)).toBeVisible();
  expect(await site.leadsOf("Now Noor")).toHaveLength(1);
});
