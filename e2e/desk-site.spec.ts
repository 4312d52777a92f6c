// The site's screen: refused edits, two people at once, with a keyboard, without a connection; and what visitors
// never get of it.
import { expect, type Locator } from "@playwright/test";
import { axeFindings } from "./site/axe.ts";
import { awake } from "./site/desk.ts";
import { LEAD, onSite, SITE, siteFaults, test } from "./site/desk-site.ts";

const TITLE = "pages/home.toml:title";

test("what the check refuses stands under the field, and one tap puts it right", async ({
  siteDesk: desk,
}) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing", SITE);
  const heard = siteFaults(page);
  const at = onSite(page);
  await at
    .piece(LEAD)
    .first()
    .click({ position: { x: 30, y: 10 } });
  await at.text.fill("In Dubai since {company.sinse}.");
  await expect(at.complaints).toContainText("nothing is called {company.sinse}");
  await expect(at.text).toHaveAttribute("aria-invalid", "true");
  await expect(at.go).toBeDisabled();
  await page.getByRole("button", { name: /Put it right:.*\{company\.since\}/ }).click();
  await expect(at.text).toHaveValue("In Dubai since {company.since}.");
  await expect(at.complaints).toBeEmpty();
  await at.go.click();
  await desk.liveAfter("/", "In Dubai since 2005.");

  await page.goto(desk.at(`${SITE}&piece=${encodeURIComponent(TITLE)}`));
  await awake(page);
  const long = "Home maintenance, repairs and renovation in all of Dubai | Amwaj";
  await at.text.fill(long);
  await expect(at.sheet).toContainText(`${long.length - 60} characters too many`);
  await expect(at.sheet).toContainText(`${long.length} / 60`);
  await expect(at.complaints.locator(".complaint--warn")).toContainText("60");
  await at.go.click();
  await desk.liveAfter("/", `<title>${long}</title>`);
  expect(heard()).toEqual([]);
});

test("no visitor gets the marks of the pieces, neither before a change nor after", async ({
  siteDesk: desk,
}) => {
  const marks = /x-at|data-at|[\u{F0000}-\u{10FFFF}]|%F[34]%/u;
  const { page } = await desk.signedIn("Layla Saad", "marketing", SITE);
  const at = onSite(page);
  const paths = await page.locator(".sitepages a span").allTextContents();
  expect(paths).toContain("/about-us");
  const marked = async () => {
    const pages = await Promise.all(
      paths.map(async (path) => ({ path, html: await desk.visitorsGet(path) })),
    );
    return pages.filter(({ html }) => marks.test(html)).map(({ path }) => path);
  };
  expect(await marked()).toEqual([]);
  await at
    .piece(LEAD)
    .first()
    .click({ position: { x: 30, y: 10 } });
  await at.text.fill("Half of Dubai calls us.");
  await expect(at.piece(LEAD).first()).toHaveText("Half of Dubai calls us.");
  await at.go.click();
  await desk.liveAfter("/", "Half of Dubai calls us.");
  expect(await marked()).toEqual([]);
});

test("two change the same sentence: the second hears who was first, and may put theirs live all the same", async ({
  siteDesk: desk,
}) => {
  const chosen = `${SITE}&piece=${encodeURIComponent(LEAD)}`;
  const { page: layla } = await desk.signedIn("Layla Saad", "marketing", chosen);
  const { page: mariam } = await desk.signedIn("Mariam Haddad", "owner", chosen);
  await onSite(layla).text.fill("Words of Layla.");
  await onSite(mariam).text.fill("Words of Mariam.");
  await onSite(layla).go.click();
  await desk.liveAfter("/", "Words of Layla.");
  await onSite(mariam).go.click();
  await expect(onSite(mariam).complaints).toContainText(
    "Layla Saad changed this just now: “Words of Layla.”",
  );
  await expect(onSite(mariam).text).toHaveValue("Words of Mariam.");
  expect(await desk.visitorsGet("/")).not.toContain("Words of Mariam.");
  expect(await axeFindings(mariam)).toEqual([]);
  await onSite(mariam).go.click();
  await desk.liveAfter("/", "Words of Mariam.");
  await expect(onSite(mariam).complaints).toBeEmpty();
});

