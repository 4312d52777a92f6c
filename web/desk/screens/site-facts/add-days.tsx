// Adds days with other hours: a name, the first and the last day, and the hours unless the office is closed.
import { type ReactNode, useId, useState } from "react";
import type { SiteFacts, SpecialDays } from "../../../src/contract/desk.ts";
import { useScripts } from "../../ui/scripts.ts";
import { AddForm } from "./add-form.tsx";

type Typed = Omit<SpecialDays, "item">;

const NOTHING: Typed = { name: "", from: "", to: "", opens: "", closes: "" };

const areSame = (one: Typed, other: Typed) =>
  one.name.trim() === other.name && one.from === other.from;

/** Stays until it is live; what was refused comes back with why. */
function useTyped({ special_days: all, refused_days: refused }: SiteFacts) {
  const first = refused?.days ?? NOTHING;
  const [typed, setTyped] = useState(first);
  const [isClosed, setIsClosed] = useState(first.opens === "");
  const [isOpen, setIsOpen] = useState(refused != null);
  const [seen, setSeen] = useState({ all, refused });
  if (seen.all !== all || seen.refused !== refused) {
    setSeen({ all, refused });
    if (refused && refused !== seen.refused) setIsOpen(true);
    const isAdded = all.length > seen.all.length && all.some((days) => areSame(typed, days));
    if (isAdded && !refused) {
      setTyped(NOTHING);
      setIsClosed(true);
      setIsOpen(false);
    }
  }
  const type = (name: keyof Typed, value: string) =>
    setTyped((present) => ({ ...present, [name]: value }));
  return { typed, type, isClosed, setIsClosed, isOpen, setIsOpen };
}

type Adding = ReturnType<typeof useTyped>;

type FieldProps<Name extends string> = {
  adding: { typed: Record<Name, string>; type: (name: Name, value: string) => void };
  name: Name;
  label: ReactNode;
  type?: "date" | "time";
  required?: boolean;
  min?: string;
};

export function Field<Name extends string>(props: FieldProps<Name>) {
  const { adding, name, label, type, required, min } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type ?? "text"}
        dir={type ? undefined : "auto"}
        autoComplete="off"
        required={required}
        min={min}
        value={adding.typed[name]}
        onChange={(event) => adding.type(name, event.target.value)}
      />
    </div>
  );
}

/** Without scripts, two fields that stay empty where the office is closed. */
function Hours({ adding }: { adding: Adding }) {
  const scripts = useScripts();
  const { isClosed, setIsClosed } = adding;
  const choice = (words: string, closed: boolean) => (
    <label>
      <input
        type="radio"
        name="hours"
        value={closed ? "closed" : "open"}
        checked={isClosed === closed}
        onChange={() => setIsClosed(closed)}
      />
      <b>{words}</b>
    </label>
  );
  return (
    <>
      {scripts ? (
        <fieldset className="role days__hours">
          <legend className="sr">Hours on these days</legend>
          {choice("Closed", true)}
          {choice("Open", false)}
        </fieldset>
      ) : (
        <p className="small soft">Leave both times empty where the office is closed.</p>
      )}
      {scripts && isClosed ? (
        ["opens", "closes"].map((name) => <input key={name} type="hidden" name={name} value="" />)
      ) : (
        <div className="days__pair">
          <Field adding={adding} name="opens" type="time" required={scripts} label="Opens" />
          <Field adding={adding} name="closes" type="time" required={scripts} label="Closes" />
        </div>
      )}
    </>
  );
}

export function AddDays({ screen }: { screen: SiteFacts }) {
  const adding = useTyped(screen);
  return (
    <AddForm
      action="special-days"
      words="Add days with other hours"
      className="days__add"
      adding={adding}
      problems={screen.refused_days?.problems ?? []}
      isLocked={screen.locked != null}
    >
      <Field
        adding={adding}
        name="name"
        required
        label={
          <>
            What is it? <span>such as National Day</span>
          </>
        }
      />
      <div className="days__pair">
        <Field adding={adding} name="from" type="date" required label="First day" />
        <Field
          adding={adding}
          name="to"
          type="date"
          min={adding.typed.from || undefined}
          label={
            <>
              Last day <span>if it's another</span>
            </>
          }
        />
      </div>
      <Hours adding={adding} />
    </AddForm>
  );
}
