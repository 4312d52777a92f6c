// The screen of a page of the site, as tests of the desk need it: its pieces, a frame with its marks, and a server.
import { act } from "react";
import { afterEach, beforeEach, vi } from "vitest";
// The form's file is there before a test shows it.
import "../desk/screens/site/picture.tsx";
import { SiteView } from "../desk/screens/site/site.tsx";
import { ActionsProvider } from "../desk/ui/actions.tsx";
import { ClockProvider } from "../desk/ui/clock.tsx";
import type { Desk, SitePiece, SiteProblem, SiteScreen } from "../src/contract/desk.ts";
import { json } from "./desk-phone.ts";
import { deskOf, NOW } from "./desk-post.ts";

const PIECE: SitePiece = {
  id: "",
  name: "",
  meaning: "",
  kind: "text",
  value: "",
  shown: "",
  place: "page",
  on_pages: 1,
  limit: null,
  item: null,
  picture: null,
};

export const LEAD: SitePiece = {
  ...PIECE,
  id: "pages/home.toml:lead",
  name: "Sentence under the heading",
  value: "In Dubai since {company.since}.",
  shown: "In Dubai since 2005.",
};
export const SINCE: SitePiece = {
  ...PIECE,
  id: "company.toml:since",
  name: "Founded in",
  kind: "number",
  value: "2005",
  shown: "2005",
  on_pages: 4,
};
export const PRICE: SitePiece = {
  ...PIECE,
  id: "facts.toml:prices.ac-cleaning",
  name: "AC cleaning",
  kind: "price",
  value: "150-300",
  shown: "AED 150–300",
};
export const ALT: SitePiece = {
  ...PIECE,
  id: "pages/home.toml:alt",
  name: "What the picture shows",
  value: "A house.",
  shown: "A house.",
  place: "hidden",
};
export const DESCRIPTION: SitePiece = {
  ...PIECE,
  id: "pages/home.toml:description",
  name: "Description",
  value: "Too long.",
  shown: "Too long.",
  place: "search",
  limit: 8,
};

export const SCREEN: SiteScreen = {
  at: "/",
  title: "Home",
  pages: [
    { at: "/", title: "Home" },
    { at: "/contact-us", title: "Contact" },
  ],
  pieces: [LEAD, SINCE, PRICE, ALT, DESCRIPTION],
  is_own: false,
  anchors: [],
  chosen: null,
  refused: null,
  changes: [],
  draft: null,
  drafts: 0,
  hidden: [],
  locked: null,
};

export const siteDesk = (changes: Partial<SiteScreen> = {}) =>
  deskOf({ name: "site", ...SCREEN, ...changes }) as Desk & { screen: { name: "site" } };

/** The page with another lead. */
export const pageWith = (lead: string) => `<!DOCTYPE html><body>
  <p id="lead"><x-at data-at="${LEAD.id}">${lead} <x-at data-at="${SINCE.id}"><b>2005</b></x-at>.</x-at></p>
  <a href="/away" data-at="${PRICE.id}">AED 150</a>
  <img alt="A house." data-at-in="${ALT.id}">
</body>`;

export const send = vi.fn<(action: string, fields: Record<string, string>) => Promise<null>>();
/** Shows what the server has answered. */
export const take = vi.fn<(answer: Desk) => void>();
/** The server's answer to an edit. */
export const trying = vi.fn<(fields: Record<string, string>) => Promise<Response>>();

export const mistake = (what: string, fix: string | null = null): SiteProblem => ({
  is_mistake: true,
  what,
  instead: "",
  elsewhere: null,
  fix,
});

export const tried = (html: string | null, problems: SiteProblem[] = []) =>
  json({ problems, html });

export function site(changes: Partial<SiteScreen> | SiteScreen = {}) {
  const desk = siteDesk(changes);
  const actions = { send, drop: () => {}, take, dismiss: () => {} };
  return (
    <ClockProvider serverNow={NOW}>
      <ActionsProvider value={actions}>
        <SiteView desk={desk} screen={desk.screen} />
      </ActionsProvider>
    </ClockProvider>
  );
}

export const framed = () => document.querySelector("iframe")?.contentDocument as Document;

/** The browser has loaded the page into the frame. */
export async function load(html = pageWith("In Dubai since")): Promise<void> {
  const page = framed();
  page.open();
  page.write(html);
  page.close();
  if (page.defaultView) page.defaultView.scrollTo = () => {};
  await act(async () => document.querySelector("iframe")?.dispatchEvent(new Event("load")));
}

export const outlined = () =>
  [...framed().querySelectorAll("[data-at-now]")].map((element) => element.textContent);

/** Whether the page would follow the tap. */
export async function tap(selector: string): Promise<boolean> {
  const event = new Event("click", { bubbles: true, cancelable: true });
  await act(async () => framed().querySelector(selector)?.dispatchEvent(event));
  return !event.defaultPrevented;
}

export const heading = () => document.getElementById("piece")?.textContent;
export const field = () =>
  document.querySelector(".piece__form :is(textarea, .field input)") as HTMLTextAreaElement;
export const live = () => document.querySelector(".piece__go") as HTMLButtonElement;
export const button = (words: string) =>
  [...document.querySelectorAll<HTMLElement>(".sheet :is(a, button)")].find((element) =>
    element.textContent?.includes(words),
  );
export const press = (element: Element | null | undefined) =>
  act(async () => (element as HTMLElement | null)?.click());

export async function type(value: string, into: HTMLElement = field()): Promise<void> {
  const proto = into instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  await act(async () => {
    // React asks the prototype's setter what was typed.
    Object.getOwnPropertyDescriptor(proto.prototype, "value")?.set?.call(into, value);
    into.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

export const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

/** Before and after each test of a file. */
export function onThePage(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    history.replaceState(null, "", "/desk/site?at=/");
    Element.prototype.scrollIntoView = vi.fn();
    send.mockReset().mockResolvedValue(null);
    take.mockReset();
    trying.mockReset().mockImplementation(async ({ value }) => tried(pageWith(value ?? "")));
    vi.stubGlobal("fetch", async (action: string, { body }: { body?: URLSearchParams }) =>
      action === "/desk/site/try"
        ? trying(Object.fromEntries(body ?? []))
        : new Response(pageWith("As it is live")),
    );
  });
  afterEach(() => vi.useRealTimers());
}
