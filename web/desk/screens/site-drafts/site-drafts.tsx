// Every draft of the site that waits, the form that begins another, and those that were put aside.
import { useId } from "react";
import type { DraftEntry, SiteDrafts } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { DRAFTS, draftAction, SITE } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { saidWhen } from "../../ui/dubai.ts";
import { Icon } from "../../ui/icon.tsx";
import { Locked } from "../../ui/locked.tsx";
import type { ScreenProps } from "../screen.ts";
import { Complaint } from "./complaint.tsx";
import { DraftPanel } from "./draft-panel.tsx";
import "./site-drafts.css";

/** The page that a new draft is opened on. */
const AT = "/";

function BeginForm({ screen: { refused, locked } }: { screen: SiteDrafts }) {
  const id = useId();
  const own = refused?.id === "" ? refused : null;
  return (
    <section className="panel" aria-labelledby="begin">
      <h2 id="begin">Begin a draft</h2>
      <PostForm action={DRAFTS} fields={{ at: AT }} className="piece__form">
        <fieldset className="piece__form" disabled={locked != null}>
          <div className="field">
            <label htmlFor={id}>
              What's it for? <span>such as Ramadan hours</span>
            </label>
            <input
              id={id}
              name="name"
              dir="auto"
              autoComplete="off"
              required
              aria-invalid={own ? true : undefined}
              aria-describedby={own ? `${id}-problem` : undefined}
            />
            <Complaint id={`${id}-problem`} words={own?.problem} />
          </div>
          <div>
            <button type="submit" className="btn">
              Begin a draft
            </button>
          </div>
        </fieldset>
      </PostForm>
    </section>
  );
}

type AsideProps = { entries: DraftEntry[]; isLocked: boolean };

function PutAside({ entries, isLocked }: AsideProps) {
  const now = useNow();
  if (entries.length === 0) return null;
  return (
    <details className="panel fold">
      <summary>
        <h2>Put aside ({entries.length})</h2>
        <Icon name="down" />
      </summary>
      <ul className="hist">
        {entries.map(({ draft: { id, name }, changes, put_aside_at: at }) => (
          <li key={id}>
            <p>
              <b dir="auto">{name}</b>, {changesWords(changes.length)}, put aside{" "}
              {saidWhen(at ?? now, now)}
            </p>
            <PostForm action={draftAction(id, "take-up")}>
              <button type="submit" className="btn btn--bare" disabled={isLocked}>
                Take it up again<span className="sr">: {name}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  );
}

const changesWords = (count: number) => `${count} change${count === 1 ? "" : "s"}`;

function headingOf(count: number): string {
  if (count === 0) return "No drafts wait";
  return count === 1 ? "1 draft waits" : `${count} drafts wait`;
}

export function SiteDraftsView({ desk: { me }, screen }: ScreenProps<"site-drafts">) {
  const { drafts, refused, locked } = screen;
  const waiting = drafts.filter((entry) => entry.put_aside_at == null);
  const aside = drafts.filter((entry) => entry.put_aside_at != null);
  return (
    <main id="main" className="sitefacts">
      <header className="head">
        <a className="btn btn--bare btn--flush sitefacts__back" href={SITE}>
          <Icon name="left" />
          The pages
        </a>
        <h1>{headingOf(waiting.length)}</h1>
        <p>
          {waiting.length === 0
            ? "A draft holds changes back until they all go live together, at once or at a time that you set. Begin one for Ramadan hours, for new prices, or for words that somebody should see first."
            : "What's in a draft goes live all together, at once or at a time that you set."}
        </p>
      </header>
      <Locked why={locked ?? null} className="sitefacts__locked" />
      <div className={waiting.length > 0 ? "sitedrafts" : "sitedrafts sitedrafts--none"}>
        {waiting.length > 0 && (
          <div className="sitedrafts__list">
            {waiting.map((entry) => (
              <DraftPanel
                key={entry.draft.id}
                entry={entry}
                me={me}
                refused={refused?.id === entry.draft.id ? refused : null}
                isLocked={locked != null}
              />
            ))}
          </div>
        )}
        <BeginForm screen={screen} />
        <PutAside entries={aside} isLocked={locked != null} />
      </div>
    </main>
  );
}
