// What the specification counts on each page, read from the HTML as it is served.
import { expect, type Page, test } from "@playwright/test";
import { expectItems, expectNamed, linesOf, part, SERVICE } from "./site/parts.ts";
import { serveSite } from "./site/serve.ts";
import { company, dialled } from "./site/words.ts";

const site = serveSite();
test.use({ javaScriptEnabled: false });

const open = (page: Page, path: string) => page.goto(site.at(path));
const questions = (page: Page) => part(page, "questions").locator("details > summary");
const areas = (page: Page) => part(page, "areas").locator("li");

/** The cards of other services, each leading to its page. */
async function expectOtherServices(page: Page, but: keyof typeof SERVICE, label?: RegExp) {
  const links = part(page, "other-services").locator('article a[href^="/services/"]');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const others = Object.entries(SERVICE).filter(([name]) => name !== but);
  expect(addresses.toSorted()).toEqual(others.map(([, path]) => path).toSorted());
  if (label) for (const text of await linesOf(links)) expect(text).toMatch(label);
}

async function expectBanner(page: Page, crumbs: RegExp[]) {
  const banner = page
    .locator("main section")
    .filter({ has: page.getByRole("heading", { level: 1 }) });
  const trail = banner.getByRole("navigation").locator("li");
  expect(await trail.count()).toBe(crumbs.length);
  for (const [at, crumb] of crumbs.entries()) await expect(trail.nth(at)).toHaveText(crumb);
  await expect(trail.last()).toHaveAttribute("aria-current", "page");
}

/** The intro's telephone link, by the words that the specification gives it. */
async function expectCallToBook(page: Page) {
  const link = page.getByRole("main").getByRole("link", { name: /^call to book$/i });
  await expect(link.first()).toHaveAttribute("href", dialled(company.phone));
}

test("R24 the AC page has eight common issues, each with its cause and our work", async ({
  page,
}) => {
  await open(page, SERVICE.ac);
  await expectItems(part(page, "issue-list").locator("ul > li h3"), 8, 12);
  await expectItems(part(page, "issue-list").locator("ul > li p"), 16, 24);
});

test("R24 the AC page names domestic and commercial AC types", async ({ page }) => {
  await open(page, SERVICE.ac);
  const types = part(page, "panels");
  const group = (name: RegExp) =>
    types
      .locator("div")
      .filter({ has: page.locator("h3", { hasText: name }) })
      .last();
  await expectItems(group(/^domestic/i).locator("li strong"), 3, 8);
  await expectItems(group(/^commercial/i).locator("li strong"), 3, 8);
});

test("R24 the AC page lists parts and gives guidance on costs", async ({ page }) => {
  await open(page, SERVICE.ac);
  await expectItems(part(page, "name-list").locator("li"), 10, 40);
  await expectItems(part(page, "rates").locator("li, tr, dl > div"), 2, 6);
});

test("R24 the AC page names about 50 areas and answers 10 questions", async ({ page }) => {
  await open(page, SERVICE.ac);
  await expectItems(areas(page), 48, 52);
  await expectItems(questions(page), 10);
});

test("R25 the plumbing page has services, benefits and four questions", async ({ page }) => {
  await open(page, SERVICE.plumbing);
  await expectItems(part(page, "offerings").locator("li h3"), 4, 12);
  await expectItems(part(page, "benefits").locator("li h3"), 3, 8);
  await expectItems(questions(page), 4);
});

test("R26 the electrical page has its banner, breadcrumb and Call to Book", async ({ page }) => {
  await open(page, SERVICE.electrical);
  await expectBanner(page, [/^Home$/, /^Services$/, /^Electrical services$/i]);
  await expectCallToBook(page);
});

test("R26 the electrical page has the nine offerings", async ({ page }) => {
  await open(page, SERVICE.electrical);
  const titles = part(page, "offerings").locator("li h3");
  await expectItems(titles, 9);
  await expectNamed(titles, [
    /fittings repair and replacement/i,
    /preventive maintenance/i,
    /new fixtures/i,
    /garden lighting.*switches.*fuse.*sockets/i,
    /emergency backup systems/i,
    /switch gears/i,
    /transformer replacement/i,
    /AV repairs/i,
    /HVAC/,
  ]);
});

test("R26 booking an electrician has six steps", async ({ page }) => {
  await open(page, SERVICE.electrical);
  const steps = part(page, "steps").locator("ol > li");
  await expectItems(steps, 6);
  const order = [
    /call or email/i,
    /representative/i,
    /schedule/i,
    /on time/i,
    /upfront estimated quote/i,
  ];
  for (const [at, words] of order.entries()) await expect(steps.nth(at)).toContainText(words);
});

test("R26 the electrical page has wiring and rewiring, other services, pictures in turns and questions", async ({
  page,
}) => {
  await open(page, SERVICE.electrical);
  const wiring = page
    .locator("main section")
    .filter({ hasText: /wiring/i })
    .filter({ hasText: /rewiring/i });
  expect(await wiring.count()).toBeGreaterThan(0);
  await expectOtherServices(page, "electrical");
  const rows = part(page, "picture-rows").locator(":is(h2, h3)");
  await expectItems(rows, 2, 4);
  expect(await part(page, "picture-rows").locator("svg, img").count()).toBeGreaterThanOrEqual(2);
  await expectItems(questions(page), 4, 10);
});

