// The counts and facts of contracts, contact and About Us, and the claims of section 9, read from the HTML as it is served.
import { expect, type Page, test } from "@playwright/test";
import { expectItems, expectNamed, linesOf, part, saidOn, SERVICE } from "./site/parts.ts";
import { serveSite } from "./site/serve.ts";
import { company, dialled } from "./site/words.ts";

const site = serveSite();
test.use({ javaScriptEnabled: false });

const CONTRACTS = "/annual-maintenance-contracts";
const open = (page: Page, path: string) => page.goto(site.at(path));

test("R20 the contracts page has four inclusions, four benefits, reasons, three plans, a table and questions", async ({
  page,
}) => {
  await open(page, CONTRACTS);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByRole("navigation").first().locator("li")).toHaveText([
    "Home",
    /contracts/i,
  ]);
  const included = part(page, "inclusions").locator("li h3");
  await expectItems(included, 4);
  await expectNamed(included, [/HVAC/, /electrical/i, /plumbing/i, /emergency call-outs/i]);
  await expectItems(part(page, "benefits").locator("li h3"), 4);
  await expect(part(page, "story").locator("h2")).toHaveText(/why choose/i);
  await expectItems(part(page, "story").locator("ul > li"), 3, 9);
  await expectItems(part(page, "plan-cards").locator("article"), 3);
  await expectItems(part(page, "questions").locator("details > summary"), 4, 10);
  await expect(part(page, "call-to-action")).toBeVisible();
});

type Facts = { id: string; name: string; price: string; holds: RegExp[]; lacks: RegExp[] };

const PLANS: Facts[] = [
  {
    id: "basic",
    name: "Basic",
    price: "AED 1,999",
    holds: [
      /^2 AC visits$/,
      /1 plumbing inspection/,
      /1 electrical check/,
      /^10% discount/,
      /^24-hour response/,
    ],
    lacks: [/emergency call-outs/i, /priority scheduling/i, /weekend service/i],
  },
  {
    id: "premium",
    name: "Premium",
    price: "AED 3,499",
    holds: [
      /^4 AC visits$/,
      /^2 plumbing and 2 electrical checks$/,
      /^15% discount on parts and labou?r$/,
      /^12-hour response/,
      /^2 emergency call-outs$/,
      /^weekend service/i,
      /^priority scheduling/i,
      /^annual property assessment/i,
      /^minor repairs included/i,
    ],
    lacks: [],
  },
  {
    id: "elite",
    name: "Elite",
    price: "AED 5,999",
    holds: [
      /^monthly AC visits$/i,
      /^quarterly plumbing and electrical checks$/i,
      /^25% discount/,
      /^4-hour response/,
      /^unlimited call-outs/i,
      /^dedicated account manager/i,
    ],
    lacks: [],
  },
];

for (const { id, name, price, holds, lacks } of PLANS) {
  test(`R23 the ${name} plan costs ${price} and holds exactly what was agreed`, async ({
    page,
  }) => {
    await open(page, CONTRACTS);
    const card = page.locator(`article#${id}`);
    await expect(card.locator("h3")).toHaveText(name);
    expect((await card.textContent())?.replace(/\s+/g, " ")).toContain(price);
    const lines = await linesOf(card.locator("li"));
    const without = lines.filter((line) => /^not included/i.test(line));
    const within = lines.filter((line) => !without.includes(line));
    const places = (patterns: RegExp[], among: string[]) =>
      patterns.map((pattern) => among.filter((line) => pattern.test(line)).length);
    expect(places(holds, within), within.join(" | ")).toEqual(holds.map(() => 1));
    expect(within).toHaveLength(holds.length);
    expect(places(lacks, without), without.join(" | ")).toEqual(lacks.map(() => 1));
    expect(without).toHaveLength(lacks.length);
  });
}

test("R23 Premium alone is marked Most Popular", async ({ page }) => {
  await open(page, CONTRACTS);
  const marked = page.locator("main article").filter({ hasText: "Most Popular" });
  await expect(marked).toHaveCount(1);
  await expect(marked).toHaveAttribute("id", "premium");
});

