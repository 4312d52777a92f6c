// Adds a notice: what it says, and its first and last day.
import { useId, useState } from "react";
import type { SiteFacts, SiteNotice } from "../../../src/contract/desk.ts";
import { Counter } from "../site/piece-field.tsx";
import { Field } from "./add-days.tsx";
import { AddForm } from "./add-form.tsx";

type Typed = Omit<SiteNotice, "item">;

const NOTHING: Typed = { text: "", from: "", until: "" };

/** Counted like the pieces that have a limit: no facts are filled in yet. */
const COUNTED = { limit: 140, value: "", shown: "" };

const oneLine = (text: string) => text.trim().replace(/\s+/g, " ");

const areSame = (one: Typed, other: Typed) =>
  oneLine(one.text) === oneLine(other.text) && one.from === other.from;

/** Stays until it is live; what was refused comes back with why. */
function useTyped({ notices: all, refused_notice: refused }: SiteFacts) {
  const [typed, setTyped] = useState<Typed>(refused?.notice ?? NOTHING);
  const [isOpen, setIsOpen] = useState(refused != null);
  const [seen, setSeen] = useState({ all, refused });
  if (seen.all !== all || seen.refused !== refused) {
    setSeen({ all, refused });
    if (refused && refused !== seen.refused) setIsOpen(true);
    const isAdded = all.length > seen.all.length && all.some((notice) => areSame(typed, notice));
    if (isAdded && !refused) {
      setTyped(NOTHING);
      setIsOpen(false);
    }
  }
  const type = (name: keyof Typed, value: string) =>
    setTyped((present) => ({ ...present, [name]: value }));
  return { typed, type, isOpen, setIsOpen };
}

type Adding = ReturnType<typeof useTyped>;

function Words({ adding: { typed, type } }: { adding: Adding }) {
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
  const adding = useTyped(screen);
  return (
    <AddForm
      action="notice"
      words="Add a notice"
      className="notices__add"
      adding={adding}
      problems={screen.refused_notice?.problems ?? []}
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
