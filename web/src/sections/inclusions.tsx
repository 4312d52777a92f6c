// Services included in a contract, each on a card with an icon (R20).
import { useId } from "react";
import type { Inclusions as InclusionsContent } from "../contract/content.ts";
import { Tile } from "../ui/icon.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import "./inclusions.css";

export function Inclusions({ section }: { section: InclusionsContent }) {
  const heading = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
        <ul className="incl">
          {section.items.map(({ icon, title, text }) => (
            <li key={title}>
              <Tile name={icon} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Band>
  );
}
