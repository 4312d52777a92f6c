// Durations of jobs, each as a dimension line.
import { useId } from "react";
import type { Durations as DurationsContent } from "../contract/content.ts";
import { Dimension } from "../ui/dimension.tsx";
import { DimensionList, DimensionRow } from "../ui/dimension-list.tsx";
import { Band } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";

export function Durations({ section }: { section: DurationsContent }) {
  const heading = useId();
  const { labels } = useSite().words;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap two two--text">
        <div className="stack">
          <h2 id={heading}>{section.heading}</h2>
          <p className="lead">{section.lead}</p>
        </div>
        <div>
          <DimensionList>
            {section.durations.map(({ job, note, from, to }) => (
              <DimensionRow key={job} job={job} note={note}>
                <Dimension from={from} to={to} word={labels.range_to} />
              </DimensionRow>
            ))}
          </DimensionList>
          {section.note && <p className="rates__note">{section.note}</p>}
        </div>
      </div>
    </Band>
  );
}
