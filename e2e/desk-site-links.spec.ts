// Where a button leads and what of a photo stays in sight, on a phone: changed, seen by visitors, and taken back to the byte.
import { expect, type Page } from "@playwright/test";
import {
  expectAccessible,
  onSite,
  photo,
  SITE,
  type SiteDesk,
  siteFaults,
  test,
} from "./site/desk-site.ts";

const HOME = "pages/home.toml";
const LABEL = `${HOME}:sections.0.primary.label`;
const BUTTON = 'primary = { label = "Book a Service", to = "#contact" }';
const NOWHERE = "`contact` leads nowhere";
const DRAWN = "Drawing of our team in yellow shirts with their tools beside the service van";
const SHOWN = "The five of us at the office door";

/** Whether the hero's button leads there, as visitors get the page. */
const leadsTo = (address: string) => (html: string) =>
  html.includes(`href="${address}">Book a Service</a>`);

/** The home page's file with the button leading to the contact page. */
const withContact = (file: string) =>
  file.replace(BUTTON, BUTTON.replace("#contact", "/contact-us"));

/** The fields of a link, and the links from it and to it. */
function onLink(page: Page) {
  const at = onSite(page);
  return {
    ...at,
    to: at.sheet.getByRole("combobox", { name: "Where it leads" }),
    address: at.sheet.getByRole("textbox", { name: "Address" }),
    /** From the words of a button. */
    leads: (words: string) => at.sheet.getByRole("link", { name: `Leads to: ${words}` }),
    words: at.sheet.getByRole("link", { name: "Its words: Book a Service" }),
    /** The one of two that phones show. */
    button: at.piece(LABEL).filter({ visible: true }),
  };
}

test("a button leads to another page, not to an address that is none, and back", async ({
  siteDesk: desk,
}) => {
  const before = desk.words();
  const html = await desk.visitorsGet("/");
  expect(leadsTo("#contact")(html)).toBe(true);
  const { page } = await desk.signedIn("Layla Saad", "marketing", SITE);
  const heard = siteFaults(page);
  const at = onLink(page);
  // Until its style sheets are there, the page shows both.
  await expect(at.button).toHaveCount(1);
  await at.button.click();
  await at.leads("#contact").click();
  await expect(at.name).toHaveText("Where it leads");
  await expect(at.to).toHaveValue("#contact");
  await expect(at.button).toHaveAttribute("data-at-now", "");

  await at.to.selectOption("Another address…");
  await at.address.fill("contact");
  await expect(at.complaints).toContainText(NOWHERE);
  await expect(at.address).toHaveAttribute("aria-invalid", "true");
  await expect(at.go).toBeDisabled();
  await expectAccessible(page);
  expect(await desk.visitorsGet("/")).toBe(html);

  await at.to.selectOption("/contact-us");
  await expect(at.address).toBeHidden();
  await expect(at.complaints).toBeEmpty();
  await at.go.click();
  await expect(at.isLive).toBeVisible();
  await desk.liveAfter("/", leadsTo("/contact-us"));
  await expect(at.frame.getByRole("link", { name: "Book a Service" })).toHaveAttribute(
    "href",
    "/contact-us",
  );
  expect(desk.words()).toEqual({ ...before, [HOME]: withContact(before[HOME]!) });
  await at.words.click();
  await expect(at.text).toHaveValue("Book a Service");
  await expect(at.leads("Contact")).toBeVisible();

  await at.changes.getByRole("button", { name: /^Undo ?:/ }).click();
  await desk.liveAfter("/", (now) => now === html);
  await expect(at.leads("#contact")).toBeVisible();
  expect(desk.words()).toEqual(before);
  expect(heard()).toEqual([]);
});

/** Brings a photo in the place of the drawing of the team, whose top left stays in sight. */
async function bring(desk: SiteDesk, page: Page, camera: Page): Promise<void> {
  const at = onSite(page);
  const radios = at.sheet.getByRole("radio");
  await at.frame.getByRole("img", { name: DRAWN }).click();
  await expect(at.sheet).toContainText(`Now “${DRAWN}”`);
  // A drawing is made for its place.
  await expect(radios).toHaveCount(0);
  await at.sheet.locator("input[type=file]").setInputFiles(await photo(camera));
  await at.sheet.getByLabel("What does it show?").fill(SHOWN);
  await expect(radios).toHaveCount(9);
  await expect(at.sheet.getByRole("radio", { checked: true })).toHaveCount(0);
  await at.sheet.getByRole("radio", { name: "Top left", exact: true }).check();
  await at.go.click();
  await desk.liveAfter("/", 'data-focus="top-left"');
  await expect(at.sheet).toContainText(`Now “${SHOWN}”`);
}

test("a tap on a photo says what of it stays in sight, for visitors too", async ({
  siteDesk: desk,
  page: camera,
}) => {
  const before = desk.words();
  const html = await desk.visitorsGet("/");
  expect(html).not.toContain(" data-focus=");
  const { page } = await desk.signedIn("Layla Saad", "marketing", SITE);
  const heard = siteFaults(page);
  const at = onSite(page);
  const place = (name: string) => at.sheet.getByRole("radio", { name, exact: true });
  await bring(desk, page, camera);
  await expect(place("Top left")).toBeChecked();
  await expectAccessible(page);
  await expect(at.go).toBeDisabled();

  const brought = desk.words();
  const shot = at.sheet.locator(".sight__photo");
  // It has no size until it is there.
  await expect(shot.getByRole("presentation")).not.toHaveJSProperty("naturalWidth", 0);
  const { width, height } = (await shot.boundingBox())!;
  expect(width / height).toBeCloseTo(1600 / 1200, 1);
  await shot.click({ position: { x: width * 0.9, y: height * 0.9 } });
  await expect(place("Bottom right")).toBeChecked();
  await at.go.click();
  await expect(at.isLive).toBeVisible();
  await desk.liveAfter("/", 'data-focus="bottom-right"');
  const moved = brought[HOME]!.replace('focus = "top-left"', 'focus = "bottom-right"');
  expect(desk.words()).toEqual({ ...brought, [HOME]: moved });

  const { page: visitor } = await desk.phone();
  await visitor.goto(desk.at("/"));
  const seen = visitor.getByRole("img", { name: SHOWN });
  await expect(seen).toHaveAttribute("data-focus", "bottom-right");
  await expect(seen).toHaveCSS("object-position", "100% 100%");

  await at.changes.getByText(/^Undo all \d+ of today/).click();
  await at.changes.getByRole("button", { name: /^Take back \d+ changes$/ }).click();
  await desk.liveAfter("/", (now) => now === html);
  await expect(at.sheet).toContainText(`Now “${DRAWN}”`);
  expect(desk.words()).toEqual(before);
  expect(heard()).toEqual([]);
});
