// Drafts on a phone: hours that begin on Sunday are written ahead, shown by a link, and live at
// their time.
import { expect, type Page } from "@playwright/test";
import {
  dateIn,
  expectAccessible,
  inDubai,
  onSite,
  SITE,
  siteFaults,
  test,
} from "./site/desk-site.ts";
import { expectWithin } from "./site/measured.ts";
import { complaints, fillIn } from "./site/page.ts";
import { Walk } from "./site/taps.ts";

const DRAFTS = "/desk/site/drafts";
const CONTACT = "/contact-us";
const HEADING = "pages/home.toml:sections.0.heading";
const SENTENCE = "Cool rooms all through Ramadan.";
/** "At its time": the server looks twice a second, and the site has it within another. */
const AT_ITS_TIME_MS = 3000;

/** Days until the next Sunday in Dubai, today left out. */
const untilSunday = () => 7 - inDubai(0).getUTCDay();

const keep = (page: Page) =>
  page.locator(".sheet").getByRole("button", { name: "Keep in the draft" });

/** On phones, in the list of pages; in a draft, in the line that says so. */
const drafts = (page: Page) => page.getByRole("link", { name: "Drafts" }).filter({ visible: true });

/** Posts are in no draft: a shared page leaves links to them as they are. */
const LEFT_ALONE = /^\/blogs\b/;

/** A shared page runs no scripts, so Chromium says this of Playwright's own, which wait in it. */
const WAITING = "error: Blocked script execution";

/** Chromium's complaints about the form. */
const REFUSED = /^error: (Blocked form submission|Sending form data)/;

/** The links of a shared page to pages of the site that lead out of the draft. */
async function leading(page: Page, into: string): Promise<string[]> {
  const links = await page
    .locator("a[href^='/']")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
  expect(links.length).toBeGreaterThan(20);
  return [...new Set(links)].filter((link) => !link.startsWith(into) && !LEFT_ALONE.test(link));
}

/** Begins a draft from a page, as phones do. */
async function begin(page: Page, name: string): Promise<void> {
  await page.locator("summary", { hasText: "Other pages" }).click();
  await drafts(page).click();
  await page.getByLabel("What's it for?").fill(name);
  await page.getByRole("button", { name: "Begin a draft" }).click();
}

/** On the facts' screen of a draft. */
async function addRamadan(page: Page, from: string, to: string): Promise<void> {
  const days = page.getByRole("region", { name: "Holidays and other hours" });
  await days.getByText("Add days with other hours").click();
  await days.getByLabel("What is it?").fill("Ramadan");
  await days.getByLabel("First day").fill(from);
  await days.getByLabel("Last day").fill(to);
  await days.getByRole("radio", { name: "Open" }).check();
  await days.getByLabel("Opens").fill("09:00");
  await days.getByLabel("Closes").fill("15:00");
  await days.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(days.getByRole("listitem")).toContainText(/^Ramadan: Sun .* to Sat .*/);
}

const hasHours = (html: string) => /Ramadan, .*9am to 3pm/.test(html);

/** Somebody without an account looks at the draft, and can do nothing with it. */
async function lookByLink(guest: Page, link: string): Promise<void> {
  const said = complaints(guest);
  await guest.goto(link);
  expect(said).toEqual([]);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(SENTENCE);
  expect(await leading(guest, new URL(link).pathname)).toEqual([]);
  await guest.getByRole("link", { name: "Open menu" }).click();
  await guest.getByRole("link", { name: "Contact", exact: true }).filter({ visible: true }).click();
  await expect(guest).toHaveURL(`${link}contact-us`);
  await expect(guest.getByText(/^Ramadan, .*9am to 3pm/).first()).toBeVisible();
  expect(said.filter((line) => !line.startsWith(WAITING))).toEqual([]);

  const posted: string[] = [];
  guest.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
  const form = await fillIn(guest, { name: "Sara" });
  await form.button.click();
  await expect.poll(() => said.filter((line) => REFUSED.test(line)).length).toBe(1);
  expect(posted).toEqual([]);
  await expect(guest).toHaveURL(`${link}contact-us`);
}

test("Ramadan hours are written ahead, seen by their link alone, and live whole at their time @timed", async ({
  siteDesk: desk,
}) => {
  // It waits for a minute of the clock.
  const before = desk.words();
  const [from, to] = [dateIn(untilSunday()), dateIn(untilSunday() + 6)];
  const { page, context } = await desk.signedIn("Layla Saad", "marketing", SITE);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const heard = siteFaults(page);
  const at = onSite(page);
  await begin(page, "Ramadan hours");
  await expect(page.getByText("Draft. Nobody sees it yet.")).toBeVisible();
  await page.getByRole("link", { name: "Facts", exact: true }).click();
  await addRamadan(page, from, to);
  await page.getByRole("link", { name: "The pages" }).click();
  await at.piece(HEADING).first().click();
  await at.text.fill(SENTENCE);
  await keep(page).click();
  await expect(page.getByText("Kept in “Ramadan hours”")).toBeVisible();
  await expect(at.piece(HEADING).first()).toHaveText(SENTENCE);
  expect(await desk.visitorsGet("/")).not.toContain(SENTENCE);
  expect(hasHours(await desk.visitorsGet(CONTACT))).toBe(false);
  expect(desk.words()).toEqual(before);

  const walk = new Walk("A draft's time");
  await walk.tap(drafts(page));
  await walk.enter(page.getByLabel("Goes live on"), `${from}T00:00`);
  await walk.tap(page.getByRole("button", { name: "Set the time" }));
  await expect(page.getByText(/^Goes live on Sunday \d+ \w+, 00:00\.$/).first()).toBeVisible();
  walk.end();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { page: guest } = await desk.phone();
  await lookByLink(guest, link);

  desk.itsTimeComes();
  const all = [desk.liveAfter("/", SENTENCE), desk.liveAfter(CONTACT, hasHours)];
  const live = Math.max(...(await Promise.all(all)));
  expectWithin("A draft live after its time", [live], AT_ITS_TIME_MS);
  await page.goto(desk.at(DRAFTS));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No drafts wait");
  expect((await guest.goto(link))!.status()).toBe(404);
  const home = before["pages/home.toml"]!.replace(/(?<=^heading = ").*(?="$)/m, SENTENCE);
  const { "company.toml": company, ...others } = desk.words();
  expect(company).toContain(`name = "Ramadan"\nfrom = "${from}"\nto = "${to}"\n`);
  expect({ ...others, "company.toml": before["company.toml"] }).toEqual({
    ...before,
    "pages/home.toml": home,
  });
  expect(heard()).toEqual([]);
});