test("R27 the carpentry page has the nine offerings", async ({ page }) => {
  await open(page, SERVICE.carpentry);
  const titles = part(page, "offerings").locator("li h3");
  await expectItems(titles, 9);
  await expectNamed(titles, [
    /custom woodwork/i,
    /space-efficient/i,
    /decking/i,
    /awnings/i,
    /fencing/i,
    /cabinetry/i,
    /pergolas/i,
    /gazebos/i,
    /patios/i,
  ]);
});

test("R27 the carpentry page has seven points, benefits, six other services and a call button", async ({
  page,
}) => {
  await open(page, SERVICE.carpentry);
  await expectBanner(page, [/^Home$/, /^Services$/, /carpentry/i]);
  await expectItems(part(page, "story").locator("ul > li"), 7);
  await expectItems(part(page, "benefits").locator("li h3"), 3, 8);
  await expectOtherServices(page, "carpentry");
  await expectCallToBook(page);
});

test("R28 the villa page counts what was done, exactly", async ({ page }) => {
  await open(page, SERVICE.villa);
  const counters = part(page, "counters").locator("dl > div");
  await expectItems(counters, 4);
  const figures = [
    ["150+", /^villa fit-?outs$/i],
    ["80+", /^apartment renovations$/i],
    ["200+", /^full villa renovations$/i],
    ["500+", /^happy customers$/i],
  ] as const;
  for (const [at, [number, label]] of figures.entries()) {
    await expect(counters.nth(at).locator("dd")).toHaveText(number);
    await expect(counters.nth(at).locator("dt")).toHaveText(label);
  }
});

test("R28 the villa page has nine services, reasons, durations, approvals, tips and service cards", async ({
  page,
}) => {
  await open(page, SERVICE.villa);
  await expectItems(part(page, "offerings").locator("li h3"), 9);
  await expectItems(part(page, "story").locator("ul > li"), 3, 9);
  await expectItems(part(page, "durations").locator("li, dl > div"), 3);
  for (const anchor of ["approvals", "tips"])
    await expect(page.locator(`main #${anchor}`), anchor).toHaveCount(1);
  await expectOtherServices(page, "villa");
});

test("R28 the villa page calls and asks for quotes", async ({ page }) => {
  await open(page, SERVICE.villa);
  await expectCallToBook(page);
  for (const name of ["Request a Quote", "Request a Customized Quote"])
    await expect(
      page.getByRole("main").getByRole("link", { name, exact: true }).first(),
    ).toHaveAttribute("href", "/contact-us");
});

test("R28 the villa page names about 38 areas and answers five questions", async ({ page }) => {
  await open(page, SERVICE.villa);
  await expectItems(areas(page), 36, 40);
  await expectItems(questions(page), 5);
  await expect(part(page, "call-to-action")).toBeVisible();
});

const PAINTED =
  "Arabian Ranches, Palm Jumeirah, JVC, JLT, Al Barsha, Dubai Marina, Downtown Dubai, Damac Hills, Nad Al Sheba, Al Quoz, Deira, Mirdif, Al Warqa, Umm Suqeim, Al Safa, Dubai Hills Estate, Discovery Gardens, Jumeirah Park, Al Nahda, International City";

test("R29 the painting page names the very 20 areas of the specification", async ({ page }) => {
  await open(page, SERVICE.painting);
  expect((await linesOf(areas(page))).toSorted()).toEqual(PAINTED.split(", ").toSorted());
});

test("R29 the painting page has its banner, Call to Book, four signs, why choose, six cards and five questions", async ({
  page,
}) => {
  await open(page, SERVICE.painting);
  await expectBanner(page, [/^Home$/, /^Services$/, /painting/i]);
  await expectCallToBook(page);
  await expectItems(part(page, "benefits").locator("li h3"), 4);
  await expect(part(page, "benefits").locator("h2")).toHaveText(/signs/i);
  await expect(part(page, "story").locator("h2")).toHaveText(/why choose/i);
  await expectOtherServices(page, "painting", /^Learn More/);
  await expectItems(questions(page), 5);
});

test("R30 the building page has five topics, three audiences, five points, six cards and five questions", async ({
  page,
}) => {
  await open(page, SERVICE.building);
  await expectCallToBook(page);
  await expectItems(part(page, "offerings").locator("li h3"), 5);
  const audiences = part(page, "panels").locator("h3");
  expect(await linesOf(audiences)).toEqual(["Homeowners", "Landlords", "Businesses"]);
  await expect(
    page.getByRole("main").getByRole("link", { name: "Request a Customized Quote" }).first(),
  ).toHaveAttribute("href", "/contact-us");
  await expectItems(part(page, "story").locator("ul > li"), 5);
  await expectOtherServices(page, "building");
  await expectItems(questions(page), 5);
});
