// Words typed in the editor are kept on the device until the server has them, and nothing replaces them before.
import { act } from "react";
import { describe, expect, test } from "vitest";
import { forgetKept } from "../desk/browser/kept.ts";
import { keepWords, keptWords } from "../desk/screens/posts/kept.ts";
import { json } from "./desk-phone.ts";
import { signInDesk, WORDS } from "./desk-post.ts";
import { editor, field, KEPT, onAPage, pass, said, server, take, type } from "./desk-post-page.tsx";
import { show } from "./render.tsx";

onAPage();

describe("what is typed", () => {
  test("is kept on this device after 300 ms, and no longer once the server has it", async () => {
    await show(editor());
    await type("body", "Typed.");
    field("body").focus();
    field("body").setSelectionRange(2, 4);
    await pass(300);
    expect(keptWords(KEPT)).toEqual({
      words: { ...WORDS, body: "Typed." },
      number: 5,
      caret: { field: "body", start: 2, end: 4 },
    });
    await pass(700);
    expect(server).toHaveBeenCalledOnce();
    expect(take).toHaveBeenCalledOnce();
    expect(keptWords(KEPT)).toBeNull();
  });

  test("comes back with its caret where a tab died, and is saved", async () => {
    const words = { ...WORDS, body: "Not saved." };
    keepWords(KEPT, { words, number: 4, caret: { field: "body", start: 3, end: 3 } });
    await show(editor());
    expect(field("body").value).toBe("Not saved.");
    expect([document.activeElement?.id, field("body").selectionStart]).toEqual(["body", 3]);
    await pass(1_000);
    expect(server.mock.calls[0]?.[1]).toMatchObject({ number: "4", body: "Not saved." });
  });

  test("comes back with a picture that the server doesn't name", async () => {
    keepWords(KEPT, { words: { ...WORDS, image: "own.jpg" }, number: 5, caret: null });
    await show(editor());
    expect(field("image").value).toBe("own.jpg");
    await pass(1_000);
    expect(server.mock.calls[0]?.[1]).toMatchObject({ image: "own.jpg" });
  });

  test("is dropped from the device where the server has it already, and when somebody signs out", async () => {
    keepWords(KEPT, { words: WORDS, number: 4, caret: null });
    await show(editor());
    expect(keptWords(KEPT)).toBeNull();
    keepWords(KEPT, { words: WORDS, number: 4, caret: null });
    localStorage.setItem("desk-keys", "off");
    forgetKept();
    expect(Object.keys(localStorage)).toEqual(["desk-keys"]);
  });

  test("isn't overwritten by a newer screen until it's saved", async () => {
    await show(editor());
    await type("body", "Mine.");
    await show(editor({ number: 6, words: { ...WORDS, body: "Hers." } }));
    expect(field("body").value).toBe("Mine.");
  });

  test("gives way to a newer screen where nothing was typed", async () => {
    await show(editor());
    await show(editor({ number: 6, words: { ...WORDS, body: "Hers.", title: "Six jobs" } }));
    expect([field("body").value, field("title").value]).toEqual(["Hers.", "Six jobs"]);
    expect(document.querySelector(".md__lines")?.textContent).toBe("Hers.\n");
  });

  test("is said to be on this device while the server is away, and a sign-in is offered when it's asked for", async () => {
    server.mockRejectedValueOnce(new TypeError()).mockResolvedValueOnce(json(signInDesk(), 401));
    await show(editor());
    expect(said()).toBe("");
    await type("body", "Typed.");
    await pass(1_000);
    expect(said()).toBe("Kept on this device, not on the server yet");
    expect(document.querySelector(".ed__mend")?.textContent).toBe(
      "Publish when you're back online.",
    );
    await act(async () => dispatchEvent(new Event("online")));
    await pass(0);
    expect(said()).toContain("You've been signed out.");
    expect(document.querySelector(".strip a.btn")?.getAttribute("href")).toBe("/desk/posts/p1");
    expect(field("body").value).toBe("Typed.");
  });
});
