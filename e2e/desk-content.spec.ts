// The ways to change what visitors read, on a phone, in taps and seconds: a price, a sentence, yesterday's change, a step, a
// post. `make prove` asks besides whether every visitor has it within a second.
import { expect } from "@playwright/test";
import { LEAD, onSite, PRICE, SITE, siteFaults, test } from "./site/desk-site.ts";
import { expectWithin } from "./site/measured.ts";
import { Walk } from "./site/taps.ts";

const AC = "/services/ac-repair-and-maintenance-service-dubai";
const STEPS = ["Pick a service", "Select a time", "Confirm and pay"];

/** "Every visitor has it within a second." */
const SECOND_MS = 1000;

/** The steps in the order in which a page first names them. */
const stepsOf = (html: string) =>
  STEPS.toSorted((one, other) => html.indexOf(one) - html.indexOf(other));

test("a new price is tapped where it stands, and is on every page that names it @timed", async ({
  siteDesk: desk,
}) => {
  const before = desk.words();
  const { page } = await desk.signedIn("Layla Saad", "marketing");
  const heard = siteFaults(page);
  const at = onSite(page);
  const walk = new Walk("A new price");
  await walk.tap(page.getByRole("link", { name: "Site", exact: true }));
  await walk.tap(at.piece(PRICE).first());
  await expect(at.name).toHaveText("AC cleaning");
  await expect(at.sheet).toContainText("This is on 3 pages: all of them change.");
  await walk.retype(at.from, "160");
  await walk.retype(at.to, "320");
  await expect(at.piece(PRICE).first()).toHaveText(/160–320/);
  expect(await desk.visitorsGet("/")).not.toMatch(/160–320/);
  await walk.tap(at.go);
  // The notice goes after a while, so it is looked for at once.
  const [, ...live] = await Promise.all([
    expect(at.isLive).toBeVisible(),
    ...["/", AC].map((path) => desk.liveAfter(path, "160–320")),
  ]);
  walk.end(Math.max(...live));
  expectWithin("A price live", [Math.max(...live)], SECOND_MS);
  const facts = before["facts.toml"]!.replace("from = 150, to = 300", "from = 160, to = 320");
  expect(desk.words()).toEqual({ ...before, "facts.toml": facts });
  expect(heard()).toEqual([]);
});

test("a sentence is seen on the page while it is typed, and by visitors once it is put live @timed", async ({
  siteDesk: desk,
}) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing");
  const at = onSite(page);
  const walk = new Walk("A sentence of the hero");
  await walk.tap(page.getByRole("link", { name: "Site", exact: true }));
  await walk.tap(at.piece(LEAD).first(), { x: 30, y: 10 });
  await walk.goOn(at.text, " Ask for Layla.");
  await expect(at.piece(LEAD).first()).toContainText("Ask for Layla.");
  expect(await desk.visitorsGet("/")).not.toContain("Ask for Layla.");
  await walk.tap(at.go);
  const live = await desk.liveAfter("/", "Ask for Layla.");
  walk.end(live);
  expectWithin("A sentence live", [live], SECOND_MS);
  await expect(at.go).toBeDisabled();
});

test("yesterday's change of somebody else is taken back @timed", async ({ siteDesk: desk }) => {
  const before = desk.words();
  const layla = await desk.signedIn("Layla Saad", "marketing", SITE);
  await onSite(layla.page)
    .piece(LEAD)
    .first()
    .click({ position: { x: 30, y: 10 } });
  await onSite(layla.page).text.fill("Half of Dubai calls us.");
  await onSite(layla.page).go.click();
  await desk.liveAfter("/", "Half of Dubai calls us.");
  desk.aDayPasses();

  const { page } = await desk.signedIn("Mariam Haddad", "owner");
  const at = onSite(page);
  const walk = new Walk("Yesterday's change taken back");
  await walk.tap(page.getByRole("link", { name: "Site", exact: true }));
  await expect(at.changes).toContainText(/Yesterday.*\d\d:\d\d, Layla\./);
  await walk.tap(at.changes.getByRole("button", { name: /^Undo ?:/ }));
  const live = await desk.liveAfter("/", "AC, plumbing, electrical, carpentry");
  walk.end(live);
  expectWithin("A change taken back live", [live], SECOND_MS);
  await expect(at.changes).toContainText("taken back");
  expect(desk.words()).toEqual(before);
  expect((await desk.log()).at(-1)).toMatch(/^Mariam Haddad, .*pages\/home\.toml/);
});

test("a step of “How to book” is put in another place @timed", async ({ siteDesk: desk }) => {
  expect(stepsOf(await desk.visitorsGet("/"))).toEqual(STEPS);
  const { page } = await desk.signedIn("Layla Saad", "marketing");
  const at = onSite(page);
  const walk = new Walk("A step moved");
  await walk.tap(page.getByRole("link", { name: "Site", exact: true }));
  await walk.tap(at.frame.locator("x-at", { hasText: "Select a time" }));
  await expect(at.sheet).toContainText("2 of 3 in steps");
  await walk.tap(page.getByRole("button", { name: "Later" }));
  const live = await desk.liveAfter("/", (html) => stepsOf(html)[2] === "Select a time");
  walk.end(live);
  expectWithin("A step live", [live], SECOND_MS);
  await expect(at.sheet).toContainText("3 of 3 in steps");
  await expect(at.text).toHaveValue("Select a time");
});

test("a post that is written goes live on Friday at nine", async ({ siteDesk: desk }) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing", "/desk/posts/new");
  await page.getByLabel("What's it called?").fill("Five jobs for winter");
  await page.getByRole("button", { name: "Write it" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Wash the filter.\n");
  await expect(page.locator(".ed__saved")).toHaveText(/^Saved/);

  await page.goto(desk.at("/desk/"));
  const walk = new Walk("A post scheduled");
  await walk.tap(page.getByRole("link", { name: "Posts", exact: true }));
  await walk.tap(page.getByRole("link", { name: "Five jobs for winter" }));
  await walk.tap(page.getByRole("button", { name: "Schedule", exact: true }));
  // On a Thursday that's tomorrow.
  await walk.tap(page.getByRole("button", { name: /^(Friday|Tomorrow) 9:00$/ }).last());
  await expect(page.getByText(/^It goes live on \w+day\b.* at 09:00\.$/)).toBeVisible();
  walk.end();
  expect((await fetch(desk.at("/blogs/five-jobs-for-winter"))).status).toBe(404);
});
