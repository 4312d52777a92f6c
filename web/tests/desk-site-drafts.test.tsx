// The screen of the drafts: the changes in each, and everything that can be done with it.
import { describe, expect, test, vi } from "vitest";
import { noticeWords } from "../desk/shell/notice-words.ts";
import { at } from "./desk-post.ts";
import { onThePage, press, send, siteDesk } from "./desk-site.tsx";
import {
  around,
  change,
  drafts,
  entry,
  formOf,
  hrefs,
  RAMADAN,
  SET,
  sentBy,
  served,
} from "./desk-site-drafts.tsx";
import { factsDesk } from "./desk-site-facts.tsx";
import { click, show } from "./render.tsx";

onThePage();

const other = (changes = {}) => entry({ draft: { ...RAMADAN, id: "d2", name: "Eid" }, ...changes });
const buttonOf = (form: Element | null | undefined) =>
  form?.querySelector<HTMLButtonElement>("button");

test("the heading says how many wait", () => {
  const heading = (...all: ReturnType<typeof entry>[]) =>
    served(drafts({ drafts: all })).querySelector("h1")?.textContent;
  expect(heading()).toBe("No drafts wait");
  expect(heading(entry(), other({ put_aside_at: at("10:00") }))).toBe("1 draft waits");
  expect(heading(entry(), other())).toBe("2 drafts wait");
});

test("where none waits, it's said what one is for", () => {
  const words = (all = [entry()]) =>
    served(drafts({ drafts: all })).querySelector(".head p")?.textContent;
  expect(words([])).toContain("Ramadan hours");
  expect(words()).not.toContain("Ramadan hours");
});

describe("a draft", () => {
  test("says who began it and when, what it changes and on which pages", () => {
    const panel = served(drafts()).querySelector(".sitedraft");
    expect(panel?.querySelector("h2 + p")?.textContent).toBe(
      "Layla began it on Saturday at 22:40. Nobody sees it yet.",
    );
    expect(panel?.querySelector(".hist p")?.textContent).toBe(
      "13:49, Layla. AC cleaning: not 140 but 150 ",
    );
    expect(hrefs(panel as Element, ".sitedraft__pages")).toEqual([
      "/desk/site?at=%2Fcontact-us&draft=d1",
    ]);
    expect(panel?.querySelector(".btns a")?.getAttribute("href")).toBe(
      "/desk/site?at=%2Fcontact-us&draft=d1",
    );
  });

  test("loses a change to an undo that comes back here", async () => {
    await show(drafts({ drafts: [other({ changes: [change(9)] }), entry()] }));
    const [eid, ramadan] = document.querySelectorAll(".sitedraft .hist form");
    const place = { at: "/contact-us", back: "drafts" };
    expect(await sentBy(eid)).toEqual({ id: "9", draft: "d2", ...place });
    expect(await sentBy(ramadan)).toEqual({ id: "7", draft: "d1", ...place });
  });

  test("goes live, and is put aside, by forms of its own", async () => {
    await show(drafts());
    await press(buttonOf(formOf(document, "Put it live now")));
    expect(send).toHaveBeenLastCalledWith("/desk/site/drafts/d1/live", expect.anything());
    await press(buttonOf(formOf(document, "Put it aside")));
    expect(send).toHaveBeenLastCalledWith("/desk/site/drafts/d1/put-aside", expect.anything());
  });

  test("without changes can't go live, which is said", () => {
    const page = served(drafts({ drafts: [entry({ changes: [] })] }));
    const live = buttonOf(formOf(page, "Put it live now"));
    expect(live?.disabled).toBe(true);
    const why = page.getElementById(live?.getAttribute("aria-describedby") ?? "");
    expect(why?.textContent).toContain("no changes yet");
    expect(buttonOf(formOf(served(drafts()), "Put it live now"))?.disabled).toBe(false);
  });

  test("that did not go live says why, and what to do", () => {
    const draft = { ...RAMADAN, problem: "AC cleaning was changed in the meantime." };
    const said = served(drafts({ drafts: [entry({ draft })] })).querySelector(".say--warm");
    expect(said?.textContent).toContain("AC cleaning was changed in the meantime. Go on with it");
  });
});

describe("the time", () => {
  const timed = entry({ draft: SET, time: "2027-02-07T08:00" });
  const forms = (page: ParentNode) => [
    ...page.querySelectorAll<HTMLFormElement>(".sitedraft__time form"),
  ];

  test("is set by a field in Dubai's time", () => {
    const [form, ...more] = forms(served(drafts()));
    expect(more).toEqual([]);
    expect(form?.textContent).toContain("Goes live on (Dubai time)");
    const field = form?.querySelector<HTMLInputElement>("input[name=time]");
    expect([field?.type, field?.value]).toEqual(["datetime-local", ""]);
  });

  test("that is set is said, can be changed, and taken away", async () => {
    await show(drafts({ drafts: [timed] }));
    expect(document.querySelector("h2 + p")?.textContent).toContain(
      "Goes live on Sunday 7 February, 08:00.",
    );
    const [set, take] = forms(document);
    expect(await sentBy(set)).toEqual({ time: "2027-02-07T08:00" });
    expect(await sentBy(take)).toEqual({ time: "" });
    expect(take?.textContent).toBe("Not at that time after all");
  });

  test("that was refused stays as it was typed, with why, under its draft", async () => {
    await show(drafts({ drafts: [other(), timed] }));
    const field = document.querySelector<HTMLInputElement>('[value="2027-02-07T08:00"]');
    if (field) field.value = "2020-01-01T08:00";
    const refused = { id: "d1", typed: "2020-01-01T08:00", problem: "That time is over." };
    await show(drafts({ drafts: [other(), timed], refused }));
    const invalid = document.querySelectorAll<HTMLInputElement>("[aria-invalid]");
    expect([...invalid].map(({ name, value }) => [name, value])).toEqual([
      ["time", "2020-01-01T08:00"],
    ]);
    const why = document.getElementById(invalid[0]?.getAttribute("aria-describedby") ?? "");
    expect([why?.textContent, why?.getAttribute("role")]).toEqual(["That time is over.", "alert"]);
  });
});

