// A page of the site, and its facts, in a draft: the words, the targets of forms and links, and the device's copy.
import { describe, expect, test } from "vitest";
import { NOW } from "./desk-post.ts";
import {
  button,
  field,
  LEAD,
  live,
  load,
  onThePage,
  pass,
  press,
  SCREEN,
  send,
  site,
  tap,
  trying,
  type,
} from "./desk-site.tsx";
import { change, formOf, hrefs, RAMADAN, SET, sentBy } from "./desk-site-drafts.tsx";
import { facts, input, live as keepFact, PHONE, row, unfold } from "./desk-site-facts.tsx";
import { show } from "./render.tsx";

onThePage();

const strip = () => document.querySelector(".strip")?.textContent;

describe("a page in a draft", () => {
  test("says so, when it's seen, and leads to the drafts and out to the live page", async () => {
    await show(site({ draft: RAMADAN, at: "/contact-us", title: "Contact" }));
    expect(strip()).toContain("Ramadan hours, Contact");
    expect(strip()).toContain("Draft. Nobody sees it yet.");
    expect(hrefs(document, ".strip__draft")).toEqual([
      "/desk/site/drafts",
      "/desk/site?at=%2Fcontact-us",
    ]);
    await show(site({ draft: SET }));
    expect(strip()).toContain("Goes live on Sunday 7 February, 08:00.");
  });

  test("is kept in the draft by its button, which sends the draft", async () => {
    await show(site({ draft: RAMADAN, chosen: LEAD.id }));
    expect(live().textContent).toBe("Keep in the draft");
    const note = document.querySelector(".piece__form .btns + p")?.textContent;
    expect(note).toBe("Nobody sees it until the draft goes live.");
    await type("New");
    expect(document.querySelector(".pieces summary")?.textContent).toContain(
      "1 not in the draft yet",
    );
    await press(live());
    expect(send).toHaveBeenCalledWith(
      "/desk/site/save",
      expect.objectContaining({ draft: "d1", at: "/", value: "New" }),
    );
  });

  test("is drawn and checked with the draft", async () => {
    await show(site({ draft: RAMADAN, chosen: LEAD.id }));
    await load();
    expect(document.querySelector("iframe")?.getAttribute("src")).toBe(
      "/desk/site/page?at=%2F&draft=d1",
    );
    await type("New");
    await pass(350);
    expect(trying).toHaveBeenCalledWith(expect.objectContaining({ draft: "d1", value: "New" }));
  });
});

describe("in a draft", () => {
  test("a page leads to its pieces, pages and facts in the draft only", async () => {
    const item = { id: "steps.0", list: "steps", index: 0, count: 3, sample: null };
    await show(site({ draft: RAMADAN, chosen: LEAD.id, pieces: [{ ...LEAD, item }] }));
    await load();
    const links = [
      ...hrefs(document, ".sheet"),
      ...hrefs(document, ".sitepages li"),
      document.querySelector('a[href^="/desk/site/facts"]')?.getAttribute("href"),
    ];
    expect(links.length).toBeGreaterThan(3);
    for (const href of links) expect(href).toContain("draft=d1");
    await tap("#lead > x-at");
    expect(new URLSearchParams(location.search).get("draft")).toBe("d1");
    const forms = document.querySelectorAll(".sheet form, .strip form");
    expect(forms.length).toBeGreaterThan(1);
    for (const form of forms) expect(await sentBy(form)).toMatchObject({ draft: "d1" });
  });

  test("a page has the draft's changes in one list, each to be taken out", async () => {
    await show(site({ draft: RAMADAN, changes: [change(8), change(7, { when: NOW - 1e9 })] }));
    expect(document.querySelectorAll(".piece__changes h3")).toHaveLength(0);
    expect(document.querySelector(".piece__changes")?.textContent).not.toContain("Before and");
    await press(document.querySelector(".hist button"));
    expect(send).toHaveBeenCalledWith(
      "/desk/site/undo",
      expect.objectContaining({ id: "8", draft: "d1" }),
    );
  });
});

test("the site itself sends no draft", async () => {
  await show(site({ chosen: LEAD.id }));
  expect(await sentBy(formOf(document, "Put it live"))).toMatchObject({ at: "/", piece: LEAD.id });
  expect(send.mock.calls[0]?.[1]).not.toHaveProperty("draft");
  expect(document.documentElement.outerHTML).not.toContain("draft=");
});

