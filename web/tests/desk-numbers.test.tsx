// The desk's numbers: every sum comes with what it is counted from, and no chart or comparison says more than it knows.
import { renderToStaticMarkup } from "react-dom/server.browser";
import { expect, test } from "vitest";
import { scaleFor } from "../desk/screens/numbers/scale.ts";
import {
  chartLabel,
  chartSentence,
  denominator,
  headline,
} from "../desk/screens/numbers/sentences.ts";
import { NumbersScreen } from "../desk/screens/numbers.tsx";
import type { Desk, Numbers, Sums } from "../src/contract/desk.ts";

const NONE: Sums = { views: 0, calls: 0, chats: 0, requests: 0, booked: 0 };
const sums = (given: Partial<Sums>): Sums => ({ ...NONE, ...given });

/** Seven days up to Sunday 22 November 2026, with as many requests each. */
const REQUESTS = [2, 0, 5, 3, 9, 1, 4];
const WEEK: Numbers = {
  days: REQUESTS.map((requests, index) => ({
    day: `2026-11-${16 + index}`,
    sums: sums({ views: 100, calls: 1, requests }),
  })),
  total: sums({ views: 1700, calls: 7, chats: 3, requests: 24 }),
  before: sums({ views: 1000, calls: 5, requests: 10 }),
  pages: [
    { name: "/", sums: sums({ views: 1204, calls: 5, requests: 20, booked: 6 }) },
    { name: "/services/plumbing", sums: sums({ views: 99, calls: 2 }) },
  ],
  campaigns: [{ name: "", sums: sums({ views: 1700, calls: 7, chats: 3, requests: 24 }) }],
  answers: { requests: 24, in_time: 20, late: 2, waiting: 2, booked: 6, lost: 3 },
};

/** Some time on the last of these days, in Dubai. */
const SUNDAY = Date.parse("2026-11-22T12:00:00+04:00");

function served(screen: Numbers, now = SUNDAY): Document {
  const desk: Desk = {
    now,
    company: "Amwaj",
    me: null,
    screen: { name: "numbers", ...screen },
    notice: null,
  };
  const html = renderToStaticMarkup(
    <NumbersScreen desk={desk} screen={{ name: "numbers", ...screen }} />,
  );
  return new DOMParser().parseFromString(html, "text/html");
}

const words = (page: Document, selector: string) =>
  page.querySelector(selector)?.textContent.replace(/\s+/g, " ") ?? "";

test.each<[string, Partial<Numbers>, string]>([
  ["how often", {}, "34 times somebody reached us"],
  ["once", { total: sums({ views: 300, calls: 1 }) }, "Somebody reached us once"],
  ["never", { total: sums({ views: 300 }) }, "Nobody reached us in these 7 days"],
  ["thousands", { total: sums({ requests: 1_234_567 }) }, "1,234,567 times somebody reached us"],
  ["nothing yet", { total: NONE, before: NONE }, "Counting starts with the first visitor"],
])("the heading says how often somebody got in touch: %s", (_, given, heading) => {
  expect(headline({ ...WEEK, ...given })).toBe(heading);
});

test.each<[string, Partial<Numbers>, string]>([
  ["more", {}, "That's 2.0 for each 100, up from 1.5 in the 7 days before."],
  ["fewer", { before: sums({ views: 100, calls: 3 }) }, "down from 3.0 in the 7 days before."],
  [
    "the same",
    { before: sums({ views: 200, calls: 4 }) },
    "2.0 for each 100, as in the 7 days before.",
  ],
  [
    "few before",
    { before: sums({ views: 99, calls: 9 }) },
    "the 7 days before: not enough to say yet.",
  ],
  [
    "few now",
    { total: sums({ views: 99, calls: 9 }) },
    "not enough to say yet how many it is for each 100.",
  ],
])("a share is compared from 100 views on both sides: %s", (_, given, ending) => {
  const sentence = denominator({ ...WEEK, ...given });
  expect(sentence).toContain("opened in 7 days.");
  expect(sentence.endsWith(ending), sentence).toBe(true);
});

test("one view is one page", () => {
  const one = { ...WEEK, total: sums({ views: 1, calls: 1 }) };
  expect(denominator(one)).toMatch(/^By call, chat or request, from 1 page that was opened/);
});

