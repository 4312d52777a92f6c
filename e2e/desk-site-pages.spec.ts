// A page for an offer: added at the desk as a copy, written, published, visited, removed.
import { expect } from "@playwright/test";
import { expectAccessible, onSite, siteFaults, test } from "./site/desk-site.ts";
import { fillIn } from "./site/page.ts";
import { Walk } from "./site/taps.ts";

const OFFER = "/ramadan-offer";

test("a page for an offer is added, published, sends requests, and is removed with a way back", async ({
  siteDesk: desk,
}) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing", "/desk/site?at=%2F");
  const heard = siteFaults(page);
  const walk = new Walk("A page for an offer");
  await walk.tap(page.locator("summary", { hasText: "Other pages" }));
  await walk.tap(page.getByRole("link", { name: "Add a page" }));
  await page.getByLabel(/^What is the page about/).fill("Ramadan offer");
  await page.getByLabel(/^Start as a copy of/).selectOption({ label: "AC repair & maintenance" });
  await expectAccessible(page);
  await walk.tap(page.getByLabel(/^With the menu/));
  await walk.tap(page.getByRole("button", { name: "Add the page" }));
  const at = onSite(page);
  await expect(at.frame.locator("h1")).toHaveText("Ramadan offer");
  expect((await fetch(desk.at(OFFER))).status).toBe(404);

  await walk.tap(page.getByRole("link", { name: "Drafts" }).filter({ visible: true }));
  await walk.tap(page.getByRole("button", { name: "Put it live" }));
  walk.end(await desk.liveAfter(OFFER, "Ramadan offer</h1>"));

  const visitor = await page.context().browser()!.newPage();
  await visitor.goto(desk.at(`${OFFER}?utm_source=google&utm_campaign=ramadan`));
  await expect(visitor.locator("header nav")).toHaveCount(0);
  await expectAccessible(visitor);
  await visitor.locator("header a[href='/']").click();
  await expect(visitor).toHaveURL(desk.at("/"));
  await visitor.goBack();
  await expect(visitor.locator("h1")).toHaveText("Ramadan offer");
  await visitor.goto(desk.at("/contact-us"));
  const { button, status } = await fillIn(visitor, { name: "Offer Omar" });
  await button.click();
  await expect(status).toBeVisible();
  const lead = (await desk.server.leads()).find(({ name }) => name === "Offer Omar");
  expect(lead).toMatchObject({ landing: expect.stringContaining(OFFER) });
  await visitor.close();

  await page.goto(desk.at(`/desk/site?at=${OFFER}`));
  await page.locator("summary", { hasText: "Other pages" }).click();
  await page.getByRole("button", { name: "Remove this page" }).click();
  await expect(page).toHaveURL(/at=%2F$/);
  await expect.poll(async () => (await fetch(desk.at(OFFER))).status).toBe(404);
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await desk.liveAfter(OFFER, "Ramadan offer</h1>");
  // Whoever goes on leaves files of the page before half loaded.
  expect(heard().filter((fault) => !fault.endsWith("net::ERR_ABORTED"))).toEqual([]);
});