test("what is typed on the live page and in each draft is kept apart", async () => {
  await show(site({ chosen: LEAD.id }));
  await type("For now");
  await show(site({ chosen: LEAD.id, draft: RAMADAN }));
  expect(field().value).toBe(LEAD.value);
  await type("For Ramadan");
  await show(site({ chosen: LEAD.id, draft: { ...RAMADAN, id: "d2" } }));
  expect(field().value).toBe(LEAD.value);
  await show(site({ chosen: LEAD.id, draft: RAMADAN }));
  expect(field().value).toBe("For Ramadan");
  await show(site({ chosen: LEAD.id }));
  expect(field().value).toBe("For now");
  await show(facts({ draft: RAMADAN }));
  await type("+971 5", input("Phone"));
  await show(facts());
  expect(input("Phone").value).toBe(PHONE.value);
});

describe("the facts in a draft", () => {
  test("say so, and lead to the drafts and out to the live facts", async () => {
    await show(facts({ draft: SET }));
    const said = document.querySelector(".say--warm");
    expect(said?.textContent).toContain(
      "Ramadan hours, a draft. Goes live on Sunday 7 February, 08:00.",
    );
    expect(hrefs(document, ".say--warm")).toEqual(["/desk/site/drafts", "/desk/site/facts"]);
    expect(document.querySelector(".head")?.textContent).not.toContain("within a second");
    expect(hrefs(document, ".head")[0]).toBe("/desk/site?at=%2F&draft=d1");
  });

  test("are checked and kept in the draft", async () => {
    await show(facts({ draft: RAMADAN }));
    await unfold(row("Phone"));
    await type("+971 5", input("Phone"));
    await pass(350);
    expect(trying).toHaveBeenCalledWith(expect.objectContaining({ draft: "d1" }));
    expect(keepFact("Phone").textContent).toBe("Keep in the draft");
    await press(keepFact("Phone"));
    const sent = { draft: "d1", back: "facts", value: "+971 5" };
    expect(send).toHaveBeenCalledWith("/desk/site/save", expect.objectContaining(sent));
    for (const form of document.querySelectorAll("main form"))
      expect(await sentBy(form)).toMatchObject({ draft: "d1" });
  });
});

test("the drafts are a link away, with how many wait", async () => {
  await show(site({ drafts: 2 }));
  const words = () => document.querySelector(".strip__drafts")?.textContent;
  expect([words(), hrefs(document, ".strip__end")[0]]).toEqual(["Drafts (2)", "/desk/site/drafts"]);
  await show(site());
  expect(words()).toBe("Drafts");
  await show(facts({ drafts: 2 }));
  expect(document.querySelector('.head a[href="/desk/site/drafts"]')?.textContent).toBe(
    "Drafts (2)",
  );
});

describe("a section", () => {
  const item = { id: "sections.1", list: "sections", index: 1, count: 3, sample: null };

  test("can be hidden; an item of another list can't", async () => {
    await show(site({ chosen: LEAD.id, pieces: [{ ...LEAD, item }] }));
    await press(button("Hide"));
    const sent = { at: "/", item: "sections.1", action: "hide" };
    expect(send).toHaveBeenCalledWith("/desk/site/item", expect.objectContaining(sent));
    const steps = { ...item, list: "steps" };
    await show(site({ chosen: LEAD.id, pieces: [{ ...LEAD, item: steps }] }));
    expect(document.querySelector('[value="hide"]')).toBeNull();
  });

  test("that is hidden is listed by its first words, and can be shown again", async () => {
    await show(site({ hidden: [{ item: "sections.4", words: "What people say" }] }));
    const list = document.querySelector('[aria-labelledby="not-shown"]');
    expect(list?.textContent).toContain("Not shown on this pageWhat people say");
    await press(list?.querySelector("button"));
    const sent = { at: "/", item: "sections.4", action: "show" };
    expect(send).toHaveBeenCalledWith("/desk/site/item", expect.objectContaining(sent));
    await show(site({ ...SCREEN }));
    expect(document.getElementById("not-shown")).toBeNull();
  });
});
