// A list of jobs, each with a note and a dimension line for its price or duration.
import type { ReactNode } from "react";
import { Figures } from "./sentence.tsx";
import "./dimension-list.css";

export function DimensionList({ children }: { children: ReactNode }) {
  return <dl className="rates">{children}</dl>;
}

type DimensionRowProps = { job: string; note: string; children: ReactNode };

export function DimensionRow({ job, note, children }: DimensionRowProps) {
  return (
    <div className="rate">
      <dt>
        {job}
        <small>
          <Figures text={note} />
        </small>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
