// The emergency banner (R17): the phone number and how soon each trade arrives.
import { useId } from "react";
import type { Emergency as EmergencyContent } from "../contract/content.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Dimension } from "../ui/dimension.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { callLink } from "../ui/links.ts";
import { Band } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import "./emergency.css";

export function Emergency({ section }: { section: EmergencyContent }) {
  const heading = useId();
  const { company, words } = useSite();
  return (
    <Band ground="ink" anchor={section.anchor} className="sos" labelledBy={heading}>
      <div className="wrap sos__grid">
        <div>
          <h2 id={heading}>{section.heading}</h2>
          <a className="sos__num num" href={callLink(company.phone)}>
            {company.phone}
          </a>
          <p className="lead">{section.lead}</p>
          <div className="btns">
            <ButtonLink label={section.call} to="call" icon="phone" looks={["sun"]} />
            <ButtonLink label={section.chat} to="chat" icon="whatsapp" looks={["line"]} />
          </div>
        </div>
        <dl>
          {section.responses.map(({ who, within }) => (
            <div key={who}>
              <dt>{who}</dt>
              <dd>
                <Dimension from={section.from} to={within} word={words.labels.range_then} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="sos__art">
        <Drawing picture={section.picture} sizes="100vw" />
      </div>
    </Band>
  );
}
