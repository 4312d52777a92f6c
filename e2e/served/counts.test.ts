// Counts in the specification for each service page, read from the HTML as it is served.
import { expect, test } from "vitest";
import { all, textOf } from "../site/document.ts";
import { SERVICE } from "../site/sections.ts";
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
  type ServedPage,
  withHeading,
} from "./parts.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();
const open = (path: string) => openOn(site, path);
const questions = (page: ServedPage) => all(part(page, "questions"), "details > summary");
const areas = (page: ServedPage) => all(part(page, "areas"), "li");
const offerings = (page: ServedPage) => all(part(page, "offerings"), "li h3");
const benefits = (page: ServedPage) => all(part(page, "benefits"), "li h3");
const points = (page: ServedPage) => all(part(page, "story"), "ul > li");

/** The cards of the six other services, each leading to its page. */
function expectOtherServices(page: ServedPage, but: keyof typeof SERVICE, label?: RegExp) {
  const links = all(part(page, "other-services"), 'article a[href^="/services/"]');
  const others = Object.entries(SERVICE).filter(([name]) => name !== but);
  expect(links.map(hrefOf).toSorted()).toEqual(others.map(([, path]) => path).toSorted());
  expect(links).toHaveLength(6);
  if (label) for (const text of lines(links)) expect(text).toMatch(label);
}

function expectBanner({ main }: ServedPage, crumbs: RegExp[]) {
  const [banner] = withHeading(all(main, "section"), /./, "h1");
  const trail = all(one(banner!, "nav"), "li");
  expect(trail).toHaveLength(crumbs.length);
  for (const [at, crumb] of crumbs.entries()) expect(textOf(trail[at])).toMatch(crumb);
  expect(trail.at(-1)!.getAttribute("aria-current")).toBe("page");
}

/** The intro's telephone link, by the words that the specification gives it. */
function expectCallToBook({ main }: ServedPage) {
  expect(hrefOf(linksCalled(main, /^call to book$/i)[0])).toBe(dialled(company.phone));
}

test("R24 the AC page has eight common issues, each with its cause and our work", async () => {
  const issues = part(await open(SERVICE.ac), "issue-list");
  expectItems(all(issues, "ul > li h3"), 8);
  expectItems(all(issues, "ul > li p"), 16);
});

test("R24 the AC page names domestic and commercial AC types", async () => {
  const types = part(await open(SERVICE.ac), "panels");
  for (const name of [/^domestic/i, /^commercial/i]) {
    const group = withHeading(all(types, "div"), name, "h3").at(-1)!;
    expectItems(all(group, "li strong"), { atLeast: 3, atMost: 8 });
  }
});

test("R24 the AC page lists parts and gives guidance on costs", async () => {
  const page = await open(SERVICE.ac);
  expectItems(all(part(page, "name-list"), "li"), { atLeast: 10, atMost: 40 });
  expectItems(all(part(page, "rates"), "li, tr, dl > div"), { atLeast: 2, atMost: 6 });
});

test("R24 the AC page names about 50 areas and answers 10 questions", async () => {
  const page = await open(SERVICE.ac);
  expectItems(areas(page), { atLeast: 48, atMost: 52 });
  expectItems(questions(page), 10);
});

test("R25 the plumbing page has services, benefits and four questions", async () => {
  const page = await open(SERVICE.plumbing);
  expectItems(offerings(page), { atLeast: 4, atMost: 12 });
  expectItems(benefits(page), { atLeast: 3, atMost: 8 });
  expectItems(questions(page), 4);
});

test("R26 the electrical page has its banner, breadcrumb and Call to Book", async () => {
  const page = await open(SERVICE.electrical);
  expectBanner(page, [/^Home$/, /^Services$/, /^Electrical services$/i]);
  expectCallToBook(page);
});

