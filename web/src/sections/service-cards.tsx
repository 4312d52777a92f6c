// Cards of all services and the annual contracts: the whole card is one link, the first one is large.
import type { Picture, ServiceCards as ServiceCardsContent } from "../contract/content.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import "./service-cards.css";

type CardProps = { name: string; summary: string; picture: Picture; to: string; size: string };

function Card({ name, summary, picture, to, size }: CardProps) {
  return (
    <article className={size ? `svc svc--${size}` : "svc"}>
      <div className="svc__art">
        <Drawing picture={picture} />
      </div>
      <div className="svc__body">
        <h3>
          <a href={to}>{name}</a>
        </h3>
        <p>{summary}</p>
        <span className="svc__go" aria-hidden="true">
          <Icon name="arrow-right" />
        </span>
      </div>
    </article>
  );
}

/** On wide screens: one large card, four small ones beside it, and three middling ones below. */
function sizeAt(place: number): string {
  if (place === 0) return "big";
  return place > 4 ? "mid" : "";
}

export function ServiceCards({ section }: { section: ServiceCardsContent }) {
  const { contracts, services } = section;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy="services-heading">
      <div className="wrap">
        <BandHead id="services-heading" heading={section.heading}>
          <p>{section.lead}</p>
        </BandHead>
        <div className="svcs">
          {services.map(({ slug, path, ...card }, place) => (
            <Card key={slug} {...card} to={path} size={sizeAt(place)} />
          ))}
          <Card {...contracts} size={sizeAt(services.length)} />
        </div>
      </div>
    </Band>
  );
}
