// R14: what the request form starts with, and what becomes of it when the visitor comes back from another page.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RequestSection } from "../src/contract/content.ts";
import { forgetDraft } from "../src/request-form/draft.ts";
import { RequestForm } from "../src/request-form/request-form.tsx";
import { SiteProvider } from "../src/ui/site.tsx";
import { HOME } from "./fixtures/home.ts";

const request = HOME.page.sections.find(({ kind }) => kind === "request") as RequestSection;
const words = request.form;
const PLUMBING = "plumbing-services-in-dubai";
const PAINTING = "painting-services-in-dubai";

let root: Root;

async function show(prefill: string | null) {
  await act(async () =>
    root.render(
      <SiteProvider value={HOME.site}>
        <RequestForm words={words} prefill={prefill} answer={null} />
      </SiteProvider>,
    ),
  );
}

/** The visitor leaves the page with the form, and comes back to it. */
async function comeBack(prefill: string | null) {
  await act(async () => root.unmount());
  root = createRoot(document.body.firstElementChild as Element);
  await show(prefill);
}

const form = () => document.querySelector("form") as HTMLFormElement;
const field = (name: string) =>
  form().elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
const shown = () => ["name", "service", "message"].map((name) => field(name).value);

async function type(values: Record<string, string>) {
  await act(async () => {
    for (const [name, value] of Object.entries(values)) {
      field(name).value = value;
      field(name).dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  forgetDraft();
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

test("R14 a prefill fills the form and never overwrites what the visitor typed", async () => {
  await show(null);
  await type({ message: "My own words" });
  await show("premium");
  expect(shown()).toEqual(["", "Maintenance Contract", "My own words"]);
});

test("R14 another prefill replaces the first one's values, and what it has none for becomes empty", async () => {
  await show("premium");
  expect(field("message").value).toBe(words.wishes.premium?.message);
  await show("elite");
  expect(field("message").value).toBe(words.wishes.elite?.message);
  await show(PLUMBING);
  expect(shown()).toEqual(["", "Plumbing Services", ""]);
  await show(null);
  expect(shown()).toEqual(["", "Plumbing Services", ""]);
});

test("R14 a service without a choice of its own leaves the choice open, and its name starts the message", async () => {
  await show(PAINTING);
  expect(shown()).toEqual(["", "", "Painting: "]);
});

test("R14 an urgent request from a service's page is about that service", async () => {
  await show(`${PLUMBING} emergency`);
  expect(shown()).toEqual(["", "Plumbing Services", words.wishes.emergency?.message]);
});

test.each(["no-such-service", "constructor", "__proto__"])(
  "R14 the unknown prefill %s leaves the form empty",
  async (name) => {
    await show(name);
    expect(shown()).toEqual(["", "", ""]);
  },
);

test("R14 from another service's page, what the visitor typed stays and the first service goes", async () => {
  await show(PLUMBING);
  await type({ name: "Aisha" });
  await comeBack(null);
  expect(shown(), "elsewhere, the draft is as it was").toEqual(["Aisha", "Plumbing Services", ""]);
  await comeBack(PAINTING);
  expect(shown()).toEqual(["Aisha", "", "Painting: "]);
});

test("R14 a service that the visitor chose stays, whatever page comes next", async () => {
  await show(PLUMBING);
  await type({ service: "Carpentry Work", message: "A door" });
  await comeBack(PAINTING);
  expect(shown()).toEqual(["", "Carpentry Work", "A door"]);
});
