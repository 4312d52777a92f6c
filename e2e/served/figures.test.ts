// Every figure on every page traced to facts: an amount, a phone number, a time, a share or a year that no fact gives fails.
import { beforeAll, expect, test } from "vitest";
import { sitePages } from "../../scripts/shared/pages.mjs";
import { facts, priceOf } from "../site/facts.ts";
import { documentOf } from "../site/document.ts";
import { ask } from "../site/http.ts";
import { company, plans } from "../site/words.ts";
import { sharedSite } from "./site.ts";

const site = sharedSite();
const { pages, posts } = sitePages();

/** Numbers that are no figures of the company: steps to follow, physics, the law. Each is said somewhere. */
const ADVICE = {
  times: [
    ["5 minutes", "10 seconds", "10 to 30 minutes"],
    ["2 to 4 weeks", "6 weeks", "3 weeks", "12 months"],
    ["10 days", "9 to 8 days", "7 to 5 days", "4 to 3 days", "2 days", "1 day"],
  ].flat(),
  shares: ["40%", "60%"],
  /** The payment stages are typed once, on the villa page. */
  stages: ["30%", "40%", "10%"],
};

/** Everything a visitor or a search engine can read on a page: all texts of its body, its title and its description. */
function readable(html: string): string {
  const document = documentOf(html);
  // An article's reading time is counted, not promised.
  const silents = document.querySelectorAll("script, style, template, .byline span:not([dir])");
  for (const silent of silents) silent.remove();
  const texts: string[] = [];
  const collect = (node: Node) => {
    if (node.nodeType === 3) texts.push(node.textContent ?? "");
    for (const child of node.childNodes) collect(child);
  };
  collect(document.body);
  const description = document.querySelector('meta[name="description"]')?.getAttribute("content");
  return plain([...texts, document.title, description ?? ""].join(" ")).replace(/\s+/g, " ");
}

/** With hyphens for dashes. */
const plain = (text: string) => text.replace(/[–−]/g, "-");

const numbersIn = (text: string) =>
  (text.match(/\d[\d,]*/g) ?? []).map((one) => one.replace(/,/g, ""));

/** `60-90 min` and `60 to 90 minutes` are the same time, and so are `24 h`, `24-hour` and `24 hours`. */
const UNITS = { second: "s", min: "min", h: "h", day: "d", week: "w", month: "m" };
function timeIn(text: string): string {
  const unit = Object.entries(UNITS).find(([name]) =>
    text.replace(/[\d\s-]|to/g, "").startsWith(name),
  );
  return `${numbersIn(text).join("-")} ${unit?.[1]}`;
}

const TIME =
  /\b\d+(?: ?(?:-|to) ?\d+)?[ -]?(?:seconds?|minutes?|min|hours?|h|days?|weeks?|months?)\b/g;
const KINDS = {
  amounts: /\bAED \d+(?:,\d{3})*(?:(?: ?- ?| to )\d+(?:,\d{3})*)?(?: million)?/g,
  numbers: /\+\d[\d ]{7,}\d/g,
  times: TIME,
  shares: /\b\d+%/g,
  years: /\bsince \d{4}\b/gi,
  ratings: /\b\d\.\d\b/g,
};
type Kind = keyof typeof KINDS;

const planFacts = plans.flatMap((plan) => Object.values<string>(plan.facts ?? {}));
const counts = Object.values<string>(facts.counts);
const prices = Object.values<{ from: number; to?: number }>(facts.prices);

