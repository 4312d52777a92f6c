// The counts and facts of contracts, contact and About Us, and the claims of section 9, read from the HTML as it is served.
import { expect, test } from "vitest";
import { all, textOf } from "../site/document.ts";
import { CONTRACTS, SERVICE } from "../site/sections.ts";
import { company, dialled } from "../site/words.ts";
import {
  expectItems,
  expectNamed,
  hrefOf,
  lines,
  linksCalled,
  one,
  open as openOn,
  part,
  saidOn,
  withHeading,
} from "./parts.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();
const open = (path: string) => openOn(site, path);

test("R20 the contracts page has four inclusions, four benefits, reasons, three plans, a table and questions", async () => {
  const page = await open(CONTRACTS);
  one(page.main, "h1");
  const [home, contracts, ...more] = lines(all(all(page.main, "nav")[0]!, "li"));
  expect([home, more]).toEqual(["Home", []]);
  expect(contracts).toMatch(/contracts/i);
  const included = all(part(page, "inclusions"), "li h3");
  expectItems(included, 4);
  expectNamed(included, [/HVAC/, /electrical/i, /plumbing/i, /emergency call-outs/i]);
  expectItems(all(part(page, "benefits"), "li h3"), 4);
  expect(textOf(one(part(page, "story"), "h2"))).toMatch(/why choose/i);
  expectItems(all(part(page, "story"), "ul > li"), { atLeast: 3, atMost: 9 });
  expectItems(all(part(page, "plan-cards"), "article"), 3);
  one(page.main, "table");
  expectItems(all(part(page, "questions"), "details > summary"), { atLeast: 4, atMost: 10 });
  part(page, "call-to-action");
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
  test(`R23 the ${name} plan costs ${price} and holds exactly what was agreed`, async () => {
    const card = one((await open(CONTRACTS)).document, `article#${id}`);
    expect(textOf(one(card, "h3"))).toBe(name);
    expect(textOf(card)).toContain(price);
    const items = lines(all(card, "li"));
    const without = items.filter((line) => /^not included/i.test(line));
    const within = items.filter((line) => !without.includes(line));
    const places = (patterns: RegExp[], among: string[]) =>
      patterns.map((pattern) => among.filter((line) => pattern.test(line)).length);
    expect(places(holds, within), within.join(" | ")).toEqual(holds.map(() => 1));
    expect(within).toHaveLength(holds.length);
    expect(places(lacks, without), without.join(" | ")).toEqual(lacks.map(() => 1));
    expect(without).toHaveLength(lacks.length);
  });
}

test("R23 Premium alone is marked Most Popular", async () => {
  const { main } = await open(CONTRACTS);
  const marked = all(main, "article").filter((card) => /most popular/i.test(textOf(card)));
  expect(marked.map(({ id }) => id)).toEqual(["premium"]);
});

test("R20 R23 the table compares the three plans line by line, as the cards have them", async () => {
  const table = one((await open(CONTRACTS)).main, "table");
  const [, ...plans] = lines(all(table, "thead th"));
  expect(plans).toHaveLength(3);
  expect(plans[0]).toMatch(/Basic.*AED 1,999/);
  expect(plans[1]).toMatch(/Premium.*AED 3,499/);
  expect(plans[2]).toMatch(/Elite.*AED 5,999/);
  const rows: [RegExp, RegExp[]][] = [
    [/AC visits/, [/^2\b/, /^4\b/, /monthly/i]],
    [/discount/i, [/10%/, /15%/, /25%/]],
    [/response/i, [/\b24\b/, /\b12\b/, /\b4\b/]],
    [/emergency call-outs/i, [/not included/i, /^2\b/, /unlimited/i]],
    [/weekend/i, [/not included/i, /^included/i, /./]],
    [/priority/i, [/not included/i, /^included/i, /./]],
    [/account manager/i, [/not included/i, /not included/i, /^included/i]],
  ];
  for (const [name, cells] of rows) {
    const found = all(table, "tbody tr").filter((row) => name.test(textOf(one(row, "th"))));
    expect(found, String(name)).toHaveLength(1);
    const said = lines(all(found[0]!, "td"));
    for (const [at, cell] of cells.entries()) expect(said[at], String(name)).toMatch(cell);
  }
});

test("R22 each plan's button books that plan; Get Started Now is Premium, urgent is urgent", async () => {
  const { document, main } = await open(CONTRACTS);
  for (const { id } of PLANS)
    expect(hrefOf(one(document, `article#${id} a[href^="/booking"]`))).toBe(`/booking?plan=${id}`);
  expect(hrefOf(linksCalled(main, "Get Started Now")[0])).toBe("/booking?plan=premium");
  expect(hrefOf(linksCalled(main, "Request Urgent Service")[0])).toBe("/booking?emergency=true");
});

test("R33 the contact page has cards for address, e-mail and phone, directions and the form", async () => {
  const { main } = await open("/contact-us");
  const cards = withHeading(all(main, "ul > li"), /./, "h2");
  expect(cards).toHaveLength(3);
  expect(textOf(one(main, "address"))).toBe(
    "323, 1st floor, Amwaj 1, Jumeirah Beach Rd, Jumeirah Beach Residence, Dubai",
  );
  for (const address of [`mailto:${company.email}`, dialled(company.phone)])
    expect(cards.flatMap((card) => all(card, `a[href="${address}"]`))).toHaveLength(1);
  one(main, 'form[action="/sendMail.php"]');
});

test("R34 About Us has its five parts, and its call to action books Premium and rings the landline", async () => {
  const page = await open("/about-us");
  const agreed = [
    "Who We Are",
    "Our Team of Workers",
    "What Makes Us Special",
    "Easy Way to Book Our Services",
    "Your Trusted Repair Company",
  ];
  const headings = lines(all(page.main, ":is(h2, h3)"));
  expect(headings.filter((heading) => agreed.includes(heading))).toEqual(agreed);
  const closing = part(page, "call-to-action");
  one(closing, 'a[href="/booking?plan=premium"]');
  expect(hrefOf(one(closing, 'a[href^="tel:"]'))).toBe(dialled(company.landline));
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
  test(`R32 ${path} says what section 9 claims, unchanged`, async () => {
    const said = saidOn(await open(path));
    const missing = says.filter((one) => !one.test(said));
    expect(missing.map(String)).toEqual([]);
  });
}
