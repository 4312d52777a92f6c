// The quick service request with scripts: every state, every sentence.
import { expect, type Page } from "@playwright/test";
import { awake, fillIn, hold, holdCode, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { chatAddress, company, dialled, words } from "./site/words.ts";

const site = sharedSite();
const MISSING = "Please fill in all required fields.";
const SUCCESS = "Request submitted successfully! We'll contact you shortly.";
const FAILURE = "Error submitting request. Please try again or call us directly.";

test.beforeEach(async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
});

/** Notes every alert() and closes it. */
function alerts(page: Page): string[] {
  const heard: string[] = [];
  page.on("dialog", async (dialog) => {
    heard.push(`${dialog.type()}: ${dialog.message()}`);
    await dialog.accept();
  });
  return heard;
}

/** Counts the posts that leave the page. */
function posts(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/sendMail.php")) sent.push(request.postData() ?? "");
  });
  return sent;
}

test("R43 the form has its fields, its placeholder and its six services", async ({ page }) => {
  const { name, phone, service, message } = requestForm(page);
  for (const field of [name, phone, service]) await expect(field).toHaveAttribute("required");
  await expect(message).not.toHaveAttribute("required");
  await expect(phone).toHaveAttribute("type", "tel");
  await expect(phone).toHaveAttribute("placeholder", "+971 XX XXX XXXX");
  const choices = await service
    .locator("option")
    .evaluateAll((options) =>
      options.map((option) => (option as HTMLOptionElement).value).filter(Boolean),
    );
  expect(choices).toEqual([
    "AC Repair & Maintenance",
    "Plumbing Services",
    "Electrical Services",
    "Carpentry Work",
    "Villa Renovation",
    "Maintenance Contract",
  ]);
  for (const label of [words.form.name, words.form.phone, words.form.service, words.form.message]) {
    await expect(
      page.getByLabel(label, { exact: false }).and(page.locator("form *")).first(),
    ).toBeVisible();
  }
});

test("R44 empty fields are caught by the browser and nothing is sent", async ({ page }) => {
  const sent = posts(page);
  const heard = alerts(page);
  const { button, name } = requestForm(page);
  await button.click();
  await expect(name).toBeFocused();
  expect(await name.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
  expect([sent, heard]).toEqual([[], []]);
});

test("R44 blanks get the alert, then the sentence in the form, marks and the focus", async ({
  page,
}) => {
  const sent = posts(page);
  const heard = alerts(page);
  const { button, name, phone, service, alert } = await fillIn(page, {
    name: "   ",
    phone: " \u00a0 ",
  });
  await button.click();
  await expect(alert).toHaveText(MISSING);
  expect(heard).toEqual([`alert: ${MISSING}`]);
  await expect(name).toBeFocused();
  for (const [field, reason] of [
    [name, words.form.missing_name],
    [phone, words.form.missing_phone],
  ] as const) {
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(reason);
  }
  await expect(service).not.toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
});

test("R44 the focus goes to the first missing field, not to the first field", async ({ page }) => {
  alerts(page);
  const { button, phone } = await fillIn(page, { name: "Sara", phone: "  " });
  await button.click();
  await expect(phone).toBeFocused();
});

test("R45 while sending the button reads Submitting... and is disabled", async ({ page }) => {
  const answer = await hold(page, "**/sendMail.php");
  const { form, button, status } = await fillIn(page, { name: "Waiting Wanda" });
  await button.click();
  await expect(button).toHaveText("Submitting...");
  await expect(button).toBeDisabled();
  await expect(form).toHaveAttribute("aria-busy", "true");
  answer();
  await expect(status).toHaveText(SUCCESS);
  await expect(button).toBeEnabled();
  await expect(button).toHaveText(words.form.submit);
});

test("R45 R47 success clears the form, says so in green and shows the reference that is in the mail", async ({
  page,
}) => {
  const { button, status, form, name, phone, service, message } = await fillIn(page, {
    name: "Happy Hana",
    message: "Two lights flicker.",
  });
  await button.click();
  await expect(status).toHaveText(SUCCESS);
  for (const field of [name, phone, service, message]) await expect(field).toHaveValue("");
  const [lead] = await site.leadsOf("Happy Hana");
  expect(lead.message).toBe("Two lights flicker.");
  await expect(form).toContainText(lead.reference);
  const [red, green] = await status.evaluate((element) =>
    getComputedStyle(element)
      .color.match(/[\d.]+/g)!
      .map(Number),
  );
  expect(green).toBeGreaterThan(red!);
});

test("R45 R47 a 500, a 200 without the sentence and an unreachable server are failures: red sentence, call and chat, and everything typed stays", async ({
  page,
}) => {
  const { form, button, alert, name, phone, service, message } = await fillIn(page, {
    name: "Unlucky Ula",
    message: 'No water & no "AC"',
  });
  for (const answer of [
    { status: 500, body: "Message sent successfully" },
    { status: 200, body: "OK" },
    null,
  ]) {
    await page.route(
      "**/sendMail.php",
      (route) => (answer ? route.fulfill(answer) : route.abort()),
      { times: 1 },
    );
    const sent = page.waitForRequest("**/sendMail.php");
    await button.click();
    await sent;
    await expect(alert, answer?.body).toHaveText(FAILURE);
    await expect(name).toHaveValue("Unlucky Ula");
    await expect(phone).toHaveValue("050 123 4567");
    await expect(service).toHaveValue("Plumbing Services");
    await expect(message).toHaveValue('No water & no "AC"');
    await expect(form.locator(`a[href="${dialled(company.phone)}"]`)).toBeVisible();
    const chat = new URL((await form.locator('a[href*="wa.me"]').getAttribute("href"))!);
    expect(chat.origin + chat.pathname).toBe(chatAddress(company.chat));
    for (const typed of ["Unlucky Ula", "050 123 4567", "Plumbing Services", 'No water & no "AC"'])
      expect(chat.searchParams.get("text")).toContain(typed);
    const [red, green] = await alert.evaluate((element) =>
      getComputedStyle(element)
        .color.match(/[\d.]+/g)!
        .map(Number),
    );
    expect(red).toBeGreaterThan(green!);
  }
  expect(await site.leadsOf("Unlucky Ula")).toEqual([]);
});

test("R45 each new submit clears the previous result", async ({ page }) => {
  let broken = true;
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/sendMail.php", async (route) => {
    if (broken) return route.fulfill({ status: 503, body: "no" });
    await held;
    await route.continue();
  });
  const { button, alert, status } = await fillIn(page, { name: "Twice Tariq" });
  await button.click();
  await expect(alert).toHaveText(FAILURE);
  broken = false;
  await button.click();
  await expect(alert).toHaveCount(0);
  answer();
  await expect(status).toHaveText(SUCCESS);
});

