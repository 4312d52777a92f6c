// The request form as an ordinary form post that answers with a finished page.
import { expect } from "@playwright/test";
import { ask } from "./site/http.ts";
import { fillIn, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled } from "./site/words.ts";

const site = sharedSite();
test.use({ javaScriptEnabled: false });

const FORM = "application/x-www-form-urlencoded";
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(site.at("/sendMail.php"), {
    method: "POST",
    headers: { "Content-Type": FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  });

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

test("R46 what a visitor typed is shown escaped on the answer", async () => {
  const answer = await post({
    name: " ",
    phone: '"><script>alert(1)</script>',
    service: "</select><b>",
    message: "</textarea><script>alert(2)</script>",
  });
  expect(answer.status).toBe(422);
  expect(answer.headers["content-type"]).toMatch(/^text\/html/);
  expect(answer.text).not.toContain("<script>alert");
  expect(answer.text).not.toContain("</select><b>");
});

test("R45 R46 when a form post cannot be stored, the page keeps what was typed and shows the phone number", async () => {
  const long = await post({
    name: "x".repeat(201),
    phone: "050 111 2222",
    service: "Plumbing Services",
    message: "Kept words.",
  });
  expect(long.status).toBeGreaterThanOrEqual(400);
  expect(long.text).toContain("Kept words.");
  expect(long.text).toContain(dialled(company.phone));
});

test("R46 a form post from a foreign site is refused", async () => {
  const fields = { name: "Foreign Fred", phone: "1", service: "Plumbing Services" };
  const foreign = await post(fields, {
    Origin: "https://evil.example",
    "Sec-Fetch-Site": "cross-site",
  });
  expect(foreign.status).toBe(403);
  expect((await post(fields)).status).toBe(200);
  expect(await site.leadsOf("Foreign Fred")).toHaveLength(1);
});

test("the answer to a form post is not kept by anyone", async () => {
  const answer = await post({ name: "Private Pia", phone: "1", service: "Plumbing Services" });
  expect(answer.headers["cache-control"]).toMatch(/no-store/);
});
