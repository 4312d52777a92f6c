// The time at which a draft goes live: it is set, changed, and taken away again.
import { useId } from "react";
import type { DraftEntry, RefusedDraft } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { draftAction } from "../../ui/addresses.ts";
import { Complaint } from "./complaint.tsx";

type Props = { entry: DraftEntry; refused: RefusedDraft | null; isLocked: boolean };

export function GoesLive({ entry: { draft, changes, time }, refused, isLocked }: Props) {
  const id = useId();
  const action = draftAction(draft.id, "time");
  // A draft that has lost its last change keeps its time, so that it can be taken away.
  if (changes.length === 0 && !time) return null;
  return (
    <div className="sitedraft__time">
      <PostForm action={action} key={time} className="sitedraft__row">
        <div className="field">
          <label htmlFor={id}>Goes live on (Dubai time)</label>
          <input
            id={id}
            type="datetime-local"
            name="time"
            required
            disabled={isLocked}
            defaultValue={time}
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused ? `${id}-problem` : undefined}
          />
        </div>
        <button type="submit" className="btn btn--soft" disabled={isLocked}>
          Set the time
        </button>
      </PostForm>
      <Complaint id={`${id}-problem`} words={refused?.problem} />
      {time && (
        <PostForm action={action} fields={{ time: "" }}>
          <button type="submit" className="btn btn--bare btn--flush" disabled={isLocked}>
            Not at that time after all
          </button>
        </PostForm>
      )}
    </div>
  );
}
