// Days with other hours: their names in words, adding and removing them.
import { describe, expect, test } from "vitest";
import { daysWords } from "../desk/screens/site-facts/days-words.ts";
import { NOW } from "./desk-post.ts";
import { mistake, onThePage, press, send, type } from "./desk-site.tsx";
import { facts, NATIONAL_DAY, unfold } from "./desk-site-facts.tsx";
import { show } from "./render.tsx";

onThePage();

const adding = () => document.querySelector(".days__add") as HTMLDetailsElement;
const field = (name: string) => adding().querySelector(`[name="${name}"]`) as HTMLInputElement;
const addButton = () => adding().querySelector('button[type="submit"]');
const choose = (hours: "open" | "closed") => press(adding().querySelector(`[value="${hours}"]`));
const ramadan = { ...NATIONAL_DAY, item: "special.1", name: "Ramadan", from: "2027-02-08" };

describe("days with other hours", () => {
  test.each([
    [{}, "Wed 2 Dec to Thu 3 Dec, closed"],
    [{ to: "" }, "Wed 2 Dec, closed"],
    [{ to: "2026-12-02", opens: "09:00", closes: "15:00" }, "Wed 2 Dec, 09:00 to 15:00"],
    [{ from: "2027-02-08", to: "2027-03-08" }, "Mon 8 Feb 2027 to Mon 8 Mar 2027, closed"],
    [{ from: "soon", to: "" }, "soon, closed"],
  ])("%j read %j", (changes, words) =>
    expect(daysWords({ ...NATIONAL_DAY, ...changes }, NOW)).toBe(words),
  );

  test("are listed, and each can be removed", async () => {
    await show(facts());
    expect(document.querySelector(".days p")?.textContent).toBe(
      "National Day: Wed 2 Dec to Thu 3 Dec, closed",
    );
    await press(document.querySelector(".days button"));
    expect(send).toHaveBeenCalledWith("/desk/site/item", {
      at: "/",
      item: "special.0",
      action: "remove",
      back: "facts",
      key: expect.any(String),
    });
  });

  test("are added: closed, or with their hours", async () => {
    await show(facts());
    await unfold(adding());
    await type("Ramadan", field("name"));
    await type("2027-02-08", field("from"));
    expect(field("opens")).toBeNull();
    await choose("open");
    const chosen = [...adding().querySelectorAll<HTMLInputElement>('[type="radio"]')];
    expect(chosen.map(({ checked }) => checked)).toEqual([false, true]);
    await type("09:00", field("opens"));
    await type("15:00", field("closes"));
    await press(addButton());
    const fields = { name: "Ramadan", from: "2027-02-08", to: "", back: "facts" };
    expect(send).toHaveBeenCalledWith(
      "/desk/site/special-days",
      expect.objectContaining({ ...fields, opens: "09:00", closes: "15:00" }),
    );
    await choose("closed");
    await press(addButton());
    expect(send.mock.lastCall?.[1]).toMatchObject({ ...fields, hours: "closed" });
    expect(send.mock.lastCall?.[1]).not.toHaveProperty("opens");
    await show(facts({ special_days: [NATIONAL_DAY, ramadan] }));
    expect([field("name").value, adding().open]).toEqual(["", false]);
  });

  test("that were refused stay as they were typed, with why", async () => {
    await show(facts());
    await type("Ramadan", field("name"));
    await choose("open");
    await type("15:00", field("opens"));
    const days = { ...ramadan, opens: "15:00", closes: "09:00" };
    const problems = [mistake("it closes before it opens")];
    await show(facts({ refused_days: { days, problems } }));
    expect(adding().open).toBe(true);
    expect([field("name").value, field("opens").value]).toEqual(["Ramadan", "15:00"]);
    expect(adding().querySelector('[role="alert"]')?.textContent).toBe("it closes before it opens");
    await show(facts());
    expect(field("name").value).toBe("Ramadan");
  });
});
