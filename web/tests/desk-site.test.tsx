// A page of the site at the desk: a tap on a piece chooses it, and a form puts it live.
import { act } from "react";
import { describe, expect, test, vi } from "vitest";
import {
  ALT,
  button,
  DESCRIPTION,
  field,
  framed,
  heading,
  LEAD,
  live,
  load,
  mistake,
  onThePage,
  outlined,
  PRICE,
  press,
  SCREEN,
  SINCE,
  send,
  site,
  tap,
  type,
} from "./desk-site.tsx";
import { show } from "./render.tsx";

onThePage();

describe("a tap on the page", () => {
  test("chooses the innermost piece, which the address remembers, and leads nowhere", async () => {
    await show(site());
    await load();
    expect(heading()).toBe("Tap anything with a dashed line.");
    expect(await tap("b")).toBe(false);
    expect([heading(), field().value]).toEqual(["Founded in", "2005"]);
    expect(outlined()).toEqual(["2005"]);
    expect(new URLSearchParams(location.search).get("piece")).toBe(SINCE.id);
    expect(await tap("a")).toBe(false);
    expect(heading()).toBe("AC cleaning");
    await tap("img");
    expect(heading()).toBe("What the picture shows");
  });

  test("beside the pieces changes nothing", async () => {
    await show(site({ chosen: LEAD.id }));
    await load();
    await tap("body");
    expect(heading()).toBe("Sentence under the heading");
  });

  test("on a fact offers the sentence around it, and that one its facts", async () => {
    await show(site());
    await load();
    await tap("b");
    await press(button("The sentence around it"));
    expect(heading()).toBe("Sentence under the heading");
    await press(button("{company.since}: 2005"));
    expect(heading()).toBe("Founded in");
    expect(document.querySelector(".piece__pages")?.textContent).toContain("on 4 pages");
  });
});

test("a piece that is chosen comes into sight, and again where a keyboard leaves less room", async () => {
  await show(site());
  await load();
  const lead = framed().querySelector("#lead > x-at") as HTMLElement;
  const scrolled = vi.fn();
  lead.scrollIntoView = scrolled;
  lead.getBoundingClientRect = () => new DOMRect(0, 2_000, 100, 20);
  await press(document.querySelector(`.pieces a[href*="${encodeURIComponent(LEAD.id)}"]`));
  expect(scrolled).toHaveBeenCalledOnce();
  await act(async () => framed().defaultView?.dispatchEvent(new Event("resize")));
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test("the pieces are walked in order, by buttons and by Alt and an arrow", async () => {
  await show(site({ chosen: LEAD.id }));
  await load();
  await press(document.querySelector('[aria-label="Next piece: Founded in"]'));
  expect(heading()).toBe("Founded in");
  const arrow = (key: string) => new KeyboardEvent("keydown", { key, altKey: true, bubbles: true });
  await act(async () => document.body.dispatchEvent(arrow("ArrowLeft")));
  expect(heading()).toBe("Sentence under the heading");
  await act(async () => framed().body.dispatchEvent(arrow("ArrowRight")));
  expect(heading()).toBe("Founded in");
});

describe("a price", () => {
  test("is two numbers with a preview, sent as one", async () => {
    await show(site({ chosen: PRICE.id }));
    const [from, to] = document.querySelectorAll<HTMLInputElement>(".piece__price .field input");
    expect([from?.value, to?.value]).toEqual(["150", "300"]);
    await type("", to);
    await type("5,000", from);
    expect(document.querySelector(".piece__words")?.textContent).toBe("AED 5,000 or more");
    await press(live());
    expect(send).toHaveBeenCalledWith(
      "/desk/site/save",
      expect.objectContaining({ at: "/", piece: PRICE.id, was: "150-300", value: "5000" }),
    );
    expect(send.mock.calls[0]?.[1]).not.toHaveProperty("from");
  });
});

test("characters are counted where there should be no more, and only warned of", async () => {
  await show(site({ chosen: DESCRIPTION.id }));
  expect(document.querySelector(".count")?.textContent).toBe("1 character too many9 / 8");
  await type("Short");
  expect(document.querySelector(".count")?.textContent).toBe("5 / 8");
  await type("Much too long");
  expect(live().disabled).toBe(false);
  const pieces = [{ ...LEAD, limit: 20 }];
  await show(site({ at: "/other", chosen: LEAD.id, pieces }));
  // As visitors read it.
  expect(document.querySelector(".count")?.textContent).toBe("20 / 20");
});

describe("put live", () => {
  test("with Ctrl and Enter: it's sent with what it was, and nothing is left to put live", async () => {
    await show(site({ chosen: LEAD.id }));
    await type("New");
    const enter = new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true });
    await act(async () => field().dispatchEvent(enter));
    expect(send).toHaveBeenCalledWith(
      "/desk/site/save",
      expect.objectContaining({ was: LEAD.value, value: "New" }),
    );
    const pieces = [{ ...LEAD, value: "New." }, ...SCREEN.pieces.slice(1)];
    await show(site({ chosen: LEAD.id, pieces }));
    expect([field().value, live().disabled]).toEqual(["New.", true]);
  });

  test("refused: what was typed stays, with why, and goes out again over what is live now", async () => {
    await show(site({ chosen: LEAD.id }));
    await type("Mine");
    await press(live());
    const pieces = [{ ...LEAD, value: "Layla's" }, ...SCREEN.pieces.slice(1)];
    const problems = [{ ...mistake("Layla changed this 2 minutes ago"), is_mistake: false }];
    await show(site({ chosen: LEAD.id, pieces, refused: { value: "Mine", problems } }));
    expect(field().value).toBe("Mine");
    expect(document.querySelector(".complaints")?.textContent).toContain("Layla changed this");
    await press(live());
    expect(send).toHaveBeenLastCalledWith(
      "/desk/site/save",
      expect.objectContaining({ was: "Layla's", value: "Mine" }),
    );
  });

  test("says what it was typed over, though somebody else has changed it since", async () => {
    await show(site({ chosen: LEAD.id }));
    await type("Mi");
    await show(site({ pieces: [{ ...LEAD, value: "Layla's" }, ...SCREEN.pieces.slice(1)] }));
    await type("Mine");
    await press(live());
    expect(send).toHaveBeenCalledWith(
      "/desk/site/save",
      expect.objectContaining({ was: LEAD.value, value: "Mine" }),
    );
  });

  test("isn't possible while the site can't be changed, which is said", async () => {
    await show(site({ chosen: LEAD.id, locked: "The server can't write here." }));
    await type("New");
    expect(live().disabled).toBe(true);
    expect(document.querySelector(".say")?.textContent).toBe("The server can't write here.");
  });
});

