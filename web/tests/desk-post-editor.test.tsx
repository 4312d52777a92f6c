// The editor: where its buttons lead, what the checker says, and how two writers choose.
import { act } from "react";
import { describe, expect, test, vi } from "vitest";
import { keptWords } from "../desk/screens/posts/kept.ts";
import type { PostEditor } from "../src/contract/desk.ts";
import { json } from "./desk-phone.ts";
import { editorDesk, NOW, WORDS } from "./desk-post.ts";
import { editor, field, KEPT, onAPage, pass, said, send, server, type } from "./desk-post-page.tsx";
import { type as typeInto } from "./desk-site.tsx";
import { show } from "./render.tsx";

onAPage();

test("every word is a field of one form, and its buttons say where it goes", async () => {
  await show(editor({ state: "published", published_at: NOW - 1 }));
  const form = document.getElementById("post") as HTMLFormElement;
  expect(Object.fromEntries(new FormData(form))).toEqual(WORDS);
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[form="post"]')];
  expect(
    buttons.map((button) => `${button.textContent}: ${button.getAttribute("formaction")}`),
  ).toEqual([
    "Publish changes: /desk/posts/p1/publish",
    "Tomorrow 9:00: /desk/posts/p1/publish",
    "Friday 9:00: /desk/posts/p1/publish",
    "Schedule: /desk/posts/p1/publish",
    "Take it off: /desk/posts/p1/unpublish",
  ]);
});

test("Enter in a field saves: that is the form's first button", async () => {
  await show(editor());
  await type("author", "Layla");
  const [first] = document.querySelectorAll<HTMLElement>('#post button, button[form="post"]');
  await act(async () => first?.click());
  expect(server.mock.calls.map(([action]) => action)).toEqual(["/desk/posts/p1/save"]);
  expect(send).not.toHaveBeenCalled();
});

test("a post of HTML has no toolbar", async () => {
  const toolbar = () => document.querySelector('[role="toolbar"]');
  await show(editor());
  expect(toolbar()).not.toBeNull();
  await show(editor({ format: "html" }));
  expect(toolbar()).toBeNull();
});

describe("what the checker says", () => {
  const problem = { is_mistake: true, line: null, what: "too short", instead: "20 words" };
  const problems: PostEditor["problems"] = [
    { ...problem, field: "body", line: 3, what: "the link leads nowhere", instead: "" },
    { ...problem, field: "excerpt" },
    { ...problem, field: "meta_title", is_mistake: false, what: "long" },
  ];

  test("stands at its field, is counted, and a line of it leads to the text", async () => {
    await show(editor({ problems }));
    expect(field("excerpt").getAttribute("aria-invalid")).toBe("true");
    expect(field("meta_title").getAttribute("aria-invalid")).toBeNull();
    const described = (name: string) =>
      document.getElementById(field(name).getAttribute("aria-describedby") ?? "")?.textContent;
    expect(described("excerpt")).toBe("To mend. too short; 20 words");
    expect(described("meta_title")).toBe("Hint. long; 20 words");
    expect(document.querySelector("a.ed__mend")?.textContent).toBe("2 things to mend");
    expect(document.querySelector(".md__wrong")?.textContent).toBe("Second place.\n");
    const line = document.querySelector<HTMLElement>(".problems__line");
    Element.prototype.scrollIntoView = vi.fn();
    await act(async () => line?.click());
    const { value, selectionStart, selectionEnd } = field("body");
    expect(value.slice(selectionStart, selectionEnd)).toBe("Second place.");
  });

  test("length is counted only where search results cut it", async () => {
    await show(editor());
    await type("meta_title", "x".repeat(60));
    expect(document.querySelector(".problems__count")).toBeNull();
    await type("meta_title", "x".repeat(61));
    expect(document.querySelector(".problems__count")?.textContent).toBe("61 / 60");
  });
});

