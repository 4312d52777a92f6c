// Benefits, each with an icon and a line above it.
import { useId } from "react";
import type { Benefits as BenefitsContent } from "../contract/content.ts";
import { Icon } from "../ui/icon.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import { Sentence } from "../ui/sentence.tsx";
import "./benefits.css";

/** Four per row, or three where that fills the rows better. */
function columnsFor(count: number): number {
  return count % 3 === 0 || count === 5 ? 3 : 4;
}

export function Benefits({ section }: { section: BenefitsContent }) {
  const heading = useId();
  const { benefits, lead } = section;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={lead} />
        <ul className={`benefits benefits--${columnsFor(benefits.length)}`}>
          {benefits.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>
                <Sentence text={text} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Band>
  );
}
