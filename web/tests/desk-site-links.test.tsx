// Where links lead, at the desk: chosen from the places there are or typed, found from their words and back.
import { act } from "react";
import { describe, expect, test } from "vitest";
import { wordsBeside } from "../desk/screens/site/links.ts";
import type { SitePiece } from "../src/contract/desk.ts";
import {
  ALT,
  button,
  field,
  heading,
  LEAD,
  live,
  load,
  mistake,
  onThePage,
  outlined,
  pass,
  press,
  SCREEN,
  send,
  site,
  tried,
  trying,
  type,
} from "./desk-site.tsx";
import { show } from "./render.tsx";

const WORDS: SitePiece = {
  ...LEAD,
  id: "pages/home.toml:sections.0.action.label",
  name: "Words on the button",
  value: "Book now",
  shown: "Book now",
};
const LINK: SitePiece = {
  ...ALT,
  id: "pages/home.toml:sections.0.action.to",
  name: "Where it leads",
  kind: "link",
  value: "#request",
  shown: "#request",
};
const MENU: SitePiece = { ...LINK, id: "navigation.toml:header.1.to", value: "/contact-us" };
const PLAN: SitePiece = { ...LINK, id: "plans.toml:plans.0.link", name: "Where that button leads" };
const PROFILE: SitePiece = {
  ...LINK,
  id: "company.toml:social.0.url",
  kind: "url",
  value: "https://example.com/amwaj",
};

/** The screen with one of its pieces chosen. */
const withLinks = (chosen: SitePiece, ...others: SitePiece[]) => ({
  pieces: [...SCREEN.pieces, WORDS, LINK, MENU, PROFILE, ...others].map((piece) =>
    piece.id === chosen.id ? chosen : piece,
  ),
  anchors: ["services", "request"],
  chosen: chosen.id,
});

onThePage();

const choice = () => document.querySelector(".piece__form select") as HTMLSelectElement;
const address = () =>
  document.querySelector<HTMLInputElement>('.piece__form input[inputmode="url"]');
const offered = () =>
  [...choice().querySelectorAll("optgroup")].map((group) => [
    group.label,
    ...[...group.querySelectorAll("option")].map((option) => option.textContent),
  ]);

async function pick(words: string): Promise<void> {
  const option = [...choice().options].find(({ textContent }) => textContent === words);
  await act(async () => {
    if (option) option.selected = true;
    choice().dispatchEvent(new Event("change", { bubbles: true }));
  });
}

const LINES = [
  "Reach us",
  "Call the mobile",
  "Call the landline",
  "Chat on WhatsApp",
  "E-mail",
  "Directions",
];

describe("a link", () => {
  test("leads to a line of the company, a page, or a place on its own page", async () => {
    await show(site(withLinks(LINK)));
    expect(offered()).toEqual([
      LINES,
      ["Pages", "Home", "Contact"],
      ["On this page", "#services", "#request"],
    ]);
    expect([choice().value, address()]).toEqual(["#request", null]);
    expect(document.querySelector(".sheet")?.textContent).not.toContain("Said aloud");
  });

  test("of a menu, which is on every page, leads to no place on this one", async () => {
    await show(site(withLinks(MENU)));
    expect(offered().map(([name]) => name)).toEqual(["Reach us", "Pages"]);
    expect(choice().value).toBe("/contact-us");
  });

  test("is checked and put live like words", async () => {
    await show(site(withLinks(LINK)));
    expect(live().disabled).toBe(true);
    await pick("Chat on WhatsApp");
    await pass(350);
    expect(trying).toHaveBeenCalledWith({ at: "/", piece: LINK.id, value: "chat" });
    await press(live());
    const [, { key: _, ...fields } = {}] = send.mock.calls[0] ?? [];
    expect(fields).toEqual({ at: "/", piece: LINK.id, was: "#request", value: "chat" });
  });
});

