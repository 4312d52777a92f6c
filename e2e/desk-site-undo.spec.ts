// The ways back on a phone: of a whole day, and of a section that was hidden. Each leaves the files as they were, to the
// byte.
import { expect, type Page } from "@playwright/test";
import { awake } from "./site/desk.ts";
import { LEAD, onSite, SITE, type SiteDesk, test } from "./site/desk-site.ts";

/** Far below the first screen of the page. */
const STEPS = "pages/home.toml:sections.7.heading";

/** Changes a piece on its screen, live. */
async function change(desk: SiteDesk, page: Page, piece: string, words: string): Promise<void> {
  await page.goto(desk.at(`${SITE}&piece=${encodeURIComponent(piece)}`));
  await awake(page);
  const at = onSite(page);
  await at.text.fill(words);
  await expect(at.piece(piece).first()).toHaveText(words);
  await at.go.click();
  await expect(at.isLive).toBeVisible();
  await desk.liveAfter("/", words);
}

test("a whole day is taken back with one tap, and the files are what they were", async ({
  siteDesk: desk,
}) => {
  const before = desk.words();
  const html = await desk.visitorsGet("/");
  const { page } = await desk.signedIn("Layla Saad", "marketing", SITE);
  const at = onSite(page);
  await change(desk, page, LEAD, "Half of Dubai calls us.");
  await change(desk, page, STEPS, "We know every pipe.");
  await at.changes.getByText(/^Undo all \d+ of today/).click();
  await at.changes.getByRole("button", { name: /^Take back \d+ changes$/ }).click();
  await desk.liveAfter("/", (now) => now === html);
  await expect(at.changes.getByText("taken back", { exact: true })).toHaveCount(2);
  await expect(at.changes.getByText(/^Undo all \d+ of today/)).toBeHidden();
  expect(desk.words()).toEqual(before);
});

test("a section is hidden and shown again, and the file is what it was", async ({
  siteDesk: desk,
}) => {
  const before = desk.words();
  const html = await desk.visitorsGet("/");
  const chosen = `${SITE}&piece=${encodeURIComponent(STEPS)}`;
  const { page } = await desk.signedIn("Layla Saad", "marketing", chosen);
  const at = onSite(page);
  const words = await at.text.inputValue();
  expect(html).toContain(words);
  await at.sheet.getByRole("button", { name: "Hide", exact: true }).click();
  await desk.liveAfter("/", (now) => !now.includes(words));
  const hidden = at.sheet.getByRole("region", { name: "Not shown on this page" });
  await expect(hidden.getByRole("listitem")).toContainText(words);
  await hidden.getByRole("button", { name: "Show it again" }).click();
  await desk.liveAfter("/", (now) => now === html);
  await expect(hidden).toBeHidden();
  expect(desk.words()).toEqual(before);
});
