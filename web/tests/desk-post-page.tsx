// The editor on a page, with a server that answers as a test says.
import { act } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { Editor } from "../desk/screens/posts/editor.tsx";
import { keptName } from "../desk/screens/posts/kept.ts";
import { ActionsProvider } from "../desk/ui/actions.tsx";
import { ClockProvider } from "../desk/ui/clock.tsx";
import type { Desk, PostEditor } from "../src/contract/desk.ts";
import { json, ME } from "./desk-phone.ts";
import { editorDesk, NOW, WORDS } from "./desk-post.ts";

export const KEPT = keptName(ME.id, "p1");
export const take = vi.fn<(answer: Desk) => void>();
export const send = vi.fn(async () => null);
/** The server's answer to a form. */
export const server =
  vi.fn<(action: string, fields: Record<string, string>) => Promise<Response>>();

const screenOf = (desk: Desk) => desk.screen as PostEditor & { name: "post-editor" };

export const editor = (changes: Partial<PostEditor> = {}) => {
  const desk = editorDesk(changes);
  return (
    <ClockProvider serverNow={NOW}>
      <ActionsProvider value={{ send, drop: () => {}, take, dismiss: () => {} }}>
        <Editor desk={desk} screen={screenOf(desk)} />
      </ActionsProvider>
    </ClockProvider>
  );
};

export const field = <T extends HTMLElement = HTMLTextAreaElement>(name: string) =>
  document.getElementById(name) as T & { value: string };
export const said = () => document.querySelector('.strip [role="status"]')?.textContent;

export async function type(name: string, text: string) {
  await act(async () => {
    field(name).value = text;
    field(name).dispatchEvent(new Event("input", { bubbles: true }));
  });
}

export const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

/** Takes the words as they are. */
async function accept(_: string, { number, key, ...words }: Record<string, string>) {
  return json(editorDesk({ number: Number(number) + 1, words: { ...WORDS, ...words } }));
}

/** Before and after each test of a file. */
export function onAPage(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    take.mockReset();
    send.mockClear();
    server.mockReset().mockImplementation(accept);
    vi.stubGlobal("fetch", (action: string, { body }: { body: URLSearchParams }) =>
      server(action, Object.fromEntries(body)),
    );
  });
  afterEach(() => vi.useRealTimers());
}
