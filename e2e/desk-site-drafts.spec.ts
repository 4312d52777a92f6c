// A draft of several changes: nobody sees it but by its link, and all of it goes live at the time that was set.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { SITE, test } from "./site/desk-site.ts";

const SENTENCE = "Cool rooms all through Ramadan.";

test("a draft is seen by its link alone, and goes live whole at its time", async ({
  siteDesk: desk,
  browser,
}) => {
  const { page } = await desk.signedIn("Layla Haddad", "marketing", SITE);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(desk.at("/desk/site/drafts"));
  await page.getByLabel("What's it for?").fill("Ramadan");
  await page.getByRole("button", { name: "Begin a draft" }).click();
  await page.waitForURL(/draft=/);
  const draft = new URL(page.url()).searchParams.get("draft");
  const heading = encodeURIComponent("pages/home.toml:sections.0.heading");
  await page.goto(desk.at(`${SITE}&piece=${heading}&draft=${draft}`));
  const words = page.locator(".sheet").getByRole("textbox").first();
  await words.fill(SENTENCE);
  await page.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(page.getByText("Kept in").first()).toBeVisible();
  expect(await desk.visitorsGet("/")).not.toContain(SENTENCE);

  await page.goto(desk.at("/desk/site/drafts"));
  const link = await page.getByLabel("The link to it").inputValue();
  const guest = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await guest.goto(desk.at(new URL(link).pathname));
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(SENTENCE);
  await guest.goto(desk.at(`${new URL(link).pathname}contact-us`));
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();

  await page.getByLabel("Goes live on").fill("2030-01-06T08:00");
  await page.getByRole("button", { name: "Set the time" }).click();
  await expect(page.getByText("Goes live on Sunday 6 January").first()).toBeVisible();
  const write =
    "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], timeout=10); db.execute('UPDATE content_draft SET goes_live_at = 1'); db.commit()";
  execFileSync("python3", ["-c", write, join(desk.server.data, "amwaj.db")]);
  const isLive = async () => (await desk.visitorsGet("/")).includes(SENTENCE);
  await expect.poll(isLive, { timeout: 5000 }).toBe(true);
  await page.goto(desk.at("/desk/site/drafts"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/no drafts/i);
  await guest.goto(desk.at(new URL(link).pathname));
  await expect(guest.getByText("This draft isn't here any more")).toBeVisible();
});
