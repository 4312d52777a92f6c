// Two more ways to change what visitors read, on a phone, in taps and seconds: days on which the office is closed, and a
// photo of the team in the place of its drawing. Each is taken back to the last byte.
import { expect } from "@playwright/test";
import { onSite, photo, type SiteDesk, siteFaults, test } from "./site/desk-site.ts";
import { expectWithin } from "./site/measured.ts";
import { complaints } from "./site/page.ts";
import { type Picture, Walk } from "./site/taps.ts";

const CONTACT = "/contact-us";

/** "Every visitor has it within a second." */
const SECOND_MS = 1000;
/** A photo is made in every size that pages show before it is live. */
const PHOTO_MS = 3000;

const DAY_MS = 86_400_000;
const DUBAI_MS = 4 * 3_600_000;
/** Days before a holiday on which visitors first read of it. */
const NOTICE_DAYS = 14;
/** The last line about hours, of an example: what is added stands behind it. */
const END_OF_HOURS = /^# closes = "15:00"\n/m;
const TOLD = "National Day, 2 and 3 December: closed.";

const DRAWN = "Drawing of our team in yellow shirts with their tools beside the service van";
const SHOWN = "The five of us at the office door";
const HEIC: Picture = {
  name: "IMG_1.HEIC",
  mimeType: "image/heic",
  buffer: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
};
const REFUSED =
  "picture `IMG_1.HEIC` is HEIC, which browsers don't show; share it from the phone as JPEG, or take it here";

/** The next National Day that isn't over in Dubai. */
function nationalDay() {
  const today = new Date(Date.now() + DUBAI_MS).toISOString().slice(0, 10);
  const thisYear = Number(today.slice(0, 4));
  const year = today > `${thisYear}-12-03` ? thisYear + 1 : thisYear;
  const from = `${year}-12-02`;
  const isNear = Date.parse(from) - Date.parse(today) <= NOTICE_DAYS * DAY_MS;
  return { from, to: `${year}-12-03`, isNear };
}

/** A page of the site as it comes to somebody who isn't at the desk, and what went wrong on it. */
async function visitor(desk: SiteDesk, path: string) {
  const { page } = await desk.phone();
  const heard = complaints(page);
  await page.goto(desk.at(path));
  return { page, heard };
}

test("National Day is put live, told to visitors, removed, and all of it taken back @timed", async ({
  siteDesk: desk,
}) => {
  const before = desk.words();
  const { from, to, isNear } = nationalDay();
  const { page } = await desk.signedIn("Layla Saad", "marketing");
  const heard = siteFaults(page);
  const days = page.getByRole("region", { name: "Holidays and other hours" });
  const row = days.getByRole("listitem").filter({ hasText: "National Day" });
  const undo = (what: string) => page.getByRole("button", { name: `Undo : ${what}`, exact: true });
  const walk = new Walk("Holiday hours");
  await walk.tap(page.getByRole("link", { name: "Site", exact: true }));
  await walk.tap(page.getByRole("link", { name: "Facts", exact: true }));
  await walk.tap(page.getByRole("link", { name: "Holidays", exact: true }));
  await walk.tap(days.getByText("Add days with other hours"));
  await walk.enter(days.getByLabel("What is it?"), "National Day");
  await walk.enter(days.getByLabel("First day"), from);
  await walk.enter(days.getByLabel("Last day"), to);
  await expect(days.getByRole("radio", { name: "Closed" })).toBeChecked();
  await walk.tap(days.getByRole("button", { name: "Put it live" }));
  const live = await desk.liveAfter(CONTACT, isNear ? TOLD : from);
  walk.end(live);
  expectWithin("Holiday hours live", [live], SECOND_MS);
  await expect(row).toContainText(/^National Day: \w+ 2 Dec( \d+)? to \w+ 3 Dec( \d+)?, closed/);
  expect((await desk.visitorsGet(CONTACT)).includes(TOLD)).toBe(isNear);
  const contact = await visitor(desk, CONTACT);
  await expect(contact.page.getByText(TOLD).first()).toBeVisible({ visible: isNear });
  const block = `\n[[hours.special]]\nname = "National Day"\nfrom = "${from}"\nto = "${to}"\nclosed = true\n`;
  const company = before["company.toml"]!.replace(END_OF_HOURS, (end) => end + block);
  const added = { ...before, "company.toml": company };
  expect(desk.words()).toEqual(added);

  await row.getByRole("button", { name: "Remove" }).click();
  await expect(row).toBeHidden();
  expect(desk.words()).toEqual(before);
  await desk.liveAfter(CONTACT, (html) => !html.includes(from));
  await undo("Item removed").click();
  await expect(row).toBeVisible();
  expect(desk.words()).toEqual(added);
  await desk.liveAfter(CONTACT, from);
  await undo("Days with other hours").click();
  await expect(row).toBeHidden();
  expect(desk.words()).toEqual(before);
  await desk.liveAfter(CONTACT, (html) => !html.includes(from));
  expect(contact.heard).toEqual([]);
  expect(heard()).toEqual([]);
});

test("a photo of the team takes the place of its drawing, and gives it back @timed", async ({
  siteDesk: desk,
  page: camera,
}) => {
  const jpeg = await photo(camera);
  const before = desk.words();
  const { page } = await desk.signedIn("Layla Saad", "marketing");
  const heard = siteFaults(page);
  const at = onSite(page);
  const walk = new Walk("A photo of the team");
  await walk.tap(page.getByRole("link", { name: "Site", exact: true }));
  await walk.tap(at.frame.getByRole("img", { name: DRAWN }));
  await expect(at.sheet).toContainText(`Now “${DRAWN}”`);
  await walk.choose(at.sheet.getByText("Choose a picture"), jpeg);
  await walk.enter(at.sheet.getByLabel("What does it show?"), SHOWN);
  await walk.tap(at.go);
  const live = await desk.liveAfter("/", `alt="${SHOWN}"`);
  walk.end(live);
  expectWithin("A photo live", [live], PHOTO_MS);
  await expect(at.frame.getByRole("img", { name: SHOWN })).toBeVisible();
  const home = await visitor(desk, "/");
  const shown = home.page.getByRole("img", { name: SHOWN });
  await expect(shown).toHaveAttribute("src", /^\/media\/images\/img-0012-[\w.-]+\.jpg$/);
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0);
  await expect(home.page.getByRole("img", { name: DRAWN })).toHaveCount(0);

  const withPhoto = desk.words();
  const html = await desk.visitorsGet("/");
  await walk.choose(at.sheet.getByText("Choose a picture"), HEIC);
  await at.sheet.getByLabel("What does it show?").fill(SHOWN);
  await at.go.click();
  await expect(at.complaints).toHaveText(REFUSED);
  expect(desk.words()).toEqual(withPhoto);
  expect(await desk.visitorsGet("/")).toBe(html);
  await page.getByRole("button", { name: "Leave it as it was" }).click();
  await expect(at.complaints).toBeEmpty();

  await at.changes.getByRole("button", { name: /^Undo ?:/ }).click();
  await desk.liveAfter("/", `alt="${DRAWN}"`);
  expect(await desk.visitorsGet("/")).not.toContain(SHOWN);
  await expect(at.frame.getByRole("img", { name: DRAWN })).toBeVisible();
  expect(desk.words()).toEqual(before);
  expect(home.heard).toEqual([]);
  expect(heard()).toEqual([]);
});
