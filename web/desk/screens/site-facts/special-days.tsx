// Days with other hours: the list of them, and a form that adds some.
import type { SiteFacts, SpecialDays } from "../../../src/contract/desk.ts";
import { useNow } from "../../ui/clock.tsx";
import { AddDays } from "./add-days.tsx";
import { daysWords } from "./days-words.ts";
import { RemoveItem } from "./remove-item.tsx";

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
      <RemoveItem item={item} name={name} isLocked={isLocked} />
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