describe("publishing", () => {
  const publish = () => document.querySelector<HTMLElement>(".ed__go");

  test("saves first, and sends the words with the number that they have then", async () => {
    await show(editor());
    await type("body", "Typed.");
    await act(async () => publish()?.click());
    await pass(0);
    expect(server.mock.calls.map(([action]) => action)).toEqual(["/desk/posts/p1/save"]);
    expect(send).toHaveBeenCalledWith(
      "/desk/posts/p1/publish",
      expect.objectContaining({ when: "now", body: "Typed.", number: "6" }),
    );
  });

  test("at a picked time sends that time only", async () => {
    await show(editor());
    const pick = document.querySelector<HTMLElement>('.sched button[value="2026-11-27T09:00"]');
    await act(async () => pick?.click());
    expect(send).toHaveBeenCalledWith(
      "/desk/posts/p1/publish",
      expect.objectContaining({ when: "2026-11-27T09:00" }),
    );
  });

  test("at a time of one's own waits for that time", async () => {
    await show(editor());
    const schedule = () => document.querySelector<HTMLElement>(".sched > .btn--full")?.click();
    await act(async () => schedule());
    expect(send).not.toHaveBeenCalled();
    await typeInto("2026-11-28T10:30", field("when"));
    await act(async () => schedule());
    expect(send).toHaveBeenCalledWith(
      "/desk/posts/p1/publish",
      expect.objectContaining({ when: "2026-11-28T10:30" }),
    );
  });

  test("says what it would do", async () => {
    const words = async (changes: Partial<PostEditor>) => {
      await show(editor({ id: JSON.stringify(changes), ...changes }));
      return `${publish()?.textContent}. ${document.querySelector(".ed__mend")?.textContent ?? ""}`;
    };
    expect(await words({ state: "draft" })).toBe("Publish now. ");
    expect(await words({ state: "taken-off" })).toBe("Publish now. ");
    expect(await words({ state: "published", published_at: 1 })).toBe("Publish changes. ");
    expect(await words({ state: "published", published_at: 1, up_to_date: true })).toBe(
      "Publish changes. Readers see exactly this.",
    );
    expect(await words({ state: "scheduled", published_at: NOW })).toBe("Publish now. ");
    expect(document.querySelector(".ed__when")?.textContent).toBe("Sun 22 Nov");
  });
});

describe("two writers", () => {
  const conflict = {
    mine: 8,
    by: "Layla Saleh",
    places: [{ field: "body" as const, mine: "Mine.", theirs: "Hers." }],
  };

  test("are told of each other", async () => {
    await show(editor({ others: ["Layla", "Omar"] }));
    expect(document.querySelector(".ed__others")?.textContent).toContain(
      "Layla and Omar are in this post too.",
    );
  });

  test("who changed the same place see both, and choose; what was typed stays until then", async () => {
    server.mockResolvedValueOnce(json(editorDesk({ number: 7, conflict })));
    await show(editor());
    await type("body", "Mine.");
    await pass(1_000);
    const labels = [...document.querySelectorAll(".clash label")].map((label) => label.textContent);
    expect(labels).toEqual(["MineMine.", "Layla'sHers.", "Both"]);
    expect(said()).toBe("Kept on this device until you choose");
    expect(field("body").value).toBe("Mine.");
    await pass(300);
    await type("body", "Mine. More.");
    await pass(300);
    expect(keptWords(KEPT)).toMatchObject({ number: 5, words: { body: "Mine. More." } });

    await act(async () => document.querySelector<HTMLElement>('[value="theirs"]')?.click());
    await act(async () => document.querySelector<HTMLElement>(".clash__keep")?.click());
    const [action, fields] = (send.mock.calls as unknown as [string, object][])[0] ?? [];
    expect(action).toBe("/desk/posts/p1/settle");
    expect(fields).toMatchObject({ mine: "8", number: "7", "choice-0": "theirs" });
    expect(document.querySelector(".clash")).toBeNull();
  });

  test("publish nothing before they have chosen", async () => {
    server.mockResolvedValueOnce(json(editorDesk({ number: 7, conflict })));
    await show(editor());
    await type("body", "Mine.");
    await pass(1_000);
    await act(async () => document.querySelector<HTMLElement>(".ed__go")?.click());
    expect(send).not.toHaveBeenCalled();
    expect(document.querySelector('.toast[role="alert"]')?.textContent).toContain("Choose first");
  });
});

test("the toolbar is one stop for the Tab key; arrows lead through it, and a button does its edit", async () => {
  await show(editor());
  const buttons = [...document.querySelectorAll<HTMLElement>('[role="toolbar"] button')];
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toEqual([buttons[0]]);
  await act(async () => buttons[0]?.focus());
  const key = (name: string) =>
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
  await act(async () => document.activeElement?.dispatchEvent(key("ArrowRight")));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Bold, Ctrl B");
  await act(async () => document.activeElement?.dispatchEvent(key("ArrowLeft")));
  await act(async () => document.activeElement?.dispatchEvent(key("ArrowLeft")));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Undo, Ctrl Z");
  field("body").setSelectionRange(0, 5);
  await act(async () => buttons[1]?.click());
  expect(field("body").value).toBe("**First** place.\n\nSecond place.\n");
  await pass(1_000);
  expect(server.mock.calls[0]?.[1]).toMatchObject({ body: "**First** place.\n\nSecond place.\n" });
});