describe("another address", () => {
  test("begins with the present one, and stays a field whatever it reads meanwhile", async () => {
    await show(site(withLinks(LINK)));
    await pick("Another address…");
    expect([choice().selectedOptions[0]?.textContent, address()?.value]).toEqual([
      "Another address…",
      "#request",
    ]);
    await type("/contact-us", address() as HTMLElement);
    expect(address()?.value).toBe("/contact-us");
    await type("/contact-us#form", address() as HTMLElement);
    await press(live());
    expect(send.mock.calls[0]?.[1]).toMatchObject({ value: "/contact-us#form" });
    await press(button("Leave it as it was"));
    expect([choice().value, address()]).toEqual(["#request", null]);
  });

  test("is one from the start where nothing offered is like it", async () => {
    await show(site(withLinks({ ...LINK, value: "/contracts#basic" })));
    expect(choice().selectedOptions[0]?.textContent).toBe("Another address…");
    expect(address()?.value).toBe("/contracts#basic");
    await pick("Contact");
    expect([choice().value, address()]).toEqual(["/contact-us", null]);
  });

  test("that leads nowhere says so under it", async () => {
    trying.mockResolvedValueOnce(tried(null, [mistake("`contact` leads nowhere")]));
    await show(site(withLinks({ ...LINK, value: "/contracts#basic" })));
    await type("contact", address() as HTMLElement);
    await pass(350);
    const described = address()?.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toContain("`contact` leads nowhere");
    expect([address()?.ariaInvalid, live().disabled]).toEqual(["true", true]);
  });

  test("of another site is typed, in one line", async () => {
    await show(site(withLinks(PROFILE)));
    expect([field().localName, field().inputMode, field().dir]).toEqual(["input", "url", "ltr"]);
    await type("https://example.com/new");
    await press(live());
    expect(send.mock.calls[0]?.[1]).toMatchObject({ value: "https://example.com/new" });
  });
});

describe("words that lead somewhere", () => {
  test("say where, choose it, and are outlined then; it leads back to them", async () => {
    await show(site(withLinks(WORDS)));
    await load(`<body><a><x-at data-at="${WORDS.id}">Book now</x-at></a></body>`);
    await press(button("Leads to: #request"));
    expect([heading(), outlined()]).toEqual(["Where it leads", ["Book now"]]);
    await press(button("Its words: Book now"));
    expect(heading()).toBe("Words on the button");
  });

  test.each([
    ["/contact-us", "Leads to: Contact"],
    ["call", "Leads to: Call the mobile"],
    ["https://example.com", "Leads to: https://example.com"],
  ])("to %j read “%s”", async (value, words) => {
    const { pieces } = withLinks({ ...LINK, value });
    await show(site({ pieces, chosen: WORDS.id }));
    expect(button("Leads to")?.textContent).toBe(words);
  });

  test("of a plan's button say that it is the button that leads there", async () => {
    const name = { ...WORDS, id: "plans.toml:plans.0.name", shown: "Basic" };
    const ask = { ...WORDS, id: "plans.toml:plans.0.button", shown: "Ask for Basic" };
    await show(site(withLinks(name, name, ask, PLAN)));
    expect(button("#request")?.textContent).toBe("Where that button leads: #request");
    expect(wordsBeside(PLAN, [name, ask])).toBe(ask);
  });

  test("are none where the table has none of its own", () => {
    const words = { ...WORDS, id: "pages/home.toml:label" };
    expect(wordsBeside(LINK, [LEAD, words])).toBeUndefined();
    expect(wordsBeside({ ...LINK, id: "pages/home.toml:to" }, [LEAD, words])).toBe(words);
  });
});

test("in the list of pieces, a link is below its words, and says where it leads", async () => {
  await show(site(withLinks({ ...LINK, value: "/contact-us" })));
  const listed = [...document.querySelectorAll('[aria-labelledby="pieces-page"] a')];
  const texts = listed.map(({ textContent }) => textContent);
  expect(texts.slice(-2)).toEqual(["Words on the buttonBook now", "Where it leadsContact"]);
});
