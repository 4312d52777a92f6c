// Spam without a riddle: the checks as people never notice them, and their effect on machines.
import { expect } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { ask } from "./site/http.ts";
import { tabThrough } from "./site/keyboard.ts";
import { awake, fillIn, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";
import { company, dialled, words } from "./site/words.ts";

const site = sharedSite();
const TRAP = "[name=second_message]";
const SUCCESS = "Request submitted successfully! We'll contact you shortly.";
const FAILURE = "Error submitting request. Please try again or call us directly.";
const FLOOD = "Many requests have just come from your connection.";

/** The one lead of that name. */
async function leadOf(name: string) {
  const leads = await site.leadsOf(name);
  expect(leads, name).toHaveLength(1);
  return leads[0];
}

test("nobody meets the field that is there for machines: not by eye, key or ear", async ({
  page,
}) => {
  await page.goto(site.at("/booking"));
  await awake(page);
  const { form } = requestForm(page);
  const trap = form.locator(TRAP);
  await expect(trap).toHaveCount(1);
  const seen = await trap.evaluate((field) => {
    field.scrollIntoView({ block: "center" });
    const { x, y, width, height } = field.getBoundingClientRect();
    return document.elementsFromPoint(x + width / 2, y + height / 2).includes(field);
  });
  expect(seen).toBe(false);
  expect(await trap.evaluate((field) => getComputedStyle(field).display)).not.toBe("none");
  expect(await form.ariaSnapshot()).not.toContain(words.form.leave_empty);
  await page.evaluate(() => {
    const met: string[] = [];
    document.addEventListener("focusin", ({ target }) => {
      met.push((target as HTMLInputElement).name ?? "");
    });
    (window as any).met = met;
  });
  expect((await tabThrough(page)).missed).toEqual([]);
  const met: string[] = await page.evaluate(() => (window as any).met);
  expect(met.filter(Boolean)).toEqual(["name", "phone", "service", "message"]);
  expect(await axeFindings(page)).toEqual([]);
});

test("what browsers and password managers fill in by itself leaves that field alone", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  const trap = requestForm(page).form.locator(TRAP);
  await expect(trap).toHaveAttribute("autocomplete", "off");
  const ignored = ["data-1p-ignore", "data-bwignore", "data-lpignore", "data-form-type"];
  for (const name of ignored) await expect(trap).toHaveAttribute(name);
  // Names and labels that browsers' own lists look for.
  const known = /name|mail|phone|tel|address|street|city|zip|post|country|company|user|url|site/i;
  expect("second_message").not.toMatch(known);
  expect(words.form.leave_empty).not.toMatch(known);
});

test("a phone that fills in the form at once is not held for that", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  const sent = page.waitForRequest("**/sendMail.php");
  await page.evaluate(() => {
    const form = document.querySelector('form[action="/sendMail.php"]') as HTMLFormElement;
    const values = { name: "Autofill Amal", phone: "+971501234567", service: "Plumbing Services" };
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name) as HTMLInputElement;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    form.requestSubmit();
  });
  await expect(page.getByText(SUCCESS)).toBeVisible();
  const { open_seconds } = (await sent).postDataJSON();
  expect(open_seconds).toBeGreaterThanOrEqual(0);
  expect(open_seconds).toBeLessThan(60);
  expect((await leadOf("Autofill Amal")).held).toBeNull();
});

test("a double click and a second try after an error are one request that is not held", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  const first = await fillIn(page, { name: "Double Dina" });
  await first.button.dblclick();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect((await leadOf("Double Dina")).held).toBeNull();

  await page.route("**/sendMail.php", (route) => route.abort(), { times: 1 });
  const second = await fillIn(page, { name: "Retry Rami" });
  await second.button.click();
  await expect(page.getByText(FAILURE)).toBeVisible();
  await second.button.click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect((await leadOf("Retry Rami")).held).toBeNull();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a machine that fills in every field is thanked, and its request is held", async ({
      page,
    }) => {
      const name = `Machine ${javaScriptEnabled}`;
      await page.goto(site.at("/"));
      if (javaScriptEnabled) await awake(page);
      const { form, button } = await fillIn(page, { name });
      await form.locator(TRAP).fill("cheap pills", { force: true });
      await button.click();
      await expect(page.getByText(SUCCESS)).toBeVisible();
      const lead = await leadOf(name);
      expect(lead.held).toMatch(/^the hidden field was filled in\b/);
      expect(lead.mail_state).toBe("none");
      await expect(page.getByText(lead.reference)).toBeVisible();
    });

    test("a visitor in a flood from his own address reads why, and whom to call", async ({
      page,
    }) => {
      const from = javaScriptEnabled ? "198.51.100.1" : "198.51.100.2";
      const post = (body: string, address: string) =>
        ask(site.at("/sendMail.php"), {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
          body,
        });
      const request = JSON.stringify({ name: "Flood", phone: "0501234567", service: "x" });
      for (let number = 0; number < 60; number += 1) {
        expect((await post(request, from)).status).toBe(200);
      }
      const refused = await post(request, from);
      expect(refused.status).toBe(429);
      // One more is taken half a minute after the first of the sixty.
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(30);
      expect((await post(request, "198.51.100.99")).status).toBe(200);

      await page.route("**/sendMail.php", (route) =>
        route.continue({ headers: { ...route.request().headers(), "x-forwarded-for": from } }),
      );
      await page.goto(site.at("/"));
      if (javaScriptEnabled) await awake(page);
      const { button, form, name } = await fillIn(page, { name: "Flooded Fares" });
      await button.click();
      // Without scripts the answer is a page that is not rendered.
      const answer = javaScriptEnabled ? form : page.getByRole("main");
      await expect(answer.getByText(FLOOD)).toContainText(company.phone);
      await expect(answer.getByRole("link", { name: words.form.failure_call })).toHaveAttribute(
        "href",
        dialled(company.phone),
      );
      if (!javaScriptEnabled) await page.goBack();
      await expect(name).toHaveValue("Flooded Fares");
    });
  });
}

test("the form says what sending it means, with the notice one click away", async ({ page }) => {
  await page.goto(site.at("/"));
  const { form } = requestForm(page);
  await expect(form.getByText(words.form.consent)).toBeVisible();
  await form.getByRole("link", { name: words.form.consent_link.label }).click();
  await expect(page).toHaveURL(site.at("/privacy"));
});