test.each([
  [1, [1, 0]],
  [4, [4, 3, 2, 1, 0]],
  [9, [9, 6, 3, 0]],
  [16, [20, 15, 10, 5, 0]],
  [799, [800, 600, 400, 200, 0]],
])("a scale up to %i has round lines, from 0", (most, lines) => {
  expect(scaleFor(most)).toEqual(lines);
});

test("no scale is too low, or much too high", () => {
  for (let most = 1; most < 20_000; most += 7) {
    const [top = 0] = scaleFor(most);
    expect(top).toBeGreaterThanOrEqual(most);
    expect(top).toBeLessThanOrEqual(2 * most);
  }
});

const DAYS = REQUESTS.map((value, index) => ({ day: `2026-11-${16 + index}`, value }));

test("a chart's sentence says the average, and the day with the most", () => {
  expect(chartSentence(DAYS)).toBe(
    "3.4 on an average day. The most were 9, on Friday 20 November.",
  );
  expect(chartSentence(DAYS.map(({ day }) => ({ day, value: 2 })))).toBe(
    "2 on an average day. The most were 2, on 7 days.",
  );
  expect(chartSentence(DAYS.map(({ day }) => ({ day, value: 0 })))).toBe("None in these 7 days.");
});

test("who can't see a chart hears from when to when it goes, and between what", () => {
  expect(chartLabel("Requests a day", DAYS)).toMatch(
    /^Requests a day from Monday 16 November to Sunday 22 November: between 0 and 9\. 3\.4 on/,
  );
});

test("bars stand on 0, are to scale, and the largest is labelled", () => {
  const chart = served(WEEK).querySelector(".chart");
  const bars = [...(chart?.querySelectorAll("rect") ?? [])].map((bar) => ({
    y: Number.parseFloat(bar.getAttribute("y") ?? ""),
    height: Number.parseFloat(bar.getAttribute("height") ?? ""),
  }));
  expect(bars.map(({ y, height }) => Math.round(y + height))).toEqual(REQUESTS.map(() => 100));
  expect(bars.map(({ height }) => Math.round(height * 9) / 100)).toEqual(REQUESTS);
  expect(chart?.querySelector("text")?.textContent).toBe("9");
});

test("a percentage says of how many", () => {
  const figures = words(served(WEEK), ".figs");
  expect(figures).toContain("answered within their promise: 20 of 2290%");
  expect(figures).toContain("booked so far, of 24 that came in6");
  const none = { ...WEEK.answers, in_time: 0, late: 0 };
  expect(words(served({ ...WEEK, answers: none }), ".figs")).not.toContain("%");
});

test("a row says its share from 100 views on, and names its columns on narrow screens", () => {
  const page = served(WEEK);
  const [home, plumbing] = page.querySelectorAll("tbody tr");
  expect(home?.textContent).toBe("Home1,20452062.1");
  expect(plumbing?.textContent).toBe("/services/plumbing99200too few");
  for (const cell of page.querySelectorAll("td")) expect(cell.dataset.h).toBeTruthy();
});

test("many pages are behind a fold, none is left out", () => {
  const pages = Array.from({ length: 20 }, (_, index) => ({ name: `/page-${index}`, sums: NONE }));
  const page = served({ ...WEEK, pages });
  expect(words(page, ".more summary")).toBe("14 more pages");
  expect(page.querySelectorAll("tbody tr").length).toBe(20 + WEEK.campaigns.length);
});

test("the period is a link, and the spreadsheet is of the same days", () => {
  const page = served(WEEK);
  expect(words(page, ".tabs [aria-current]")).toBe("7 days");
  expect(page.querySelector("a[download]")?.getAttribute("href")).toBe(
    "/desk/numbers.csv?days=7&until=2026-11-22",
  );
});

test("days that are over are named among the periods", () => {
  const page = served(WEEK, SUNDAY + 24 * 3600 * 1000);
  expect(words(page, ".tabs [aria-current]")).toBe("16 Nov to 22 Nov");
});

test("before the first visitor there is nothing but how it's counted", () => {
  const page = served({
    ...WEEK,
    days: WEEK.days.map(({ day }) => ({ day, sums: NONE })),
    total: NONE,
    before: NONE,
    pages: [],
    campaigns: [],
  });
  expect(page.querySelectorAll("svg, table, dl").length).toBe(0);
  expect(page.body.textContent).toContain("no visitor is followed");
});
