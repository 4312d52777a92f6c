// Which page and which campaign bring bookings: from the click on an advertisement to the booking at the desk.
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { faults, test } from "./site/desk.ts";
import { awake, requestForm } from "./site/page.ts";
import { CHROME } from "./site/sums.ts";

const AC = "/services/ac-repair-and-maintenance-service-dubai";
const AD = `${AC}?utm_source=google&utm_campaign=ramadan&gclid=x`;

/** The cells of a line of a table: views, calls and chats, requests, booked, reached. */
async function line(page: Page, name: string): Promise<string[]> {
  const cells = page.getByRole("row", { name: new RegExp(`^${name} `) }).getByRole("cell");
  return cells.allTextContents();
}

test("a click on an advertisement becomes a request and a booking of its page and its campaign", async ({
  browser,
  emptyDesk: desk,
}) => {
  const visitor = await browser.newPage({ userAgent: CHROME });
  await visitor.goto(desk.at(AD));
  await awake(visitor);
  await visitor.locator('main a[href$="#contact"]').first().click();
  const form = requestForm(visitor);
  await form.name.fill("Ramadan Rania");
  await form.phone.fill("050 123 4567");
  await form.button.click();
  await expect(form.status).toBeVisible();
  await visitor.close();

  const office = await desk.signedIn("Yusuf Khan", "office");
  const wrong = faults(office.page);
  await office.page.getByRole("link", { name: "Ramadan Rania" }).first().click();
  await office.press("Booked");
  await expect(office.page.getByText("Ramadan is booked.")).toBeVisible();
  // Views are stored every few seconds.
  await expect(async () => {
    await office.open(desk.at("/desk/numbers"));
    expect(await line(office.page, "google / ramadan")).toEqual(["2", "0", "1", "1", "too few"]);
  }).toPass();
  expect(await line(office.page, AC)).toEqual(["1", "0", "1", "1", "too few"]);
  expect(await line(office.page, "Home")).toEqual(["1", "0", "0", "0", "too few"]);
  expect(await axeFindings(office.page)).toEqual([]);
  expect(wrong()).toEqual([]);
});