/** Figures from the facts, in the form in which a page's figures are compared. */
const KNOWN: Record<Kind, Set<string>> = {
  amounts: new Set([
    ...[...prices, priceOf("plans")].flatMap(({ from, to }) =>
      [from, to, `${from}-${to}`].map(String),
    ),
    ...plans.map(({ price }) => String(price)),
    ...counts.filter((one) => one.startsWith(company.currency)).flatMap(numbersIn),
  ]),
  numbers: new Set([company.phone, company.landline, company.chat]),
  times: new Set(
    [...Object.values<string>(facts.times), ...ADVICE.times].map((one) => timeIn(plain(one))),
  ),
  shares: new Set([
    ...[...planFacts, ...counts].flatMap((one) => one.match(/\d+%/g) ?? []),
    ...ADVICE.shares,
    ...ADVICE.stages,
  ]),
  years: new Set([String(company.since)]),
  ratings: new Set([String(company.rating.value)]),
};

/** The parts of a figure that have to be known one by one. */
const partsOf = (kind: Kind, figure: string): string[] => {
  if (kind === "numbers") return [figure.trim()];
  if (kind === "times") return [timeIn(figure)];
  if (kind === "shares" || kind === "ratings") return [figure];
  return [numbersIn(figure).join("-")];
};

/** The figures in a text that no fact gives. */
function untraced(text: string): string[] {
  return (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    (text.match(KINDS[kind]) ?? []).filter((figure) =>
      partsOf(kind, figure).some((one) => !KNOWN[kind].has(one)),
    ),
  );
}

const said = new Map<string, string>();
beforeAll(async () => {
  for (const { path } of [...pages, ...posts])
    said.set(path, readable((await ask(site.at(path))).text));
});

for (const { path } of [...pages, ...posts]) {
  test(`R32 every figure on ${path} is traced to a fact`, () => {
    expect([...new Set(untraced(said.get(path)!))]).toEqual([]);
  });
}

test("R32 a figure that no fact gives is found", () => {
  const invented =
    "Call +971 4 123 4567: AED 99, AED 150–500, in 45 min, since 1999, 12% off, 4.9 of 5.";
  expect(untraced(plain(invented))).toEqual([
    "AED 99",
    "AED 150-500",
    "+971 4 123 4567",
    "45 min",
    "12%",
    "since 1999",
    "4.9",
  ]);
  expect(untraced(`AED 150-300, 60 to 90 minutes, ${company.phone}, 4.8, since 2005`)).toEqual([]);
});

/** The times that a text says, in the form in which they are compared. */
const timesIn = (text: string) => new Set((text.match(TIME) ?? []).map(timeIn));

test("R32 every price and every time of the facts is on a page", () => {
  const all = [...said.values()].join(" ");
  const amounts = new Set((all.match(KINDS.amounts) ?? []).flatMap(numbersIn));
  expect(prices.filter(({ from }) => !amounts.has(String(from)))).toEqual([]);
  // The two ends of a line are read together, as the whole time.
  const times = Object.entries<string>(facts.times).filter(
    ([name, time]) => /\d [a-z]/.test(time) && !/-(from|to)$/.test(name),
  );
  expect(times.filter(([, time]) => !timesIn(all).has(timeIn(plain(time))))).toEqual([]);
});

test("no reader, search engine or other front end ever gets a fact's token instead of the fact", async () => {
  const calls = ["/admin/front/blogs", "/blogs/feed.xml", "/sitemap.xml"];
  const [post] = pages.filter(({ path }) => path.startsWith("/blogs/"));
  const one = `/admin/front${post!.path}`;
  const paths = [...calls, one, ...pages.map(({ path }) => path)];
  for (const path of paths) {
    const { status, text } = await ask(site.at(path));
    expect(status, path).toBe(200);
    expect(text.match(/\{(?:prices|plans|times|counts|company)\.[^}]*\}/g), path).toBeNull();
  }
  const { text } = await ask(site.at("/admin/front/blogs"));
  expect(text).toContain(`AED ${priceOf("ac-cleaning").from}`);
});

test("each number that is allowed as advice is still said", () => {
  const all = [...said.values()].join(" ");
  expect(ADVICE.times.filter((time) => !timesIn(all).has(timeIn(time)))).toEqual([]);
  expect([...ADVICE.shares, ...ADVICE.stages].filter((share) => !all.includes(share))).toEqual([]);
});