describe("the link", () => {
  const words = () => document.querySelector('.sitedraft__row > button[type="button"]');

  test("is there to be selected where the browser can't copy", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("navigator", {});
    await show(drafts());
    const field = document.querySelector<HTMLInputElement>("input[readonly]");
    expect(field?.value).toBe("https://amwaj.example/draft/K7QP");
    expect(words()).toBeNull();
  });

  test("is copied, which is said", async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    await show(drafts());
    expect(words()?.textContent).toBe("Copy the link");
    await press(words());
    expect(writeText).toHaveBeenCalledWith("https://amwaj.example/draft/K7QP");
    expect(words()?.textContent).toBe("Copied.");
  });

  test("is passed on where the phone can", async () => {
    const share = vi.fn(async () => {});
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    vi.stubGlobal("navigator", { share });
    await show(drafts());
    await press(words());
    expect(share).toHaveBeenCalledWith({
      title: "Ramadan hours",
      url: "https://amwaj.example/draft/K7QP",
    });
  });
});

describe("another draft", () => {
  test("is begun with a name", async () => {
    await show(drafts());
    const form = formOf(document, "Begin a draft");
    expect(form?.textContent).toContain("What's it for?");
    expect(await sentBy(form)).toEqual({ at: "/", name: "" });
  });

  test("that was refused stays as it was typed, with why", async () => {
    await show(drafts());
    const form = formOf(document, "Begin a draft");
    const name = form?.querySelector<HTMLInputElement>("[name=name]");
    if (name) name.value = "Eid";
    const refused = { id: "", typed: "Eid", problem: "There is a draft of that name." };
    await show(drafts({ refused }));
    expect(name?.value).toBe("Eid");
    expect(form?.querySelector('[role="alert"]')?.textContent).toBe(refused.problem);
  });
});

test("a draft that was put aside lies folded at the end, and can be taken up again", async () => {
  await show(drafts({ drafts: [entry(), other({ put_aside_at: at("10:00") })] }));
  const fold = document.querySelector<HTMLDetailsElement>("details.fold");
  expect([fold?.open, fold?.querySelector("h2")?.textContent]).toEqual([false, "Put aside (1)"]);
  expect(fold?.querySelector("p")?.textContent).toBe("Eid, 1 change, put aside today at 10:00");
  await press(buttonOf(fold?.querySelector("form")));
  expect(send).toHaveBeenCalledWith("/desk/site/drafts/d2/take-up", expect.anything());
});

test("while nothing can be changed, it's said and the forms are asleep", () => {
  const page = served(drafts({ locked: "The server can't write here." }));
  expect(page.querySelector(".say")?.textContent).toBe("The server can't write here.");
  const asleep = "fieldset:disabled button, button:disabled";
  const buttons = [...page.querySelectorAll("main form button")];
  expect(buttons.filter((button) => !button.matches(asleep))).toEqual([]);
});

describe("what the last action did", () => {
  const kept = { notice: "draft-changed", id: 7, draft: "d1", name: "Opens on Friday" } as const;
  const { screen } = siteDesk({ draft: RAMADAN });

  test.each([
    [kept, "Kept in “Ramadan hours”: Opens on Friday."],
    [{ ...kept, draft: "d2" }, "Kept in the draft: Opens on Friday."],
    [{ notice: "draft-live", name: "Eid" } as const, "“Eid” is live."],
    [
      { notice: "draft-timed", name: "Eid", at: SET.goes_live_at } as const,
      "Goes live on Sunday 7 February, 08:00.",
    ],
    [{ notice: "draft-timed", name: "Eid", at: null } as const, "No time is set any more."],
    [{ notice: "draft-put-aside", id: "d1", name: "Eid" } as const, "“Eid” is put aside."],
    [{ notice: "draft-taken-up", name: "Eid" } as const, "“Eid” waits again."],
  ])("%j reads %j", (notice, words) => expect(noticeWords(notice, screen)).toBe(words));

  test("in a draft is undone there, from the page and from the facts", async () => {
    await show(around({ ...siteDesk({ at: "/contact-us", draft: RAMADAN }), notice: kept }, null));
    await click(".toast button");
    const sent = { id: "7", draft: "d1" };
    expect(send).toHaveBeenLastCalledWith(
      "/desk/site/undo",
      expect.objectContaining({ ...sent, at: "/contact-us" }),
    );
    await show(around(factsDesk({ draft: RAMADAN }, kept), null));
    await click(".toast button");
    expect(send).toHaveBeenLastCalledWith(
      "/desk/site/undo",
      expect.objectContaining({ ...sent, back: "facts" }),
    );
  });

  test("put aside is taken up again", async () => {
    await show(drafts({}, { notice: "draft-put-aside", id: "d2", name: "Eid" }));
    await click(".toast button");
    expect(send).toHaveBeenCalledWith("/desk/site/drafts/d2/take-up", expect.anything());
  });
});
