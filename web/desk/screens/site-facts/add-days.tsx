// Adds days with other hours: a name, the first and the last day, and the hours unless the office is closed.
import type { SiteFacts, SpecialDays } from "../../../src/contract/desk.ts";
import { AddForm, Field } from "./add-form.tsx";
import { type Adding, useAdding } from "./use-adding.ts";

type Typed = Omit<SpecialDays, "item"> & { hours: "closed" | "open" };

const NOTHING: Typed = { name: "", from: "", to: "", opens: "", closes: "", hours: "closed" };

const areSame = (typed: Typed, listed: SpecialDays) =>
  typed.name.trim() === listed.name && typed.from === listed.from;

function Hours({ adding }: { adding: Adding<Typed> }) {
  const { typed, type } = adding;
  const choice = (words: string, hours: Typed["hours"]) => (
    <label>
      <input
        type="radio"
        name="hours"
        value={hours}
        checked={typed.hours === hours}
        onChange={() => type("hours", hours)}
      />
      <b>{words}</b>
    </label>
  );
  return (
    <>
      <fieldset className="role days__hours">
        <legend className="sr">Hours on these days</legend>
        {choice("Closed", "closed")}
        {choice("Open", "open")}
      </fieldset>
      {typed.hours === "open" && (
        <div className="days__pair">
          <Field adding={adding} name="opens" type="time" required label="Opens" />
          <Field adding={adding} name="closes" type="time" required label="Closes" />
        </div>
      )}
    </>
  );
}

export function AddDays({ screen }: { screen: SiteFacts }) {
  const { special_days: all, refused_days: refused } = screen;
  const adding = useAdding(NOTHING, { all, refused }, areSame);
  return (
    <AddForm
      action="special-days"
      words="Add days with other hours"
      className="days__add"
      adding={adding}
      problems={refused?.problems ?? []}
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
