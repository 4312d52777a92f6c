// Two or three panels side by side, each with a list. On a phone they fold out; the first is open.
import { useId } from "react";
import type { Panel, PanelItem, Panels as PanelsContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { PhoneFold } from "../ui/fold.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import "./panels.css";

function Item({ name, text, picture }: PanelItem) {
  return (
    <li className={picture ? "kv__item kv__item--picture" : "kv__item"}>
      {picture && <Drawing picture={picture} sizes="5.5rem" />}
      <strong>{name}</strong>
      <p>{text}</p>
    </li>
  );
}

function PanelCard({ panel, first }: { panel: Panel; first: boolean }) {
  return (
    <div className={`panel g-${panel.ground}`}>
      <PhoneFold summary={<h3>{panel.heading}</h3>} open={first}>
        {panel.text && <p className="panel__text">{panel.text}</p>}
        {panel.items.length > 0 && (
          <ul className="kv">
            {panel.items.map((item) => (
              <Item key={item.name} {...item} />
            ))}
          </ul>
        )}
      </PhoneFold>
    </div>
  );
}

export function Panels({ section }: { section: PanelsContent }) {
  const heading = useId();
  const { panels, lead } = section;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={lead} />
        <div className={panels.length === 3 ? "panels panels--3" : "panels"}>
          {panels.map((panel, place) => (
            <PanelCard key={panel.heading} panel={panel} first={place === 0} />
          ))}
        </div>
        <Actions actions={section.actions} />
      </div>
    </Band>
  );
}
