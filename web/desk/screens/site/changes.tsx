// Recent changes, day by day, and the way back of each and of a whole day. A draft has its changes in one list.
import type { SiteChange } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { clockTime, when } from "../../ui/dubai.ts";
import { ChangeWords, whoWords } from "./change-words.tsx";
import { authorsWords, byDay, type ChangeDay } from "./days.ts";
import { useOpenDraft } from "./open-draft.tsx";

type Place = {
  at: string;
  /** Where an undo comes back to, other than to the page. */
  back?: "facts" | "drafts" | undefined;
};

const fieldsOf = ({ at, back }: Place) => ({ at, ...(back && { back }) });

function UndoForm({ change: { id, name }, ...place }: Place & { change: SiteChange }) {
  return (
    <PostForm action={siteAction("undo")} fields={{ id: `${id}`, ...fieldsOf(place) }}>
      <button type="submit" className="btn btn--bare">
        Undo<span className="sr">: {name}</span>
      </button>
    </PostForm>
  );
}

type ChangeProps = Place & { change: SiteChange; time: string; isInDraft: boolean };

function Change({ change, time, isInDraft, ...place }: ChangeProps) {
  return (
    <li>
      <p>
        <b>
          {time}, {whoWords(change)}
          {change.draft && !isInDraft && `, with “${change.draft}”`}.
        </b>{" "}
        {change.name}: <ChangeWords change={change} />
      </p>
      {change.is_undone ? (
        <span className="hist__now">taken back</span>
      ) : (
        <UndoForm change={change} {...place} />
      )}
    </li>
  );
}

/** Takes back the changes that are listed, also of others, so it says first whose they are. */
function UndoDay({ day: { said, undoable }, ...place }: Place & { day: ChangeDay }) {
  const ids = undoable.map(({ id }) => id).join(",");
  return (
    <details className="hist__all">
      <summary className="btn btn--bare">
        Undo all {undoable.length}
        <span className="sr"> of {said}</span>
      </summary>
      <p className="small">
        Takes back what was changed on all pages: {authorsWords(undoable)}. You can undo that too.
      </p>
      <PostForm action={siteAction("undo")} fields={{ id: ids, ...fieldsOf(place) }}>
        <button type="submit" className="btn btn--soft">
          Take back {undoable.length} changes
        </button>
      </PostForm>
    </details>
  );
}

function Day({ day, ...place }: Place & { day: ChangeDay }) {
  return (
    <section aria-labelledby={`changed-${day.day}`}>
      <div className="hist__day">
        <h3 id={`changed-${day.day}`}>{day.name}</h3>
        {day.undoable.length > 1 && <UndoDay day={day} {...place} />}
      </div>
      <ol className="hist">
        {day.changes.map((change) => (
          <Change
            key={change.id}
            change={change}
            time={clockTime(change.when)}
            isInDraft={false}
            {...place}
          />
        ))}
      </ol>
    </section>
  );
}

/** Changes in a draft. */
export function DraftChanges({ changes, ...place }: Place & { changes: SiteChange[] }) {
  const now = useNow();
  return (
    <ol className="hist">
      {changes.map((change) => (
        <Change
          key={change.id}
          change={change}
          time={when(change.when, now)}
          isInDraft
          {...place}
        />
      ))}
    </ol>
  );
}

export function Changes({ changes, ...place }: Place & { changes: SiteChange[] }) {
  const now = useNow();
  const isInDraft = useOpenDraft() != null;
  if (changes.length === 0) return null;
  return (
    <section className="piece__changes" aria-labelledby="changed">
      <h2 id="changed">{isInDraft ? "Changed in this draft" : "Changed lately"}</h2>
      {isInDraft ? (
        <DraftChanges changes={changes} {...place} />
      ) : (
        byDay(changes, now).map((day) => <Day key={day.day} day={day} {...place} />)
      )}
    </section>
  );
}
