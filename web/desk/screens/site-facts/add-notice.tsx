// Adds a notice: its text, and its first and last day.
import { useId } from "react";
import type { SiteFacts, SiteNotice } from "../../../src/contract/desk.ts";
import { Counter } from "../site/piece-field.tsx";
import { AddForm, Field } from "./add-form.tsx";
import { type Adding, useAdding } from "./use-adding.ts";

type Typed = Omit<SiteNotice, "item">;

const NOTHING: Typed = { text: "", from: "", until: "" };

/** Counted like the pieces that have a limit: no facts are filled in yet. */
const COUNTED = { limit: 140, value: "", shown: "" };

const oneLine = (text: string) => text.trim().replace(/\s+/g, " ");

const areSame = (typed: Typed, listed: SiteNotice) =>
  oneLine(typed.text) === oneLine(listed.text) && typed.from === listed.from;

function Words({ adding: { typed, type } }: { adding: Adding<Typed> }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>What it says</label>
      <textarea
        id={id}
        name="text"
        dir="auto"
        rows={3}
        required
        value={typed.text}
        onChange={(event) => type("text", event.target.value)}
      />
      <Counter piece={COUNTED} value={typed.text} />
    </div>
  );
}

export function AddNotice({ screen }: { screen: SiteFacts }) {
  const { notices: all, refused_notice: refused } = screen;
  const adding = useAdding(NOTHING, { all, refused }, areSame);
  return (
    <AddForm
      action="notice"
      words="Add a notice"
      className="notices__add"
      adding={adding}
      problems={refused?.problems ?? []}
      isLocked={screen.locked != null}
    >
      <Words adding={adding} />
      <div className="days__pair">
        <Field adding={adding} name="from" type="date" required label="First day" />
        <Field
          adding={adding}
          name="until"
          type="date"
          min={adding.typed.from || undefined}
          label={
            <>
              Last day <span>if it's another</span>
            </>
          }
        />
      </div>
    </AddForm>
  );
}
