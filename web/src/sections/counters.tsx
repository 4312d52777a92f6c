// Large figures of work done (R28), without animation.
import { useId } from "react";
import type { Counters as CountersContent } from "../contract/content.ts";
import { Band, BandHead } from "../ui/section.tsx";
import "./counters.css";

export function Counters({ section }: { section: CountersContent }) {
  const heading = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} />
        <dl className="counters">
          {section.counters.map(({ number, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{number}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Band>
  );
}
