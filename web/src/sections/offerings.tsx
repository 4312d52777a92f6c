// A grid of the services offered, with a short paragraph each; on a phone, a list of names that fold out.
import { useId } from "react";
import type { Offerings as OfferingsContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { PhoneFold } from "../ui/fold.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import { Sentence } from "../ui/sentence.tsx";
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
              <PhoneFold summary={<h3>{title}</h3>}>
                <p>
                  <Sentence text={description} />
                </p>
              </PhoneFold>
            </li>
          ))}
        </ul>
        <Actions actions={section.actions} />
      </div>
    </Band>
  );
}
