// A draft that waits: its changes, their pages, and everything that can be done with it.
import type { DraftEntry, Me, RefusedDraft } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { draftAction, siteAddress } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { saidWhen } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import { DraftChanges } from "../site/changes.tsx";
import { DraftScope, draftState } from "../site/open-draft.tsx";
import { GoesLive } from "./goes-live.tsx";
import { Share } from "./share.tsx";

/** Where it is looked at, and where an undo comes from. */
const placeOf = ({ pages }: DraftEntry) => pages[0]?.at ?? "/";

function Pages({ entry: { draft, pages } }: { entry: DraftEntry }) {
  if (pages.length === 0) return null;
  return (
    <section aria-label={`Pages that look different with ${draft.name}`}>
      <h3>Looks different</h3>
      <ul className="sitedraft__pages">
        {pages.map(({ at, title }) => (
          <li key={at}>
            <a className="btn btn--soft" href={siteAddress(at, undefined, draft.id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Doings({ entry, isLocked }: { entry: DraftEntry; isLocked: boolean }) {
  const { draft, changes } = entry;
  const isEmpty = changes.length === 0;
  const note = `empty-${draft.id}`;
  return (
    <>
      <div className="btns btns--grow">
        <a className="btn" href={siteAddress(placeOf(entry), undefined, draft.id)}>
          Go on with it
        </a>
        <PostForm action={draftAction(draft.id, "live")}>
          <button
            type="submit"
            className="btn btn--line btn--full"
            disabled={isLocked || isEmpty}
            aria-describedby={isEmpty ? note : undefined}
          >
            Put it live now
          </button>
        </PostForm>
      </div>
      {isEmpty && (
        <p className="small soft" id={note}>
          It has no changes yet, so there's nothing to put live.
        </p>
      )}
    </>
  );
}

type Props = {
  entry: DraftEntry;
  me: Me | null;
  /** The time that was sent of it and refused. */
  refused: RefusedDraft | null;
  isLocked: boolean;
};

export function DraftPanel({ entry, me, refused, isLocked }: Props) {
  const { draft, by, begun, changes, link } = entry;
  const now = useNow();
  const heading = `draft-${draft.id}`;
  return (
    <section className="panel stack sitedraft" aria-labelledby={heading}>
      <div>
        <h2 id={heading} dir="auto">
          {draft.name}
        </h2>
        <p className="small soft">
          {by === me?.name ? "You" : firstName(by)} began it {saidWhen(begun, now)}.{" "}
          <b>{draftState(draft)}</b>
        </p>
      </div>
      {draft.problem && (
        <div className="say say--warm">
          <Icon name="alert" />
          <p>
            {draft.problem} Go on with it and put that right, then put it live or set another time.
          </p>
        </div>
      )}
      {changes.length > 0 && (
        <fieldset disabled={isLocked}>
          <DraftScope draft={draft}>
            <DraftChanges at={placeOf(entry)} back="drafts" changes={changes} />
          </DraftScope>
        </fieldset>
      )}
      <Pages entry={entry} />
      <Doings entry={entry} isLocked={isLocked} />
      <GoesLive entry={entry} refused={refused} isLocked={isLocked} />
      <Share name={draft.name} link={link} />
      <PostForm action={draftAction(draft.id, "put-aside")}>
        <button type="submit" className="btn btn--bare btn--flush" disabled={isLocked}>
          Put it aside<span className="sr">: {draft.name}</span>
        </button>
      </PostForm>
    </section>
  );
}
