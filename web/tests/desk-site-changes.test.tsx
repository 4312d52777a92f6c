// What was changed lately, by its days, and a page before and after a change.
import { act } from "react";
import { describe, expect, test } from "vitest";
import { byDay } from "../desk/screens/site/days.ts";
import { at, NOW } from "./desk-post.ts";
import { LEAD, onThePage, pageWith, press, send, site } from "./desk-site.tsx";
import { change, served, version } from "./desk-site-drafts.tsx";
import { facts } from "./desk-site-facts.tsx";
import { show } from "./render.tsx";

onThePage();

const TODAY = [change(9), change(8, { when: at("00:05") })];
const YESTERDAY = [change(7, { when: at("23:55", 21) }), change(6, { when: at("09:00", 21) })];

describe("the days of changes", () => {
  test("begin at Dubai's midnight, and have names", () => {
    const old = change(5, { when: at("12:00", 19) });
    const older = change(4, { when: at("12:00", 19) - 365 * 86_400_000 });
    const days = byDay([...TODAY, ...YESTERDAY, old, older], NOW);
    expect(days.map(({ day, name, changes }) => [day, name, changes.map(({ id }) => id)])).toEqual([
      ["2026-11-22", "Today", [9, 8]],
      ["2026-11-21", "Yesterday", [7, 6]],
      ["2026-11-19", "Thursday 19 November", [5]],
      ["2025-11-19", "Wednesday 19 November 2025", [4]],
    ]);
  });

  test.each([
    ["two that weren't taken back", {}, true],
    ["one of which was taken back", { is_undone: true }, false],
    ["one of which took another back", { is_undo: true }, false],
  ])("can be undone as a whole: %s", (_, changes, isUndoable) => {
    const [day] = byDay([change(9), change(8, changes)], NOW);
    expect(day?.isUndoable).toBe(isUndoable);
  });

  test("are undone as a whole, from the page and from the facts", async () => {
    const changes = [change(9), ...YESTERDAY];
    await show(site({ at: "/contact-us", changes }));
    const days = () => [...document.querySelectorAll('form[action="/desk/site/undo-day"] button')];
    expect(days().map((button) => button.textContent)).toEqual(["Undo all of yesterday"]);
    await press(days()[0]);
    const sent = { day: "2026-11-21", key: expect.any(String) };
    expect(send).toHaveBeenLastCalledWith("/desk/site/undo-day", { ...sent, at: "/contact-us" });
    await show(facts({ changes: TODAY }));
    expect(days().map((button) => button.textContent)).toEqual(["Undo all of today"]);
    await press(days()[0]);
    expect(send).toHaveBeenLastCalledWith(
      "/desk/site/undo-day",
      expect.objectContaining({ day: "2026-11-22", back: "facts" }),
    );
  });
});

test("a change says with which draft it came, and leads to the page before and after it", () => {
  const page = served(site({ at: "/contact-us", changes: [change(9, { draft: "Eid" })] }));
  expect(page.querySelector(".hist b")?.textContent).toBe("13:49, Layla, with “Eid”.");
  expect(page.querySelector(".hist a")?.getAttribute("href")).toBe(
    "/desk/site/versions/9?at=%2Fcontact-us",
  );
});

describe("before and after", () => {
  test("the words' difference is above the page's two versions", () => {
    const page = served(version());
    expect(page.querySelector(".head p")?.textContent).toBe("13:49, Layla. not 140 but 150 ");
    const frames = [...page.querySelectorAll("iframe")];
    expect(frames.map((frame) => frame.getAttribute("src"))).toEqual([
      "/desk/site/page?at=%2Fcontact-us&version=7&side=before",
      "/desk/site/page?at=%2Fcontact-us&version=7&side=after",
    ]);
    const back = page.querySelector('a[aria-keyshortcuts="Escape"]')?.getAttribute("href");
    expect(back).toBe(`/desk/site?at=%2Fcontact-us&piece=${encodeURIComponent(LEAD.id)}`);
  });

  test("each version has the piece outlined and in sight, and leads nowhere", async () => {
    await show(version());
    for (const frame of document.querySelectorAll("iframe")) {
      const page = frame.contentDocument as Document;
      page.open();
      page.write(pageWith("In Dubai since"));
      page.close();
      await act(async () => frame.dispatchEvent(new Event("load")));
      const outlined = [...page.querySelectorAll("[data-at-now]")];
      expect(outlined.map((element) => element.getAttribute("data-at"))).toEqual([LEAD.id]);
      const click = new MouseEvent("click", { bubbles: true, cancelable: true });
      page.querySelector("a")?.dispatchEvent(click);
      expect(click.defaultPrevented).toBe(true);
    }
  });

  test("the change can be taken back here, once", async () => {
    await show(version());
    await press(document.querySelector("form button"));
    const sent = { id: "7", at: "/contact-us" };
    expect(send).toHaveBeenCalledWith("/desk/site/undo", expect.objectContaining(sent));
    await show(version({ change: change(7, { is_undone: true }) }));
    expect(document.querySelector("form")).toBeNull();
  });

  test("what can't be shown says why", () => {
    const page = served(version({ problem: "The page isn't there any more." }));
    expect(page.querySelector(".say")?.textContent).toBe("The page isn't there any more.");
    expect(page.querySelector("iframe")).toBeNull();
  });
});
