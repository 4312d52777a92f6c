// Notices on every page: when they're shown, in words, and how they're added and removed.
import { describe, expect, test } from "vitest";
import { noticeDays, noticeState } from "../desk/screens/site-facts/notice-days.ts";
import type { SiteNotice } from "../src/contract/desk.ts";
import { at } from "./desk-post.ts";
import { mistake, onThePage, press, send, type } from "./desk-site.tsx";
import { facts, unfold } from "./desk-site-facts.tsx";
import { show } from "./render.tsx";

onThePage();

const CLOSED: SiteNotice = {
  item: "notices.0",
  text: "Our office is closed for National Day.",
  from: "2026-12-01",
  until: "2026-12-03",
};
const RAIN: SiteNotice = {
  item: "notices.1",
  text: "Heavy rain: call us first.",
  from: "2026-11-22",
  until: "2026-11-22",
};
const DURING = at("13:56", 22);

const section = () => document.querySelector('[aria-labelledby="notices"]') as HTMLElement;
const adding = () => document.querySelector(".notices__add") as HTMLDetailsElement;
const field = (name: string) => adding().querySelector(`[name="${name}"]`) as HTMLInputElement;
const rows = () => [...document.querySelectorAll(".notices > li")];
const counter = () => adding().querySelector(".count")?.textContent;

describe("the days of a notice", () => {
  test.each([
    [{}, "1 to 3 December"],
    [{ until: "2026-12-01" }, "1 December"],
    [{ until: "" }, "1 December"],
    [{ from: "2026-11-30" }, "30 November to 3 December"],
    [{ from: "2026-12-30", until: "2027-01-02" }, "30 December to 2 January 2027"],
    [{ from: "2027-12-01", until: "2027-12-03" }, "1 to 3 December 2027"],
    [{ from: "2026-12-01", until: "2027-12-03" }, "1 December to 3 December 2027"],
    [{ from: "soon" }, "soon to 3 December"],
    [{ from: "2026-12-33" }, "2026-12-33 to 3 December"],
  ])("%j read %j", (changes, words) =>
    expect(noticeDays({ ...CLOSED, ...changes }, DURING)).toBe(words),
  );

  // It's 22 November until midnight in Dubai.
  test.each([
    [{}, "Starts in 9 days"],
    [{ from: "2026-11-23" }, "Starts tomorrow"],
    [{ from: "2026-11-22" }, "Shown now"],
    [{ from: "2026-11-01", until: "2026-11-22" }, "Shown now"],
    [{ from: "2026-11-22", until: "" }, "Shown now"],
    [{ from: "2026-11-01", until: "2026-11-21" }, "Is over"],
    [{ from: "soon" }, undefined],
  ])("with %j it says %j, by Dubai's day", (changes, words) => {
    const notice = { ...CLOSED, ...changes };
    for (const now of [at("00:00", 22), at("23:59", 22)])
      expect(noticeState(notice, now)?.words).toBe(words);
  });
});

test("notices are listed with their days, and each can be removed", async () => {
  await show(facts({ notices: [CLOSED, RAIN] }));
  const said = rows().map((row) => [...row.querySelectorAll("p")].map((p) => p.textContent));
  expect(said).toEqual([
    [CLOSED.text, "1 to 3 December Starts in 9 days"],
    [RAIN.text, "22 November Shown now"],
  ]);
  await press(rows()[1]?.querySelector("button"));
  expect(send).toHaveBeenCalledWith("/desk/site/item", {
    at: "/",
    item: "notices.1",
    action: "remove",
    back: "facts",
    key: expect.any(String),
  });
});

test("the section is among the links to the groups, and says where a notice stands", async () => {
  await show(facts());
  const link = document.querySelector('.tabs a[href="#notices"]');
  expect(link?.textContent).toBe("Notices");
  expect(section().querySelector("h2")?.id).toBe("notices");
  expect(section().textContent).toContain("above the header of every page");
  expect(section().textContent).toContain("There is none yet.");
});

test("a notice is added with its days, and the form is empty again once it's live", async () => {
  await show(facts({ notices: [RAIN] }));
  await unfold(adding());
  expect(["text", "from", "until"].map((name) => field(name).value)).toEqual(["", "", ""]);
  await type(` ${CLOSED.text}\n`, field("text"));
  await type("2026-12-01", field("from"));
  expect(field("until").min).toBe("2026-12-01");
  await type("2026-12-03", field("until"));
  await press(adding().querySelector('button[type="submit"]'));
  expect(send).toHaveBeenCalledWith("/desk/site/notice", {
    text: ` ${CLOSED.text}\n`,
    from: "2026-12-01",
    until: "2026-12-03",
    back: "facts",
    key: expect.any(String),
  });
  // Somebody else's came first: typed words stay.
  await show(facts({ notices: [RAIN, { ...RAIN, item: "notices.2", from: "2026-11-24" }] }));
  expect([field("from").value, adding().open]).toEqual(["2026-12-01", true]);
  await show(facts({ notices: [RAIN, { ...RAIN, item: "notices.2" }, CLOSED] }));
  expect([field("text").value, field("from").value, adding().open]).toEqual(["", "", false]);
});

test("how long it is stands below it, and how much is too much", async () => {
  await show(facts());
  await unfold(adding());
  expect(counter()).toBe("0 / 140");
  await type("x".repeat(140), field("text"));
  expect(counter()).toBe("140 / 140");
  await type("x".repeat(142), field("text"));
  expect(counter()).toBe("2 characters too many142 / 140");
});

test("a refused notice stays as it was typed, in its open form, with why", async () => {
  await show(facts());
  await type("Closed", field("text"));
  const notice = { ...CLOSED, text: "Closed" };
  const refused = { notice, problems: [mistake("there is no day 2026-02-30")] };
  await show(facts({ refused_notice: refused }));
  expect([field("text").value, adding().open]).toEqual(["Closed", true]);
  expect(adding().querySelector('[role="alert"]')?.textContent).toBe("there is no day 2026-02-30");
  await show(facts());
  expect(field("text").value).toBe("Closed");
});

test("while nothing can be changed, neither can notices", async () => {
  await show(facts({ notices: [CLOSED], locked: "The server can't write here." }));
  expect(rows()[0]?.querySelector("button")?.disabled).toBe(true);
  expect(adding().querySelector("fieldset")?.disabled).toBe(true);
});