test("R45 the result is announced: a status for success, an alert for failure, both brought into view", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.route("**/sendMail.php", (route) => route.abort());
  const { button, alert } = await fillIn(page, { name: "Small Screen Sam" });
  await button.click();
  await expect(alert).toBeInViewport();
});

test("R43 R47 an Arabic name and Arabic-Indic digits arrive as typed, with a number that can be called", async ({
  page,
}) => {
  const { button, status } = await fillIn(page, {
    name: "محمد بن راشد",
    phone: "٠٥٠ ١٢٣ ٤٥٦٧",
    message: "المكيف لا يبرد\nمنذ أمس",
  });
  await button.click();
  await expect(status).toHaveText(SUCCESS);
  const [lead] = await site.leadsOf("محمد بن راشد");
  expect(lead.phone).toBe("٠٥٠ ١٢٣ ٤٥٦٧");
  expect(lead.phone_e164).toBe("+971501234567");
  expect(lead.message).toBe("المكيف لا يبرد\nمنذ أمس");
});

test("R47 the lead carries page, language, referrer and campaign of the visit", async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: "en-GB" });
  await page.goto(site.at("/?utm_source=google&utm_campaign=summer&gclid=abc123"), {
    referer: "http://search.example/find",
  });
  await awake(page);
  const { button, status } = await fillIn(page, { name: "Campaign Cara" });
  await button.click();
  await expect(status).toHaveText(SUCCESS);
  const [lead] = await site.leadsOf("Campaign Cara");
  const stored = JSON.stringify(lead);
  for (const known of ["google", "summer", "abc123", "en-GB", "search.example"])
    expect(stored).toContain(known);
  await page.close();
});

test("R47 the campaign is known after two taps that came before any code", async ({ browser }) => {
  const page = await browser.newPage();
  const release = await holdCode(page);
  const opened = { waitUntil: "domcontentloaded" } as const;
  await page.goto(site.at("/?utm_source=google&utm_campaign=ac-night"), opened);
  for (const path of ["/about-us", "/contact-us"]) {
    await page
      .locator(`a[href="${path}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(site.at(path), opened);
  }
  release();
  await awake(page);
  const { button, status } = await fillIn(page, { name: "Hasty Hana" });
  await button.click();
  await expect(status).toHaveText(SUCCESS);
  const [lead] = await site.leadsOf("Hasty Hana");
  expect(JSON.stringify(lead)).toContain("ac-night");
  await page.close();
});
