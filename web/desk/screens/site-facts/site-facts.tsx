// The facts that a company changes often, each in a row of its own, the notices, and the days with other hours.
import type { FactGroup } from "../../../src/contract/desk.ts";
import { ActionsProvider } from "../../ui/actions.tsx";
import { SITE, siteAddress } from "../../ui/addresses.ts";
import { Icon } from "../../ui/icon.tsx";
import { Locked } from "../../ui/locked.tsx";
import type { ScreenProps } from "../screen.ts";
import { Changes } from "../site/changes.tsx";
import { DraftsLink } from "../site/drafts-link.tsx";
import { DraftScope } from "../site/open-draft.tsx";
import { useEditActions } from "../site/send.ts";
import { DraftLine } from "./draft-line.tsx";
import { Fact } from "./fact.tsx";
import { GROUP_NAMES, GROUP_UNITS } from "./group-names.ts";
import { NOTICES_ID, NoticesSection } from "./notices.tsx";
import { DAYS_ID, SpecialDaysSection } from "./special-days.tsx";
import { AT } from "./use-fact-check.ts";
import { type FactDrafts, useFactDrafts } from "./use-fact-drafts.ts";
import "./site-facts.css";

type Screen = ScreenProps<"site-facts">["screen"];
type GroupProps = { screen: Screen; group: FactGroup; drafts: FactDrafts };

function Group({ screen: { chosen, refused, locked }, group, drafts }: GroupProps) {
  const { kind, facts } = group;
  return (
    <section className="panel sitefacts__group" aria-labelledby={kind}>
      <h2 id={kind}>{GROUP_NAMES[kind]}</h2>
      <ul>
        {facts.map((piece) => (
          <Fact
            key={piece.id}
            piece={piece}
            unit={GROUP_UNITS[kind]}
            drafts={drafts}
            refused={chosen === piece.id ? refused : null}
            isLocked={locked != null}
          />
        ))}
      </ul>
    </section>
  );
}

/** To the groups: on phones, the last is far below the first. */
function Groups({ groups }: { groups: FactGroup[] }) {
  return (
    <nav className="tabs sitefacts__tabs" aria-label="On this screen">
      {groups.map(({ kind }) => (
        <a key={kind} href={`#${kind}`}>
          {GROUP_NAMES[kind]}
        </a>
      ))}
      <a href={`#${NOTICES_ID}`}>Notices</a>
      <a href={`#${DAYS_ID}`}>Holidays</a>
    </nav>
  );
}

export function SiteFactsView({ desk, screen }: ScreenProps<"site-facts">) {
  const { draft } = screen;
  return (
    <DraftScope draft={draft}>
      <FactsOfSite key={draft?.id} desk={desk} screen={screen} />
    </DraftScope>
  );
}

function FactsOfSite({ desk, screen }: ScreenProps<"site-facts">) {
  const drafts = useFactDrafts(screen, desk.me?.id ?? "");
  const actions = useEditActions(drafts.sends);
  const { changes, locked, draft } = screen;
  const groups = screen.groups.filter(({ facts }) => facts.length > 0);
  const isBeside = ({ kind }: FactGroup) => kind === "hours" || kind === "times";
  const group = (one: FactGroup) => (
    <Group key={one.kind} screen={screen} group={one} drafts={drafts} />
  );
  return (
    <ActionsProvider value={actions}>
      <main id="main" className="sitefacts">
        <header className="head">
          <div className="sitefacts__lead">
            <a
              className="btn btn--bare btn--flush sitefacts__back"
              href={draft ? siteAddress(AT, undefined, draft.id) : SITE}
            >
              <Icon name="left" />
              The pages
            </a>
            {!draft && <DraftsLink className="btn btn--bare btn--flush" drafts={screen.drafts} />}
          </div>
          <h1>Prices, phones and hours</h1>
          <DraftLine screen={screen} />
        </header>
        <Locked why={locked ?? null} className="sitefacts__locked" />
        <Groups groups={groups} />
        <div className="sitefacts__columns">
          <div className="sitefacts__column">
            {groups.filter((one) => !isBeside(one)).map(group)}
          </div>
          <div className="sitefacts__column">
            {groups.filter(({ kind }) => kind === "hours").map(group)}
            <NoticesSection screen={screen} />
            <SpecialDaysSection screen={screen} />
            {groups.filter(({ kind }) => kind === "times").map(group)}
            {changes.length > 0 && (
              <fieldset className="panel" disabled={locked != null}>
                <Changes at={AT} changes={changes} back="facts" />
              </fieldset>
            )}
          </div>
        </div>
      </main>
    </ActionsProvider>
  );
}
