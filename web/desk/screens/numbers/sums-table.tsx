// Sums by page or by campaign. On narrow screens each row is a card.
import type { ReactNode } from "react";
import type { NamedSums } from "../../../src/contract/desk.ts";
import { grouped } from "../../../ui/number.ts";
import { Icon } from "../../ui/icon.tsx";
import { counted, rate } from "./sentences.ts";

/** Number of rows shown at first; two more aren't worth a tap. */
const FIRST_ROWS = 6;
const SPARE_ROWS = 2;

type Props = {
  /** The section's class beside those of a panel. */
  className: string;
  heading: string;
  /** Kind of row: the heading of its column, and the noun for those not shown yet. */
  column: string;
  one: string;
  many: string;
  /** What is counted where. */
  children: ReactNode;
  rows: NamedSums[];
};

export function SumsTable({ className, heading, column, one, many, children, rows }: Props) {
  const shown = rows.length <= FIRST_ROWS + SPARE_ROWS ? rows.length : FIRST_ROWS;
  const more = rows.slice(shown);
  return (
    <section className={`panel ${className}`}>
      <h2>{heading}</h2>
      <p className="small">{children}</p>
      <Rows
        caption="Reached: calls, chats and requests for each 100 views"
        column={column}
        rows={rows.slice(0, shown)}
      />
      {more.length > 0 && (
        <details className="more">
          <summary className="btn btn--bare">
            {counted(more.length, `more ${one}`, `more ${many}`)}
            <Icon name="down" />
          </summary>
          <Rows column={column} rows={more} />
        </details>
      )}
    </section>
  );
}

const COLUMNS = ["Views", "Calls, chats", "Requests", "Booked", "Reached"] as const;

type RowsProps = { caption?: string; column: string; rows: NamedSums[] };

function Rows({ caption, column, rows }: RowsProps) {
  return (
    <table className="tbl tbl--stack">
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{column}</th>
          {COLUMNS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, sums }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-h={COLUMNS[0]}>{grouped(sums.views)}</td>
            <td data-h={COLUMNS[1]}>{grouped(sums.calls + sums.chats)}</td>
            <td data-h={COLUMNS[2]}>{grouped(sums.requests)}</td>
            <td data-h={COLUMNS[3]}>{grouped(sums.booked)}</td>
            <td data-h={COLUMNS[4]}>{rate(sums) ?? <small>too few</small>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
