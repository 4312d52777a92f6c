// The screen of the facts, as tests of the desk need it.
import { act } from "react";
import { renderToString } from "react-dom/server.browser";
import { SiteFactsView } from "../desk/screens/site-facts/site-facts.tsx";
import { NoticeBar } from "../desk/shell/notice.tsx";
import { ActionsProvider } from "../desk/ui/actions.tsx";
import { ClockProvider } from "../desk/ui/clock.tsx";
import type { Desk, Notice, SiteFacts, SpecialDays } from "../src/contract/desk.ts";
import { deskOf, NOW } from "./desk-post.ts";
import { LEAD, PRICE, SINCE, send } from "./desk-site.tsx";

export const PLAN = { ...SINCE, id: "plans.toml:basic.price", name: "Basic", shown: "AED 1,999" };
export const PHONE = {
  ...LEAD,
  id: "company.toml:phone",
  name: "Phone",
  value: "+971 4",
  shown: "+971 4",
};
export const NATIONAL_DAY: SpecialDays = {
  item: "special.0",
  name: "National Day",
  from: "2026-12-02",
  to: "2026-12-03",
  opens: "",
  closes: "",
};

export const FACTS: SiteFacts = {
  groups: [
    { kind: "prices", facts: [{ ...PRICE, on_pages: 4 }] },
    { kind: "plans", facts: [PLAN] },
    { kind: "contact", facts: [PHONE] },
    { kind: "hours", facts: [] },
  ],
  special_days: [NATIONAL_DAY],
  refused_days: null,
  notices: [],
  refused_notice: null,
  chosen: null,
  refused: null,
  changes: [],
  draft: null,
  drafts: 0,
  locked: null,
};

export const factsDesk = (changes: Partial<SiteFacts> = {}, notice: Notice | null = null) =>
  deskOf({ name: "site-facts", ...FACTS, ...changes }, notice) as Desk & {
    screen: { name: "site-facts" };
  };

export function facts(changes: Partial<SiteFacts> = {}, notice: Notice | null = null) {
  const desk = factsDesk(changes, notice);
  const actions = { send, drop: () => {}, take: () => {}, dismiss: () => {} };
  return (
    <ClockProvider serverNow={NOW}>
      <ActionsProvider value={actions}>
        <SiteFactsView desk={desk} screen={desk.screen} />
        <NoticeBar desk={desk} />
      </ActionsProvider>
    </ClockProvider>
  );
}

export const served = (changes: Partial<SiteFacts> = {}) =>
  new DOMParser().parseFromString(renderToString(facts(changes)), "text/html");

export const row = (name: string) =>
  [...document.querySelectorAll<HTMLDetailsElement>(".fact")].find((fact) =>
    fact.querySelector(".fact__name")?.textContent?.startsWith(name),
  ) as HTMLDetailsElement;
export const inputs = (name: string) => [
  ...row(name).querySelectorAll<HTMLInputElement>(".field input"),
];
export const input = (name: string) => inputs(name)[0] as HTMLInputElement;
export const live = (name: string) => row(name).querySelector(".piece__go") as HTMLButtonElement;
export const withPhone = (value: string) => ({
  groups: FACTS.groups.map((group) =>
    group.kind === "contact" ? { ...group, facts: [{ ...PHONE, value, shown: value }] } : group,
  ),
});
export const unfold = (details: HTMLDetailsElement) =>
  act(async () => {
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
  });
