// A grid of the services offered, with a short paragraph each.
import { useId } from "react";
import type { Offerings as OfferingsContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import "./offerings.css";

export function Offerings({ section }: { section: OfferingsContent }) {
  const heading = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
        <ul className="offers">
          {section.offerings.map(({ title, description }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{description}</p>
            </li>
          ))}
        </ul>
        <Actions actions={section.actions} />
      </div>
    </Band>
  );
}
