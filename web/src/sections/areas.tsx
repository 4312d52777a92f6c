// The areas that the company serves (R24, R28, R29): in coloured bands from the sea inland, or as one short list.
import { useId } from "react";
import type { Areas as AreasContent } from "../contract/content.ts";
import { PhoneFold } from "../ui/fold.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import "./areas.css";

function Names({ of }: { of: string[] }) {
  return (
    <ul>
      {of.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

export function Areas({ section }: { section: AreasContent }) {
  const heading = useId();
  const bands = section.bands.filter(({ areas }) => areas.length > 0);
  const { names } = section;
  return (
    <Band anchor={section.anchor} className="areas" labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
      </div>
      {bands.map(({ place, name, note, areas }) => (
        <div key={name} className={`band band--${place}`}>
          <div className="wrap">
            <PhoneFold
              summary={
                <h3>
                  {name}
                  <small>{note}</small>
                </h3>
              }
            >
              <Names of={areas} />
            </PhoneFold>
          </div>
        </div>
      ))}
      {names.length > 0 && (
        <div className="band band--all">
          <div className="wrap">
            <Names of={names} />
          </div>
        </div>
      )}
    </Band>
  );
}