test("R20 R23 the table compares the three plans line by line, as the cards have them", async ({
  page,
}) => {
  await open(page, CONTRACTS);
  const table = page.getByRole("table");
  await expect(table.locator("thead th").nth(1)).toContainText(/Basic.*AED 1,999/);
  await expect(table.locator("thead th").nth(2)).toContainText(/Premium.*AED 3,499/);
  await expect(table.locator("thead th").nth(3)).toContainText(/Elite.*AED 5,999/);
  const rows: [RegExp, (RegExp | string)[]][] = [
    [/AC visits/, [/^2\b/, /^4\b/, /monthly/i]],
    [/discount/i, [/10%/, /15%/, /25%/]],
    [/response/i, [/\b24\b/, /\b12\b/, /\b4\b/]],
    [/emergency call-outs/i, [/not included/i, /^2\b/, /unlimited/i]],
    [/weekend/i, [/not included/i, /^included/i, /./]],
    [/priority/i, [/not included/i, /^included/i, /./]],
    [/account manager/i, [/not included/i, /not included/i, /^included/i]],
  ];
  for (const [name, cells] of rows) {
    const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
    await expect(row, String(name)).toHaveCount(1);
    const found = await linesOf(row.getByRole("cell"));
    for (const [at, cell] of cells.entries()) expect(found[at], String(name)).toMatch(cell);
  }
});

test("R22 each plan's button books that plan; Get Started Now is Premium, urgent is urgent", async ({
  page,
}) => {
  await open(page, CONTRACTS);
  for (const { id } of PLANS)
    await expect(page.locator(`article#${id} a[href^="/booking"]`)).toHaveAttribute(
      "href",
      `/booking?plan=${id}`,
    );
  const link = (name: string) => page.getByRole("main").getByRole("link", { name }).first();
  await expect(link("Get Started Now")).toHaveAttribute("href", "/booking?plan=premium");
  await expect(link("Request Urgent Service")).toHaveAttribute("href", "/booking?emergency=true");
});

test("R33 the contact page has cards for address, e-mail and phone, directions and the form", async ({
  page,
}) => {
  await open(page, "/contact-us");
  const cards = page
    .locator("main ul > li")
    .filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(cards).toHaveCount(3);
  await expect(page.locator("main address")).toHaveText(
    "323, 1st floor, Amwaj 1, Jumeirah Beach Rd, Jumeirah Beach Residence, Dubai",
  );
  await expect(cards.locator(`a[href="mailto:${company.email}"]`)).toHaveCount(1);
  await expect(cards.locator(`a[href="${dialled(company.phone)}"]`)).toHaveCount(1);
  await expect(page.locator('main form[action="/sendMail.php"]')).toHaveCount(1);
});

test("R34 About Us has its five parts, and its call to action books Premium and rings the landline", async ({
  page,
}) => {
  await open(page, "/about-us");
  const headings = await linesOf(page.locator("main :is(h2, h3)"));
  const agreed = [
    "Who We Are",
    "Our Team of Workers",
    "What Makes Us Special",
    "Easy Way to Book Our Services",
    "Your Trusted Repair Company",
  ];
  expect(headings.filter((heading) => agreed.includes(heading))).toEqual(agreed);
  const closing = part(page, "call-to-action");
  await expect(closing.locator('a[href="/booking?plan=premium"]')).toHaveCount(1);
  const landline = closing.locator('a[href^="tel:"]');
  await expect(landline).toHaveAttribute("href", dialled(company.landline));
  expect(company.landline).not.toBe(company.phone);
});

const CLAIMS: [path: string, says: RegExp[]][] = [
  [CONTRACTS, [/AED 20-30 per (sq|square)/i, /at least 24 hours/i]],
  [SERVICE.ac, [/AED 150-300/, /AED 500-2,000/]],
  [SERVICE.electrical, [/60-90 min/]],
  [SERVICE.plumbing, [/within the hour/i]],
  [SERVICE.painting, [/AED 5,000 or more/, /2 to 3 days/, /5 to 7 days/]],
  [SERVICE.building, [/1% to 4%/, /AED 10,000-40,000/, /AED 1 million/]],
  [
    SERVICE.villa,
    [
      /AED 900-1,200 per square met/i,
      /AED 300,000/,
      /AED 100,000/,
      /premium upgrades/i,
      /30% at signing/i,
      /40% during main work/i,
      /final 10% after inspection or snagging/i,
      /3 months/,
      /4 to 5 months|4.{0,8}5 months/,
      /5 to 8 months|5.{0,8}8 months/,
      /midday break/i,
      /Ramadan/,
      /NOC from the community developer/i,
      /building permit/i,
      /municipality/i,
    ],
  ],
  ["/contact-us", [/Sunday to Thursday/, /8am to 6pm/]],
  ["/about-us", [/4\.8 out of 5/, /35 ratings/, /2005/]],
  ["/", [/since 2005/i, /24\/7/]],
];

for (const [path, says] of CLAIMS) {
  test(`R32 ${path} says what section 9 claims, unchanged`, async ({ page }) => {
    await open(page, path);
    const said = await saidOn(page);
    const missing = says.filter((one) => !one.test(said));
    expect(missing.map(String)).toEqual([]);
  });
}
