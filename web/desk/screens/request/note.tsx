// The note, and the one form of a request's answers: the note's text goes along with an answer.
import { useRef, useState } from "react";
import type { RequestScreen, Stage } from "../../../src/contract/desk.ts";
import { keepNote, keptNote } from "../../browser/kept.ts";
import { PostForm } from "../../ui/actions.tsx";
import { requestAction } from "../../ui/addresses.ts";

/** The dock's buttons submit this form. */
export const ANSWER_FORM = "answer";

/** Questions to ask after an answer. */
const QUESTIONS: Partial<Record<Stage, string>> = {
  booked: "When? Who goes?",
  lost: "Why? Type it, or choose below",
};

const REASONS = [
  "Too expensive",
  "Outside our area",
  "Didn't answer",
  "Took somebody else",
  "Not our work",
];

export function Note({ screen: { row, seen } }: { screen: RequestScreen }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [kept] = useState(() => keptNote(row.reference));
  const noteAction = requestAction(row.reference, "note");
  const write = (text: string) => {
    if (field.current) field.current.value = text;
    keepNote(row.reference, text);
  };
  return (
    <>
      <PostForm
        id={ANSWER_FORM}
        action={requestAction(row.reference, "answer")}
        fields={{ seen: String(seen) }}
        className="note"
        onSent={() => write("")}
        onDropped={({ note }) => write(note ?? "")}
      >
        <div className="field">
          <label htmlFor="note">
            Note <span>for whoever looks next</span>
          </label>
          <textarea
            id="note"
            name="note"
            rows={2}
            dir="auto"
            ref={field}
            defaultValue={kept}
            placeholder={QUESTIONS[row.stage] ?? "Type it, or say it"}
            aria-keyshortcuts="N"
            onInput={(event) => keepNote(row.reference, event.currentTarget.value)}
          />
        </div>
        <button type="submit" className="btn btn--line" formAction={noteAction}>
          Keep the note
        </button>
      </PostForm>
      {row.stage === "lost" && <Reasons action={noteAction} />}
    </>
  );
}

function Reasons({ action }: { action: string }) {
  return (
    <PostForm action={action} className="chips">
      {REASONS.map((reason) => (
        <button key={reason} type="submit" name="note" value={reason} className="btn btn--soft">
          {reason}
        </button>
      ))}
    </PostForm>
  );
}
