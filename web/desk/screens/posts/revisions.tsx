// The earlier versions of a post: author, time and change in one line; each can be viewed and restored.
import type { PostRevision, RevisionChange } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { postAction, postAddress } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";
import { Icon } from "../../ui/icon.tsx";
import { FIELD_NAMES } from "./words.ts";

/** Number of revisions shown at first. */
const FIRST = 8;

export const whoWords = ({ mine, by }: PostRevision) =>
  mine ? "You" : by ? firstName(by) : "The command line";

/** The first version of a post may be older than the desk: nobody knows whose it is. */
export const whoPart = (revision: PostRevision) =>
  revision.change.change === "first" && !revision.by ? "" : `${whoWords(revision)}: `;

/** Change made by a revision, in one line. */
export function Change({ change }: { change: RevisionChange }) {
  switch (change.change) {
    case "first":
      return "first version";
    case "added":
      return (
        <ins>
          <span className="sr">added: </span>
          <span aria-hidden="true">+ </span>
          {change.text}
        </ins>
      );
    case "removed":
      return (
        <>
          <span className="sr">taken out: </span>
          <del>{change.text}</del>
        </>
      );
    case "reworded":
      return `${change.text}, reworded`;
    case "field":
      return `${FIELD_NAMES[change.field]}, changed`;
    case "restored":
      return "an earlier version, brought back";
    case "set-aside":
      return "kept beside: somebody else had changed the same place";
    case "nothing":
      return "nothing changed";
  }
}

type RestoreProps = { id: string; number: number; of: string; look: string };

export function RestoreForm({ id, number, of, look }: RestoreProps) {
  return (
    <PostForm action={postAction(id, "restore")} fields={{ revision: String(number) }}>
      <button type="submit" className={look}>
        Restore<span className="sr"> the version of {of}</span>
      </button>
    </PostForm>
  );
}

function Rows({ id, revisions, present }: Props) {
  const now = useNow();
  return (
    <ol className="hist">
      {revisions.map((revision) => {
        const { number, at, change, is_live: isLive } = revision;
        const time = when(at, now);
        return (
          <li key={number}>
            <a href={`${postAddress(id)}/revisions/${number}`}>
              <span>
                <b>{time}</b> {whoPart(revision)}
                <Change change={change} />
                {isLive && <small className="hist__live">readers see this one</small>}
              </span>
            </a>
            {number === present ? (
              <span className="hist__now">now</span>
            ) : (
              <RestoreForm id={id} number={number} of={time} look="btn btn--bare" />
            )}
          </li>
        );
      })}
    </ol>
  );
}

type Props = {
  id: string;
  revisions: PostRevision[];
  /** The number of the present words. */
  present: number;
};

export function Revisions({ id, revisions, present }: Props) {
  const older = revisions.slice(FIRST);
  if (revisions.length === 0) return null;
  return (
    <details className="panel fold" id="revisions" open>
      <summary>
        <h2>Revisions</h2>
        <Icon name="down" />
      </summary>
      <Rows id={id} revisions={revisions.slice(0, FIRST)} present={present} />
      {older.length > 0 && (
        <details className="more">
          <summary className="btn btn--bare">
            {older.length} older
            <Icon name="down" />
          </summary>
          <Rows id={id} revisions={older} present={present} />
        </details>
      )}
    </details>
  );
}
