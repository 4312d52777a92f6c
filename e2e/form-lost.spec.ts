// Failures between the visitor and the server: nothing typed is lost, nothing is stored twice.
import { expect } from "@playwright/test";
import { awake, fillIn, holdCode, requestForm } from "./site/page.ts";
import { sharedSite, test } from "./site/serve.ts";

const site = sharedSite();
const SUCCESS = /^Request submitted successfully!/;
const FAILURE = /^Error submitting request\./;

test("R45 what was typed survives a reload", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  await fillIn(page, {
    name: "Reload Rana",
    service: "Carpentry Work",
    message: "The door sticks.",
  });
  await page.reload();
  await awake(page);
  const { name, phone, service, message } = requestForm(page);
  await expect(name).toHaveValue("Reload Rana");
  await expect(phone).toHaveValue("050 123 4567");
  await expect(service).toHaveValue("Carpentry Work");
  await expect(message).toHaveValue("The door sticks.");
});

test("R45 a draft is gone once it was sent", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  const { button, status, name } = await fillIn(page, { name: "Done Dina" });
  await button.click();
  await expect(status).toHaveText(SUCCESS);
  await page.reload();
  await awake(page);
  await expect(name).toHaveValue("");
});

test("R45, R46 without a connection nothing typed is lost, and one request is sent once it is back", async ({
  page,
  context,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  const { button, alert, status, form } = await fillIn(page, { name: "Offline Omar" });
  await context.setOffline(true);
  await button.click();
  await expect(alert).toHaveText(FAILURE);
  await expect(form).toContainText("keep this page open");
  await context.setOffline(false);
  await expect(status).toHaveText(SUCCESS);
  expect(await site.leadsOf("Offline Omar")).toHaveLength(1);
});

test("R45 words that were changed since the failed try wait for the visitor", async ({
  page,
  context,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  const { button, alert, status, message } = await fillIn(page, { name: "Changing Chen" });
  await context.setOffline(true);
  await button.click();
  await expect(alert).toHaveText(FAILURE);
  await message.fill("The kitchen tap dri");
  await context.setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await expect(button).toHaveText("Request service");
  expect(await site.leadsOf("Changing Chen")).toHaveLength(0);
  await message.fill("The kitchen tap drips");
  await button.click();
  await expect(status).toHaveText(SUCCESS);
  expect(await site.leadsOf("Changing Chen")).toHaveLength(1);
});

for (const path of ["/contact-us", "/booking?plan=premium"])
  test(`a service that was chosen on ${path} is there after a reload`, async ({ page }) => {
    await page.goto(site.at(path));
    await awake(page);
    const { service } = requestForm(page);
    await service.selectOption("Carpentry Work");
    await page.reload();
    await awake(page);
    await expect(service).toHaveValue("Carpentry Work");
  });

test("R46 when only the answer is lost, the retry stores one lead and not two", async ({
  page,
}) => {
  await page.goto(site.at("/"));
  await awake(page);
  let lost = 0;
  await page.route("**/sendMail.php", async (route) => {
    const answer = await route.fetch();
    lost += 1;
    if (lost <= 2) return route.abort("connectionreset");
    return route.fulfill({ response: answer });
  });
  const { button, alert, status, form } = await fillIn(page, { name: "Tunnel Tala" });
  for (let time = 0; time < 2; time += 1) {
    await button.click();
    await expect(alert).toHaveText(FAILURE);
  }
  await page.reload();
  await awake(page);
  await button.click();
  await expect(status).toHaveText(SUCCESS);
  const leads = await site.leadsOf("Tunnel Tala");
  expect(leads).toHaveLength(1);
  await expect(form).toContainText(leads[0].reference);
});

test("R46 a double click stores one lead", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  const { button, status, form } = await fillIn(page, { name: "Double Dana" });
  await button.dblclick();
  await form
    .evaluate((element: HTMLFormElement) => {
      element.requestSubmit();
    })
    .catch(() => {});
  await expect(status.or(requestForm(page).alert).first()).toBeVisible();
  expect(await site.leadsOf("Double Dana")).toHaveLength(1);
});

test("R46 two different requests of one visitor are two leads", async ({ page }) => {
  await page.goto(site.at("/"));
  await awake(page);
  for (const message of ["First the tap.", "Then the light."]) {
    const { button, status } = await fillIn(page, { name: "Busy Basma", message });
    await button.click();
    await expect(status).toHaveText(SUCCESS);
  }
  expect(await site.leadsOf("Busy Basma")).toHaveLength(2);
});

test("R45 what was typed before the page’s code arrived survives its arrival", async ({ page }) => {
  const release = await holdCode(page);
  await page.goto(site.at("/?plan=basic"), { waitUntil: "commit" });
  const { name, phone, service, message } = requestForm(page);
  await name.fill("Early Eman");
  await phone.fill("04 123 4567");
  await service.selectOption("Villa Renovation");
  await message.fill("Typed before React.");
  await name.focus();
  release();
  await awake(page);
  await expect(name).toHaveValue("Early Eman");
  await expect(phone).toHaveValue("04 123 4567");
  await expect(service).toHaveValue("Villa Renovation");
  await expect(message).toHaveValue("Typed before React.");
  await expect(name).toBeFocused();
});

test("R46 a request sent before the page’s code arrived is one lead on a finished page", async ({
  page,
}) => {
  await holdCode(page);
  await page.goto(site.at("/"), { waitUntil: "commit" });
  const { button } = await fillIn(page, { name: "Hasty Hind" });
  await button.click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await site.leadsOf("Hasty Hind")).toHaveLength(1);
});