test("R26 the electrical page has the nine offerings", async () => {
  const titles = offerings(await open(SERVICE.electrical));
  expectItems(titles, 9);
  expectNamed(titles, [
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

test("R26 booking an electrician has six steps", async () => {
  const steps = all(part(await open(SERVICE.electrical), "steps"), "ol > li");
  expectItems(steps, 6);
  const order = [
    /call or email/i,
    /representative/i,
    /schedule/i,
    /on time/i,
    /upfront estimated quote/i,
  ];
  for (const [at, words] of order.entries()) expect(textOf(steps[at])).toMatch(words);
});

test("R26 the electrical page has wiring and rewiring, other services, pictures in turns and questions", async () => {
  const page = await open(SERVICE.electrical);
  const wiring = all(page.main, "section")
    .map(textOf)
    .filter((text) => /wiring/i.test(text) && /rewiring/i.test(text));
  expect(wiring.length).toBeGreaterThan(0);
  expectOtherServices(page, "electrical");
  const rows = part(page, "picture-rows");
  expectItems(all(rows, ":is(h2, h3)"), { atLeast: 2, atMost: 4 });
  expect(all(rows, "svg, img").length).toBeGreaterThanOrEqual(2);
  expectItems(questions(page), { atLeast: 4, atMost: 10 });
});

test("R27 the carpentry page has the nine offerings", async () => {
  const titles = offerings(await open(SERVICE.carpentry));
  expectItems(titles, 9);
  expectNamed(titles, [
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

test("R27 the carpentry page has seven points, benefits, six other services and a call button", async () => {
  const page = await open(SERVICE.carpentry);
  expectBanner(page, [/^Home$/, /^Services$/, /carpentry/i]);
  expectItems(points(page), 7);
  expectItems(benefits(page), { atLeast: 3, atMost: 8 });
  expectOtherServices(page, "carpentry");
  expectCallToBook(page);
});

test("R28 the villa page counts what was done, exactly", async () => {
  const counters = all(part(await open(SERVICE.villa), "counters"), "dl > div");
  expectItems(counters, 4);
  const figures = [
    ["150+", /^villa fit-?outs$/i],
    ["80+", /^apartment renovations$/i],
    ["200+", /^full villa renovations$/i],
    ["500+", /^happy customers$/i],
  ] as const;
  for (const [at, [number, label]] of figures.entries()) {
    expect(textOf(one(counters[at]!, "dd"))).toBe(number);
    expect(textOf(one(counters[at]!, "dt"))).toMatch(label);
  }
});

test("R28 the villa page has nine services, reasons, durations, approvals, tips and service cards", async () => {
  const page = await open(SERVICE.villa);
  expectItems(offerings(page), 9);
  expectItems(points(page), { atLeast: 3, atMost: 9 });
  expectItems(all(part(page, "durations"), "li, dl > div"), 3);
  for (const anchor of ["approvals", "tips"]) one(page.main, `#${anchor}`);
  expectOtherServices(page, "villa");
});

test("R28 the villa page calls and asks for quotes", async () => {
  const page = await open(SERVICE.villa);
  expectCallToBook(page);
  for (const name of ["Request a Quote", "Request a Customized Quote"])
    expect(hrefOf(linksCalled(page.main, name)[0]), name).toBe("/contact-us");
});

test("R28 the villa page names about 38 areas and answers five questions", async () => {
  const page = await open(SERVICE.villa);
  expectItems(areas(page), { atLeast: 36, atMost: 40 });
  expectItems(questions(page), 5);
  part(page, "call-to-action");
});

for (const trade of ["plumbing", "electrical", "carpentry", "building"] as const)
  test(`the ${trade} page names the 20 areas that are confirmed, and asks for others`, async () => {
    const page = await open(SERVICE[trade]);
    expect(lines(areas(page)).toSorted()).toEqual(PAINTED.split(", ").toSorted());
    expect(textOf(part(page, "areas"))).toMatch(/ask us/i);
  });

test("R24 R28 R29 a heading says as many areas as its list has", async () => {
  for (const name of ["ac", "villa", "painting"] as const) {
    const section = part(await open(SERVICE[name]), "areas");
    expect(textOf(one(section, "h2"))).toContain(`${all(section, "li").length} `);
  }
});

test("R18 each service page shows the average rating below its buttons", async () => {
  for (const path of Object.values(SERVICE)) {
    const [banner] = withHeading(all((await open(path)).main, "section"), /./, "h1");
    expect(textOf(one(banner!, ".proof")), path).toBe("4.8 from 35 ratings");
  }
});

const PAINTED =
  "Arabian Ranches, Palm Jumeirah, JVC, JLT, Al Barsha, Dubai Marina, Downtown Dubai, Damac Hills, Nad Al Sheba, Al Quoz, Deira, Mirdif, Al Warqa, Umm Suqeim, Al Safa, Dubai Hills Estate, Discovery Gardens, Jumeirah Park, Al Nahda, International City";

test("R29 the painting page names the very 20 areas of the specification", async () => {
  const named = lines(areas(await open(SERVICE.painting)));
  expect(named.toSorted()).toEqual(PAINTED.split(", ").toSorted());
});

test("R29 the painting page has its banner, Call to Book, four signs, why choose, six cards and five questions", async () => {
  const page = await open(SERVICE.painting);
  expectBanner(page, [/^Home$/, /^Services$/, /painting/i]);
  expectCallToBook(page);
  expectItems(benefits(page), 4);
  expect(textOf(one(part(page, "benefits"), "h2"))).toMatch(/signs/i);
  expect(textOf(one(part(page, "story"), "h2"))).toMatch(/why choose/i);
  expectOtherServices(page, "painting", /^Learn More/);
  expectItems(questions(page), 5);
});

test("R30 the building page has five topics, three audiences, five points, six cards and five questions", async () => {
  const page = await open(SERVICE.building);
  expectCallToBook(page);
  expectItems(offerings(page), 5);
  const audiences = all(part(page, "panels"), "h3");
  expect(lines(audiences)).toEqual(["Homeowners", "Landlords", "Businesses"]);
  expect(hrefOf(linksCalled(page.main, "Request a Customized Quote")[0])).toBe("/contact-us");
  expectItems(points(page), 5);
  expectOtherServices(page, "building");
  expectItems(questions(page), 5);
});
