// The clock of a request, and what its visitor wrote.
import type { RequestScreen, Row } from "../../../src/contract/desk.ts";
import { hasArabic } from "../../ui/arabic.ts";
import { useNow } from "../../ui/clock.tsx";
import { clockTime, promised, saidWhen, when } from "../../ui/dubai.ts";
import { type Due, dueOf } from "../../ui/due.ts";
import { DueLine } from "../../ui/due-line.tsx";
import { STAGES } from "../../ui/tags.tsx";
import { pageWords } from "./page-words.ts";

function promiseWords({ received_at: received, due_at: due, emergency }: Row): string {
  if (due == null) return "";
  if (emergency && promised(due - received) === "one hour")
    return "We promise an answer within the hour in an emergency.";
  return `We promise an answer within ${promised(due - received)}.`;
}

/** The clock's words, large. */
function Left({ row, due }: { row: Row; due: Due }) {
  const classes = due.look === "late" ? "ask__left ask__left--late" : "ask__left";
  return row.stage === "new" ? (
    <p className={classes}>
      {due.large} <small>{due.small}</small>
    </p>
  ) : (
    <p className={classes}>
      {STAGES[row.stage].words} <small>answered {due.words}</small>
    </p>
  );
}

export function Clock({ screen: { row, events } }: { screen: RequestScreen }) {
  const now = useNow();
  const due = dueOf(row, now);
  const escalated = events.find(({ kind }) => kind === "escalated");
  const late = due?.look === "late";
  if (!due)
    return row.stage === "new" ? null : <p className="ask__left">{STAGES[row.stage].words}</p>;
  return (
    <div className="ask__big">
      <Left row={row} due={due} />
      <DueLine due={due} main />
      <p className="small">
        {promiseWords(row)}
        {escalated && ` At ${when(escalated.at, now)} everybody was mailed.`}
      </p>
      <span className="sr" role="status">
        {late ? `${row.name} should've had an answer by ${clockTime(row.due_at ?? now)}.` : ""}
      </span>
    </div>
  );
}

export function Slip({ screen: { row, page } }: { screen: RequestScreen }) {
  const now = useNow();
  const { message, received_at: received } = row;
  const arabic = hasArabic(message);
  return (
    <div className="slip">
      {message ? (
        <blockquote dir="auto" lang={arabic ? "ar" : undefined}>
          {arabic ? `«${message}»` : `“${message}”`}
        </blockquote>
      ) : (
        <p>They left no message.</p>
      )}
      <footer>
        Sent {saidWhen(received, now)}
        {page != null && ` from the ${pageWords(page)}`}.
      </footer>
    </div>
  );
}
