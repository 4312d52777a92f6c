// Days with other hours: the list of them, and a form that adds some.
import type { SiteFacts, SpecialDays } from "../../../src/contract/desk.ts";
import { PostForm } from "../../ui/actions.tsx";
import { siteAction } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { AddDays } from "./add-days.tsx";
import { daysWords } from "./days-words.ts";
import { AT } from "./use-fact-check.ts";

export const DAYS_ID = "special-days";

type RowProps = { days: SpecialDays; isLocked: boolean };

function Row({ days, isLocked }: RowProps) {
  const now = useNow();
  const { item, name } = days;
  return (
    <li>
      <p>
        <b dir="auto">{name}</b>: {daysWords(days, now)}
      </p>
      <PostForm action={siteAction("item")} fields={{ at: AT, item, back: "facts" }}>
        <button
          type="submit"
          className="btn btn--bare"
          name="action"
          value="remove"
          disabled={isLocked}
        >
          Remove<span className="sr">: {name}</span>
        </button>
      </PostForm>
    </li>
  );
}

export function SpecialDaysSection({ screen }: { screen: SiteFacts }) {
  const { special_days: all, locked } = screen;
  return (
    <section className="panel sitefacts__group" aria-labelledby={DAYS_ID}>
      <h2 id={DAYS_ID}>Holidays and other hours</h2>
      <p className="small soft">
        Visitors read of it from two weeks before until it's over.
        {all.length === 0 && " There are none yet."}
      </p>
      {all.length > 0 && (
        <ul className="days">
          {all.map((days) => (
            <Row key={days.item} days={days} isLocked={locked != null} />
          ))}
        </ul>
      )}
      <AddDays screen={screen} />
    </section>
  );
}
