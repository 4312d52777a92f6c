// What was changed lately, and the way back of each.
import type { SiteChange } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { when } from "../../ui/dubai.ts";
import { firstName } from "../../ui/first-name.ts";
import { difference } from "./difference.ts";

const whoWords = ({ mine, by }: SiteChange) =>
  mine ? "you" : by ? firstName(by) : "in the file on the server";

function Words({ change }: { change: SiteChange }) {
  const { before, was, is, after } = difference(change.was, change.is);
  return (
    <>
      {before}
      {was && (
        <>
          <span className="sr">not </span>
          <del>{was}</del>{" "}
        </>
      )}
      {is && (
        <>
          <span className="sr">but </span>
          <ins>{is}</ins>{" "}
        </>
      )}
      {after}
    </>
  );
}

/** Where an undo comes back to, other than to the page. */
type Back = { back?: "facts" };

function Change({ at, change, back }: Back & { at: string; change: SiteChange }) {
  const now = useNow();
  const { id, name, is_undone: isUndone } = change;
  return (
    <li>
      <p>
        <b>
          {when(change.when, now)}, {whoWords(change)}.
        </b>{" "}
        {name}: <Words change={change} />
      </p>
      {isUndone ? (
        <span className="hist__now">taken back</span>
      ) : (
        <PostForm action={siteAction("undo")} fields={{ id: `${id}`, at, ...(back && { back }) }}>
          <button type="submit" className="btn btn--bare">
            Undo<span className="sr">: {name}</span>
          </button>
        </PostForm>
      )}
    </li>
  );
}

type Props = Back & { at: string; changes: SiteChange[] };

export function Changes({ at, changes, back }: Props) {
  if (changes.length === 0) return null;
  return (
    <section className="piece__changes" aria-labelledby="changed">
      <h2 id="changed">Changed lately</h2>
      <ol className="hist">
        {changes.map((change) => (
          <Change key={change.id} at={at} change={change} back={back} />
        ))}
      </ol>
    </section>
  );
}
