// Cards that link to the other services.
import { useId } from "react";
import type { OtherServices as OtherServicesContent } from "../contract/content.ts";
import { Band, BandHead } from "../ui/section.tsx";
import { ServiceCard } from "../ui/service-card.tsx";

export function OtherServices({ section }: { section: OtherServicesContent }) {
  const heading = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
        <div className="svcs">
          {section.services.map(({ slug, path, name, summary, picture }) => (
            <ServiceCard
              key={slug}
              name={name}
              summary={summary}
              picture={picture}
              to={path}
              link={section.link}
            />
          ))}
        </div>
      </div>
    </Band>
  );
}
