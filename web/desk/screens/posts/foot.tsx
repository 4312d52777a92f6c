// Actions for a post: look at its revisions, schedule it, publish it. In the strip on wide screens, under the thumb on
// phones.
import { type RefObject, useState } from "react";
import type { PostEditor } from "../../../src/contract/desk.ts";
import { postAction } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Editing } from "./editing.ts";
import { dayDateTime, mendWords } from "./list-words.ts";
import { fieldTime, quickPicks } from "./schedule.ts";
import { POST_FORM } from "./words.ts";

const SCHEDULE_ID = "schedule";

function Schedule({ screen: { id, state, published_at: at } }: { screen: PostEditor }) {
  const now = useNow();
  const [time, setTime] = useState(state === "scheduled" && at != null ? fieldTime(at) : "");
  const publish = {
    type: "submit",
    form: POST_FORM,
    formAction: postAction(id, "publish"),
  } as const;
  return (
    <section className="sched" id={SCHEDULE_ID} popover="auto" aria-label="Schedule">
      <p>
        <b>When does it go live?</b>
      </p>
      <div className="btns">
        {quickPicks(now).map(({ words, value }) => (
          <button
            key={value}
            {...publish}
            className="btn btn--soft"
            name="when"
            value={value}
            formNoValidate
          >
            {words}
          </button>
        ))}
      </div>
      <div className="field">
        <label htmlFor="when">
          Day and time <span>Dubai time</span>
        </label>
        {/* The button says when, so that no other button says it too. */}
        <input
          id="when"
          type="datetime-local"
          form={POST_FORM}
          min={fieldTime(now)}
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
      </div>
      {/* Without a time it would go live at once. */}
      <button
        {...publish}
        className="btn btn--full"
        name="when"
        value={time}
        disabled={time === ""}
      >
        Schedule
      </button>
    </section>
  );
}

/** Obstacles to publishing, or that readers see the current version. */
function Standing({ screen, editing }: Omit<Props, "go">) {
  const mistakes = screen.problems.filter(({ is_mistake }) => is_mistake);
  const [first] = mistakes;
  if (editing.state === "away") return <p className="ed__mend">Publish when you're back online.</p>;
  if (first)
    return (
      <a className="ed__mend" href={`#${first.field}`}>
        <Icon name="alert" />
        {mendWords(mistakes.length)}
      </a>
    );
  return isQuiet(screen) ? <p className="ed__mend">Readers see exactly this.</p> : null;
}

const isQuiet = ({ state, up_to_date }: PostEditor) => state === "published" && up_to_date;

type Props = {
  screen: PostEditor;
  editing: Editing;
  /** The button that publishes. */
  go: RefObject<HTMLButtonElement | null>;
};

export function Foot({ screen, editing, go }: Props) {
  const { id, state, published_at: at, revisions } = screen;
  const isScheduled = state === "scheduled" && at != null;
  return (
    <div className="ed__foot">
      <Standing screen={screen} editing={editing} />
      <a
        className="btn btn--soft ed__revisions"
        href="#revisions"
        aria-label={`Revisions: ${revisions.length}`}
      >
        <Icon name="history" />
        <span className="only-wide">Revisions</span>
      </a>
      <button
        ref={go}
        type="submit"
        form={POST_FORM}
        formAction={postAction(id, "publish")}
        formNoValidate
        name="when"
        value="now"
        className={isQuiet(screen) ? "btn ed__go ed__go--quiet" : "btn ed__go"}
        aria-keyshortcuts="Control+Enter"
      >
        {state === "published" ? "Publish changes" : "Publish now"}
      </button>
      <button type="button" className="btn btn--soft ed__when" popoverTarget={SCHEDULE_ID}>
        <Icon name="scheduled" />
        {isScheduled ? dayDateTime(at).split(",")[0] : "Schedule"}
      </button>
      <Schedule key={`${state} ${at}`} screen={screen} />
    </div>
  );
}
