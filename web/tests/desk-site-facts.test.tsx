// The facts that change often: each opens in its row, is checked while it's typed, and goes live.
import { act } from "react";
import { describe, expect, test } from "vitest";
import { NOW } from "./desk-post.ts";
import {
  mistake,
  onThePage,
  PRICE,
  pass,
  press,
  send,
  site,
  tried,
  trying,
  type,
} from "./desk-site.tsx";
import {
  FACTS,
  facts,
  input,
  inputs,
  live,
  PHONE,
  PLAN,
  row,
  served,
  unfold,
  withPhone,
} from "./desk-site-facts.tsx";
import { show } from "./render.tsx";

onThePage();

test("the facts are in their groups, each with its name, its value and its pages", () => {
  const page = served();
  const groups = [...page.querySelectorAll("section")].map((group) => [
    group.querySelector("h2")?.textContent,
    ...[...group.querySelectorAll("summary .fact__value")].map((value) => value.textContent),
  ]);
  expect(groups).toEqual([
    ["Prices", "AED 150–300 "],
    ["Annual contracts", "AED 1,999 a year"],
    ["Phones and mail", "+971 4 "],
    ["A notice on every page"],
    ["Holidays and other hours"],
  ]);
  expect(page.querySelector(".fact__name small")?.textContent).toBe("on 4 pages");
  const links = [...page.querySelectorAll(".tabs a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["#prices", "#plans", "#contact", "#notices", "#special-days"]);
  for (const link of links) expect(page.querySelector(link ?? "")).not.toBeNull();
});

test("the pages and the facts lead to each other", async () => {
  expect(served().querySelector('.head a[href="/desk/site"]')).not.toBeNull();
  await show(site());
  expect(document.querySelector('.strip a[href="/desk/site/facts"]')?.textContent).toBe("Facts");
});

describe("a fact that is typed", () => {
  test("is checked 350 ms after the last key, and sleeps while there's a mistake", async () => {
    trying.mockResolvedValueOnce(tried(null, [mistake("no phone number", "+971 5")]));
    await show(facts());
    await type("x", input("Phone"));
    await pass(349);
    expect(trying).not.toHaveBeenCalled();
    await pass(1);
    expect(trying).toHaveBeenCalledWith({ at: "/", piece: PHONE.id, value: "x" });
    const said = document.getElementById(input("Phone").getAttribute("aria-describedby") ?? "");
    expect(said?.textContent).toContain("no phone number");
    expect(input("Phone").getAttribute("aria-invalid")).toBe("true");
    expect(live("Phone").disabled).toBe(true);
    await press(said?.querySelector("button"));
    expect(input("Phone").value).toBe("+971 5");
    await pass(350);
    expect(live("Phone").disabled).toBe(false);
  });

  test("says when the server is away", async () => {
    trying.mockRejectedValueOnce(new TypeError("offline"));
    await show(facts());
    await type("x", input("Phone"));
    await pass(350);
    expect(row("Phone").textContent).toContain("needs a connection");
  });

  test("says that it isn't live yet, and can be left as it was", async () => {
    await show(facts());
    await type("+971 5", input("Phone"));
    expect(row("Phone").querySelector("summary")?.textContent).toContain("not live yet");
    expect(row("Basic").querySelector("summary")?.textContent).not.toContain("not live yet");
    await press(row("Phone").querySelector(".btn--line"));
    expect([input("Phone").value, live("Phone").disabled]).toEqual(["+971 4", true]);
  });

  test("stays while another one goes live, and after the screen was left", async () => {
    await show(facts());
    await type("+971 5", input("Phone"));
    await type("2100", input("Basic"));
    await press(live("Basic"));
    const plans = { kind: "plans" as const, facts: [{ ...PLAN, value: "2100" }] };
    const groups = FACTS.groups.map((group) => (group.kind === "plans" ? plans : group));
    await show(facts({ groups }));
    expect([input("Phone").value, input("Basic").value]).toEqual(["+971 5", "2100"]);
    await show(<p>Another screen</p>);
    await show(facts({ groups }));
    expect([input("Phone").value, live("Basic").disabled]).toEqual(["+971 5", true]);
  });
});

describe("a fact put live", () => {
  test("is sent from its own form, and comes back to the facts", async () => {
    await show(facts());
    const [from, to] = inputs("AC cleaning");
    expect([from?.value, to?.value, live("AC cleaning").disabled]).toEqual(["150", "300", true]);
    await type("170", from);
    await press(live("AC cleaning"));
    expect(send).toHaveBeenCalledWith("/desk/site/save", {
      at: "/",
      piece: PRICE.id,
      was: "150-300",
      value: "170-300",
      back: "facts",
      key: expect.any(String),
    });
    expect(send.mock.calls).toHaveLength(1);
  });

  test("refused: its row is open, with why and what was typed", async () => {
    await show(facts());
    await type("x", input("Phone"));
    await press(live("Phone"));
    const problems = [mistake("no phone number")];
    await show(facts({ chosen: PHONE.id, refused: { value: "x", problems } }));
    expect(row("Phone").open).toBe(true);
    expect(row("Phone").querySelector(".complaints")?.textContent).toBe("no phone number");
    expect(row("Basic").querySelector(".complaints")?.textContent).toBe("");
    expect(input("Phone").value).toBe("x");
  });

  test("closes its row once it's live, where the focus stays", async () => {
    await show(facts());
    await unfold(row("Phone"));
    await type("+971 5 ", input("Phone"));
    live("Phone").focus();
    await press(live("Phone"));
    await show(facts(withPhone("+971 5")));
    expect([row("Phone").open, input("Phone").value]).toEqual([false, "+971 5"]);
    expect(document.activeElement).toBe(row("Phone").querySelector("summary"));
  });

  test("with Ctrl and Enter", async () => {
    await show(facts());
    await type("+971 5", input("Phone"));
    const enter = new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true });
    await act(async () => input("Phone").dispatchEvent(enter));
    expect(send).toHaveBeenCalledOnce();
  });
});

describe("an undo", () => {
  const change = {
    id: 3,
    when: NOW,
    by: "Layla",
    mine: true,
    name: "Phone",
    was: "1",
    is: "2",
    is_undone: false,
    is_undo: false,
    draft: null,
  };
  const expectBack = () =>
    expect(send).toHaveBeenCalledWith(
      "/desk/site/undo",
      expect.objectContaining({ id: "3", at: "/", back: "facts" }),
    );

  test("of what was changed lately comes back to the facts", async () => {
    await show(facts({ changes: [change] }));
    await press(document.querySelector(".hist button"));
    expectBack();
  });

  test("in the notice comes back to the facts", async () => {
    await show(facts({}, { notice: "site-changed", id: 3, name: "Phone" }));
    await press(document.querySelector(".toast button"));
    expectBack();
  });
});

test("while nothing can be changed, it's said and the forms are asleep", async () => {
  await show(facts({ locked: "The server can't write here." }));
  expect(document.querySelector(".say")?.textContent).toBe("The server can't write here.");
  const awake = [...document.querySelectorAll<HTMLElement>("main :is(input, button)")].filter(
    (element) =>
      element.matches(":not([type=hidden]):not(:disabled)") && element.closest("form, .fact"),
  );
  expect(awake).toEqual([]);
});
