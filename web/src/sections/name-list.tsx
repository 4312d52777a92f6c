// A list of names in columns, such as spare parts.
import { useId } from "react";
import type { NameList as NameListContent } from "../contract/content.ts";
import { Band, BandHead } from "../ui/section.tsx";
import "./name-list.css";

export function NameList({ section }: { section: NameListContent }) {
  const heading = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
        <ul className="names">
          {section.names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </Band>
  );
}
