// Typing into a piece of the site: the page shows it, the server checks it, and nothing of it is lost.
import { act } from "react";
import { describe, expect, test } from "vitest";
import { forgetKept } from "../desk/browser/kept.ts";
import {
  button,
  field,
  framed,
  heading,
  LEAD,
  live,
  load,
  mistake,
  onThePage,
  outlined,
  pageWith,
  pass,
  press,
  SCREEN,
  site,
  tap,
  tried,
  trying,
  type,
} from "./desk-site.tsx";
import { show } from "./render.tsx";

onThePage();

describe("what is typed", () => {
  test("shows on the page 350 ms later, in its outline, and nothing is asked before", async () => {
    await show(site({ chosen: LEAD.id }));
    await load();
    expect(live().disabled).toBe(true);
    await type("Since {company.since}");
    await pass(349);
    expect(trying).not.toHaveBeenCalled();
    await pass(1);
    expect(trying).toHaveBeenCalledWith({
      at: "/",
      piece: LEAD.id,
      value: "Since {company.since}",
    });
    expect(framed().getElementById("lead")?.textContent).toContain("Since {company.since}");
    expect(outlined()).toHaveLength(1);
    expect(live().disabled).toBe(false);
    await tap("b");
    expect(heading()).toBe("Founded in");
  });

  test("is checked as it is in the end: an earlier answer is dropped", async () => {
    let answer = (_: Response) => {};
    trying.mockReturnValueOnce(new Promise((done) => (answer = done)));
    await show(site({ chosen: LEAD.id }));
    await load();
    await type("First");
    await pass(350);
    await type("Second");
    await act(async () => answer(tried(pageWith("First"), [mistake("of the first")])));
    expect(document.body.textContent).not.toContain("of the first");
    expect(framed().body.textContent).not.toContain("First");
    await pass(350);
    expect(framed().body.textContent).toContain("Second");
  });

  test("says when the server is away", async () => {
    trying.mockRejectedValueOnce(new TypeError("offline"));
    await show(site({ chosen: LEAD.id }));
    await load();
    await type("Typed");
    await pass(350);
    expect(document.querySelector(".complaint")?.textContent).toContain("needs a connection");
  });
});

describe("what is typed and not live", () => {
  test("with a mistake can't go live; a likely fix is one tap", async () => {
    trying.mockResolvedValueOnce(tried(null, [mistake("nothing is called {x}", "Mended.")]));
    await show(site({ chosen: LEAD.id }));
    await load();
    await type("Wrong {x}.");
    await pass(350);
    const said = document.getElementById(field().getAttribute("aria-describedby") ?? "");
    expect(said?.getAttribute("role")).toBe("alert");
    expect(said?.textContent).toContain("nothing is called {x}");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(live().disabled).toBe(true);
    await press(button("Put it right:"));
    expect(field().value).toBe("Mended.");
    await pass(350);
    expect(live().disabled).toBe(false);
  });

  test("is put back, on the page too", async () => {
    await show(site({ chosen: LEAD.id }));
    await load();
    await type("Typed");
    await pass(350);
    await press(button("Leave it as it was"));
    await pass(0);
    expect(field().value).toBe(LEAD.value);
    expect(framed().body.textContent).toContain("As it is live");
    expect(live().disabled).toBe(true);
  });

  test("stays for each piece while somebody walks about, and its name says so", async () => {
    await show(site({ chosen: LEAD.id }));
    await load();
    await type("Kept");
    await tap("a");
    expect(document.querySelector(".pieces summary")?.textContent).toContain("1 not live yet");
    await press(button("Sentence under the heading"));
    expect(field().value).toBe("Kept");
  });
});

describe("on this device", () => {
  test("what isn't live is back after the page was left, and gone after signing out", async () => {
    await show(site({ chosen: LEAD.id }));
    await type("Kept");
    await show(site({ at: "/contact-us", chosen: LEAD.id }));
    expect(field().value).toBe(LEAD.value);
    await show(site({ chosen: LEAD.id }));
    expect(field().value).toBe("Kept");
    forgetKept();
    expect(localStorage).toHaveLength(0);
  });

  test("what is live by now isn't kept", async () => {
    await show(site({ chosen: LEAD.id }));
    await type("Kept");
    await show(site({ at: "/contact-us" }));
    const pieces = [{ ...LEAD, value: "Kept" }, ...SCREEN.pieces.slice(1)];
    await show(site({ chosen: LEAD.id, pieces }));
    expect(live().disabled).toBe(true);
    expect(localStorage).toHaveLength(0);
  });
});
