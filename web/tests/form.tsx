// The request form in a live document, for the tests of what it says and of what it starts with.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { vi } from "vitest";
import type { RequestSection } from "../src/contract/content.ts";
import type { FormAnswer } from "../src/request-form/answer.ts";
import { forgetDraft } from "../src/request-form/draft.ts";
import { RequestForm } from "../src/request-form/request-form.tsx";
import { SiteProvider } from "../src/ui/site.tsx";
import { HOME } from "./fixtures/home.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const request = HOME.page.sections.find(({ kind }) => kind === "request") as RequestSection;
export const words = request.form;

let root: Root;

/** Before each test: an empty document, and nothing typed yet. */
export function openDocument() {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  forgetDraft();
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
}

/** After each test. */
export async function closeDocument() {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
}

export async function show(prefill: string | null = null, answer: FormAnswer | null = null) {
  await act(async () =>
    root.render(
      <SiteProvider value={HOME.site}>
        <RequestForm words={words} prefill={prefill} answer={answer} />
      </SiteProvider>,
    ),
  );
}

/** The visitor leaves the page with the form, and comes back to it. */
export async function comeBack(prefill: string | null) {
  await act(async () => root.unmount());
  root = createRoot(document.body.firstElementChild as Element);
  await show(prefill);
}

export const form = () => document.querySelector("form") as HTMLFormElement;
export const field = (name: string) => form().elements.namedItem(name) as Field;

export async function type(values: Record<string, string>) {
  await act(async () => {
    for (const [name, value] of Object.entries(values)) {
      field(name).value = value;
      field(name).dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
}
