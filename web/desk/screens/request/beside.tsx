// The list that a request was opened from, beside it on wide screens: mostly of those who wait.
import type { Row } from "../../../src/contract/desk.ts";
import { requestAddress } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { dueOf } from "../../ui/due.ts";
import { DueLine } from "../../ui/due-line.tsx";
import { STAGES, Tag, waitingTags } from "../../ui/tags.tsx";
import { Name } from "../inbox/rows.tsx";

function Mini({ row, current }: { row: Row; current: boolean }) {
  const now = useNow();
  const due = dueOf(row, now);
  const [tag] = row.stage === "new" ? waitingTags(row, due, now) : [STAGES[row.stage]];
  return (
    <a
      className="mini"
      href={requestAddress(row.reference)}
      aria-current={current ? "true" : undefined}
    >
      <span className="row">
        {tag && <Tag {...tag} />}
        {row.emergency && tag?.words !== "Emergency" && <span className="ref">Emergency</span>}
      </span>
      <b>
        <Name row={row} />
      </b>
      <span className="small">{row.service}</span>
      {due && <DueLine due={due} />}
    </a>
  );
}

export function Beside({ waiting, current }: { waiting: Row[]; current: string }) {
  const isWaiting = waiting.every(({ stage }) => stage === "new");
  const name = isWaiting ? `Waiting, ${waiting.length}` : "The list you came from";
  return (
    <aside className="listside" aria-label={name}>
      <h2>{name}</h2>
      {waiting.map((row) => (
        <Mini key={row.reference} row={row} current={row.reference === current} />
      ))}
    </aside>
  );
}