test("the pieces are listed in their groups, each with an address of its own", async () => {
  await show(site());
  const groups = [...document.querySelectorAll(".pieces section")].map((group) => [
    group.querySelector("h3")?.textContent,
    group.querySelectorAll("a").length,
  ]);
  expect(groups).toEqual([
    ["Page", 3],
    ["Search results", 1],
    ["Said, not shown", 1],
  ]);
  const link = document.querySelector(`.pieces a[href*="${encodeURIComponent(ALT.id)}"]`);
  expect(link?.getAttribute("href")).toMatch(/^\/desk\/site\?at=%2F&piece=/);
});

test("a sample is said to be real, for the item that is marked", async () => {
  const sample = "testimonials.toml:testimonials.0";
  const item = { id: sample, list: "testimonials", index: 0, count: 4, sample };
  await show(site({ chosen: LEAD.id, pieces: [{ ...LEAD, item }] }));
  await press(button("It's real"));
  const sent = { at: "/", item: sample, piece: LEAD.id, action: "real" };
  expect(send).toHaveBeenCalledWith("/desk/site/item", expect.objectContaining(sent));
  await show(site({ chosen: LEAD.id, pieces: [{ ...LEAD, item: { ...item, sample: null } }] }));
  expect(document.body.textContent).not.toContain("It's real");
});

test("one is added below with all its words at once", async () => {
  const item = { id: "faq.0", list: "questions", index: 0, count: 2, sample: null };
  const question = { ...LEAD, id: "faq.0.question", name: "Question", item };
  const answer = { ...LEAD, id: "faq.0.answer", name: "Answer", item };
  await show(site({ chosen: question.id, pieces: [question, answer] }));
  const doings = [...document.querySelectorAll<HTMLButtonElement>("[name=action]")];
  expect(
    doings.map(({ value }) => value),
    "a copy would be public",
  ).not.toContain("copy");
  const put = () => document.querySelector<HTMLButtonElement>(".piece__add [type=submit]");
  expect(put(), "nothing of it is there until it is asked for").toBeNull();
  await act(() => {
    const folded = document.querySelector<HTMLDetailsElement>(".piece__add");
    if (folded) folded.open = true;
    folded?.dispatchEvent(new Event("toggle"));
  });
  expect(put()?.disabled).toBe(true);
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>(".piece__add textarea")];
  expect(fields.map(({ value }) => value)).toEqual(["", ""]);
  await type("At night?", fields[0]);
  expect(put()?.disabled, "half of it").toBe(true);
  await type("Yes.", fields[1]);
  await press(put());
  const words = { "words:faq.0.question": "At night?", "words:faq.0.answer": "Yes." };
  const sent = { at: "/", item: "faq.0", piece: question.id, ...words };
  expect(send).toHaveBeenCalledWith("/desk/site/add", expect.objectContaining(sent));
});

test("an item with a list of its own is copied, since the words of that list would be the neighbour's", async () => {
  const item = { id: "groups.0", list: "groups", index: 0, count: 2, sample: null };
  const inner = { ...item, id: "groups.0.areas.0", list: "areas" };
  const pieces = [
    { ...LEAD, id: "groups.0.name", item },
    { ...LEAD, id: "groups.0.areas.0", item: inner },
  ];
  await show(site({ chosen: "groups.0.name", pieces }));
  expect(document.querySelector(".piece__add")).toBeNull();
  expect(document.querySelector('[name=action][value="copy"]')).not.toBeNull();
});

test("an item of a list is moved, copied and taken out", async () => {
  const item = { id: "steps.0", list: "steps", index: 0, count: 3, sample: null };
  await show(site({ chosen: LEAD.id, pieces: [{ ...LEAD, item }] }));
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(".piece__item button")];
  expect(buttons.map(({ value, disabled }) => [value, disabled])).toEqual([
    ["up", true],
    ["down", false],
    ["copy", false],
    ["remove", false],
  ]);
  expect(document.querySelector(".piece__item p")?.textContent).toBe("1 of 3 in steps");
  await press(buttons[1]);
  expect(send).toHaveBeenCalledWith(
    "/desk/site/item",
    expect.objectContaining({ at: "/", item: "steps.0", piece: LEAD.id, action: "down" }),
  );
});
