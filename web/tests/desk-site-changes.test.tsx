// Recent changes, by day.
import { describe, expect, test } from "vitest";
import { authorsWords, byDay } from "../desk/screens/site/days.ts";
import { at, NOW } from "./desk-post.ts";
import { onThePage, press, send, site } from "./desk-site.tsx";
import { change, served } from "./desk-site-drafts.tsx";
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
    expect(day && day.undoable.length > 1).toBe(isUndoable);
  });

  test("say whose changes an undo of the whole takes back", async () => {
    const by = (mine: boolean, name: string | null) => ({ mine, by: name });
    const file = change(6, by(false, null));
    const own = [
      change(9, by(true, "Layla")),
      change(8, by(false, "Omar Khan")),
      change(7, by(true, "Layla")),
    ];
    expect(authorsWords([...own, file])).toBe("2 by you, 1 by Omar, 1 in the file on the server");
    await show(site({ changes: own }));
    const question = document.querySelector(".hist__day details");
    expect(question?.textContent).toContain("2 by you, 1 by Omar.");
    expect(question?.querySelector("button")?.textContent).toBe("Take back 3 changes");
  });

  test("are undone as a whole, from the page and from the facts", async () => {
    const changes = [change(9), ...YESTERDAY];
    await show(site({ at: "/contact-us", changes }));
    const days = () => [...document.querySelectorAll(".hist__day summary")];
    const confirmed = () => press(document.querySelector(".hist__day button"));
    expect(days().map((day) => day.textContent)).toEqual(["Undo all 2 of yesterday"]);
    await confirmed();
    const sent = { id: "7,6", key: expect.any(String) };
    expect(send).toHaveBeenLastCalledWith("/desk/site/undo", { ...sent, at: "/contact-us" });
    await show(facts({ changes: TODAY }));
    expect(days().map((day) => day.textContent)).toEqual(["Undo all 2 of today"]);
    await confirmed();
    expect(send).toHaveBeenLastCalledWith(
      "/desk/site/undo",
      expect.objectContaining({ id: "9,8", back: "facts" }),
    );
  });
});

test("a change says who made it, with which draft, and where its words differ", () => {
  const page = served(site({ at: "/contact-us", changes: [change(9, { draft: "Eid" })] }));
  expect(page.querySelector(".hist b")?.textContent).toBe("13:49, Layla, with “Eid”.");
  expect(page.querySelector(".hist p")?.textContent).toContain("AC cleaning: not 140 but 150");
});
