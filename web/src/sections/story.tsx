// An image beside a heading, a lead and a short list of points.
import { useId } from "react";
import type { Story as StoryContent } from "../contract/content.ts";
import { Actions, isContact } from "../ui/actions.tsx";
import { MoreLink } from "../ui/button.tsx";
import { Checked } from "../ui/check-list.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { Band } from "../ui/section.tsx";
import { Figures } from "../ui/sentence.tsx";
import "./story.css";

export function Story({ section }: { section: StoryContent }) {
  const heading = useId();
  const { points, action } = section;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap two story">
        <Drawing picture={section.picture} />
        <div className="stack">
          <h2 id={heading}>{section.heading}</h2>
          <p className="lead">{section.lead}</p>
          {points.length > 0 && (
            <ul className="checks">
              {points.map(({ claim, text }) => (
                <Checked key={claim}>
                  <strong>{claim}</strong> <Figures text={text} />
                </Checked>
              ))}
            </ul>
          )}
          {action && isContact(action.to) && <Actions actions={[action]} />}
          {action && !isContact(action.to) && (
            <p>
              <MoreLink action={action} />
            </p>
          )}
        </div>
      </div>
    </Band>
  );
}
