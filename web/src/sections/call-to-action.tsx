// The closing call to action: a sentence, a call button and a request button.
import { useId } from "react";
import type { CallToAction as CallToActionContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { Sentence } from "../ui/sentence.tsx";
import "./call-to-action.css";

export function CallToAction({ section }: { section: CallToActionContent }) {
  const heading = useId();
  const { primary, secondary, picture } = section;
  return (
    <section className="ctaband" aria-labelledby={heading}>
      <div className="wrap">
        <div className="ctaband__text">
          <h2 id={heading}>{section.heading}</h2>
          <p>
            <Sentence text={section.text} />
          </p>
          <Actions actions={[primary, secondary]} others="white" />
        </div>
        <div className="ctaband__art">
          <Drawing picture={picture} />
        </div>
      </div>
    </section>
  );
}
