// Those who wait, beside a request on wide screens.
import type { Row } from "../../../src/contract/desk.ts";
import { requestAddress } from "../../ui/addresses.ts";
import { useNow } from "../../ui/clock.tsx";
import { dueOf } from "../../ui/due.ts";
import { DueLine } from "../../ui/due-line.tsx";
import { Tag, waitingTags } from "../../ui/tags.tsx";
import { Typed } from "../../ui/typed.tsx";

function Mini({ row, current }: { row: Row; current: boolean }) {
  const now = useNow();
  const due = dueOf(row, now);
  const [tag] = waitingTags(row, due, now);
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
        <Typed text={row.name} />
      </b>
      <span className="small">{row.service}</span>
      {due && <DueLine due={due} />}
    </a>
  );
}

export function Beside({ waiting, current }: { waiting: Row[]; current: string }) {
  return (
    <aside className="listside" aria-label="Waiting">
      <h2>Waiting, {waiting.length}</h2>
      {waiting.map((row) => (
        <Mini key={row.reference} row={row} current={row.reference === current} />
      ))}
    </aside>
  );
}