test("with keys alone a piece is chosen from the list, changed and put live, and the arrows lead on", async ({
  siteDesk: desk,
}) => {
  const { page } = await desk.signedIn("Layla Saad", "marketing", SITE);
  const at = onSite(page);
  const link = at.pieces.getByRole("link", { name: /^Lead AC, plumbing/ });
  const isThere = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement);
  const tabTo = async (target: Locator, most: number) => {
    for (let press = 0; press < most && !(await isThere(target)); press += 1)
      await page.keyboard.press("Tab");
    await expect(target).toBeFocused();
  };
  // Otherwise every link of the page comes first.
  await tabTo(page.getByRole("link", { name: "Skip to what can be changed" }), 25);
  await page.keyboard.press("Enter");
  await tabTo(link, 60);
  await page.keyboard.press("Enter");
  await expect(at.name).toHaveText("Lead");
  await expect(at.text).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Typed without a pointer.");
  await expect(at.piece(LEAD).first()).toHaveText("Typed without a pointer.");
  await page.keyboard.press("Control+Enter");
  await expect(at.isLive).toBeVisible();
  await desk.liveAfter("/", "Typed without a pointer.");

  await page.keyboard.press("Alt+ArrowRight");
  await expect(at.name).not.toHaveText("Lead");
  const next = new URL(page.url()).searchParams.get("piece");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => new URL(page.url()).searchParams.get("piece")).toBe(next);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(at.name).toHaveText("Lead");
});

test("whoever loses the connection keeps the words, is told, and puts them live later", async ({
  siteDesk: desk,
}) => {
  const { page, context } = await desk.signedIn("Layla Saad", "marketing", SITE);
  const at = onSite(page);
  await at
    .piece(LEAD)
    .first()
    .click({ position: { x: 30, y: 10 } });
  await context.setOffline(true);
  await at.text.fill("Typed in a lift.");
  await expect(page.getByText("You can look; changing needs a connection.")).toBeVisible();
  await at.go.click();
  await expect(page.getByRole("alert").getByText("We couldn't save that.")).toBeVisible();
  await expect(at.text).toHaveValue("Typed in a lift.");
  await context.setOffline(false);
  await page.reload();
  await awake(page);
  await expect(at.text).toHaveValue("Typed in a lift.");
  await at.go.click();
  await desk.liveAfter("/", "Typed in a lift.");
});

test("axe finds nothing, on a phone and on a wide screen, with a piece and without", async ({
  siteDesk: desk,
}) => {
  const { page } = await desk.signedIn("Mariam Haddad", "owner", SITE);
  const heard = siteFaults(page);
  const at = onSite(page);
  for (const address of [SITE, `${SITE}&piece=${encodeURIComponent(LEAD)}`]) {
    await page.goto(desk.at(address));
    await awake(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(at.piece(LEAD).first()).toBeVisible();
      expect(await axeFindings(page), `${address} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  await at.text.fill("In Dubai since {company.sinse}.");
  await expect(at.complaints).not.toBeEmpty();
  expect(await axeFindings(page), "a refused edit").toEqual([]);
  expect(heard()).toEqual([]);
});

test("a question is added with its answer, and visitors read both or neither", async ({
  siteDesk: desk,
}) => {
  const at = "/services/ac-repair-and-maintenance-service-dubai";
  const first = `services${at.slice(9)}.toml:sections.8.questions.0.question`;
  const before = desk.words();
  const path = `/desk/site?at=${at}&piece=${encodeURIComponent(first)}`;
  const { page } = await desk.signedIn("Layla Saad", "marketing", path);
  await page.getByText("Add one below").click();
  const form = page.locator(".piece__add");
  await form.getByLabel("The question").fill("Do you come at night?");
  await expect(form.getByRole("button", { name: "Add it" })).toBeDisabled();
  await form.getByLabel("Answer").fill("Yes, at any hour.");
  await form.getByRole("button", { name: "Add it" }).click();
  await desk.liveAfter(at, (html) => html.split("Do you come at night?").length > 2);
  await expect(form.getByLabel("The question"), "it is folded").toBeHidden();
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await desk.liveAfter(at, (html) => !html.includes("Do you come at night?"));
  expect(desk.words()).toEqual(before);
});
