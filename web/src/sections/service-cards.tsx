// The services grid (R17): cards of all services and the annual contracts; the first one is large.
import { useId } from "react";
import type { ServiceCards as ServiceCardsContent } from "../contract/content.ts";
import { Band, BandHead } from "../ui/section.tsx";
import { ServiceCard } from "../ui/service-card.tsx";
import "./service-cards.css";

/** On wide screens: one large card, four small ones beside it, three medium ones below. */
function sizeAt(place: number) {
  if (place === 0) return "big";
  return place > 4 ? "mid" : "small";
}

export function ServiceCards({ section }: { section: ServiceCardsContent }) {
  const heading = useId();
  const { contracts, services } = section;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
        <div className="svcs svcs--bento">
          {services.map(({ slug, path, name, summary, picture }, place) => (
            <ServiceCard
              key={slug}
              name={name}
              summary={summary}
              picture={picture}
              to={path}
              size={sizeAt(place)}
            />
          ))}
          <ServiceCard {...contracts} size={sizeAt(services.length)} />
        </div>
      </div>
    </Band>
  );
}
