// Two people answered at once: their answers, and the choice between them.
import type { Notice, Stage } from "../../src/contract/desk.ts";
import { PostForm, useActions } from "../ui/actions.tsx";
import { requestAction, requestAddress } from "../ui/addresses.ts";
import { firstName } from "../ui/first-name.ts";
import { Icon } from "../ui/icon.tsx";
import { Typed } from "../ui/typed.tsx";

type ConflictNotice = Extract<Notice, { notice: "conflict" }>;

/** Each stage as somebody says it, as what they have just done, and as the two answers. */
const WORDS: Record<Stage, { says: string; did: string; leave: string; change: string }> = {
  new: {
    says: "open again",
    did: "has just reopened it",
    leave: "Leave it open",
    change: "Reopen it",
  },
  contacted: {
    says: "spoke",
    did: "has just called them",
    leave: "Leave it at spoke",
    change: "We spoke",
  },
  booked: {
    says: "booked",
    did: "has just booked them",
    leave: "Leave it booked",
    change: "It's booked",
  },
  lost: {
    says: "lost",
    did: "has just said they're lost",
    leave: "Leave it lost",
    change: "It's lost",
  },
};

function Choice({ notice }: { notice: ConflictNotice }) {
  const choose = (stage: Stage) => ({ stage, note: "", undo: "true" });
  const action = requestAction(notice.reference, "answer");
  return (
    <div className="btns">
      <PostForm action={action} fields={choose(notice.theirs)}>
        <button type="submit" className="btn">
          {WORDS[notice.theirs].leave}
        </button>
      </PostForm>
      <PostForm action={action} fields={choose(notice.yours)}>
        <button type="submit" className="btn btn--line">
          {WORDS[notice.yours].change}
        </button>
      </PostForm>
    </div>
  );
}

export function Conflict({ notice }: { notice: ConflictNotice }) {
  const { dismiss } = useActions();
  const { reference, by, theirs, yours, their_note, your_note } = notice;
  const them = by ? firstName(by) : "Somebody";
  const same = theirs === yours;
  return (
    <div className="toast toast--clash">
      <Icon name="repeat" />
      <p>
        <b>
          {same
            ? `${them} ${WORDS[theirs].did}.`
            : `${them} says ${WORDS[theirs].says}, you say ${WORDS[yours].says}.`}
        </b>{" "}
        {their_note && <Typed text={their_note} quoted />}{" "}
        {your_note && (
          <>
            You wrote: <Typed text={your_note} quoted />
          </>
        )}
      </p>
      {!same && <Choice notice={notice} />}
      {same && (
        <a
          className="btn btn--line"
          href={`${requestAddress(reference)}#happened`}
          onClick={dismiss}
        >
          See both
        </a>
      )}
    </div>
  );
}
