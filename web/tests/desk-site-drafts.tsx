// Drafts of the site, a screen with them and changes, as tests of the desk need them.
import { act, type ReactNode } from "react";
import { renderToString } from "react-dom/server.browser";
import { SiteDraftsView } from "../desk/screens/site-drafts/site-drafts.tsx";
import { NoticeBar } from "../desk/shell/notice.tsx";
import { ActionsProvider } from "../desk/ui/actions.tsx";
import { ClockProvider } from "../desk/ui/clock.tsx";
import type {
  Desk,
  DraftEntry,
  Notice,
  SiteChange,
  SiteDraft,
  SiteDrafts,
} from "../src/contract/desk.ts";
import { at, deskOf, NOW } from "./desk-post.ts";
import { send } from "./desk-site.tsx";

export const RAMADAN: SiteDraft = {
  id: "d1",
  name: "Ramadan hours",
  goes_live_at: null,
  problem: null,
};
/** A Sunday. */
export const SET = { ...RAMADAN, goes_live_at: Date.parse("2027-02-07T08:00:00+04:00") };

export const change = (id: number, changes: Partial<SiteChange> = {}): SiteChange => ({
  id,
  when: at("13:49"),
  by: "Layla Saleh",
  mine: false,
  name: "AC cleaning",
  was: "140",
  is: "150",
  is_undone: false,
  is_undo: false,
  draft: null,
  ...changes,
});

export const entry = (changes: Partial<DraftEntry> = {}): DraftEntry => ({
  draft: RAMADAN,
  link: "https://amwaj.example/draft/K7QP",
  by: "Layla Saleh",
  begun: at("22:40", 21),
  changes: [change(7)],
  pages: [{ at: "/contact-us", title: "Contact" }],
  put_aside_at: null,
  time: "",
  ...changes,
});

const actions = { send, drop: () => {}, take: () => {}, dismiss: () => {} };

export const around = (desk: Desk, screen: ReactNode) => (
  <ClockProvider serverNow={NOW}>
    <ActionsProvider value={actions}>
      {screen}
      <NoticeBar desk={desk} />
    </ActionsProvider>
  </ClockProvider>
);

export function drafts(changes: Partial<SiteDrafts> = {}, notice: Notice | null = null) {
  const screen = { name: "site-drafts" as const, drafts: [entry()], refused: null, locked: null };
  const desk = deskOf({ ...screen, ...changes }, notice);
  return around(desk, <SiteDraftsView desk={desk} screen={{ ...screen, ...changes }} />);
}

export const served = (screen: ReactNode) =>
  new DOMParser().parseFromString(renderToString(screen), "text/html");

/** Fields that a form sends, without the key. */
export async function sentBy(form: Element | null | undefined): Promise<Record<string, string>> {
  send.mockClear();
  const submit = new SubmitEvent("submit", { bubbles: true, cancelable: true });
  await act(async () => form?.dispatchEvent(submit));
  const { key: _, ...fields } = send.mock.calls[0]?.[1] ?? {};
  return fields;
}

/** The form whose button says this. */
export const formOf = (page: ParentNode, words: string) =>
  [...page.querySelectorAll("form")].find((form) =>
    form.querySelector("button")?.textContent?.startsWith(words),
  );
export const hrefs = (page: ParentNode, within: string) =>
  [...page.querySelectorAll(`${within} a`)].map((link) => link.getAttribute("href"));
