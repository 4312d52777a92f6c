// The FAQ accordion (R31): questions whose answers fold out, beside a card that offers a call. At most one is open: all
// <details> share a name, so the browser closes the others, also without scripts. Every FAQ of the site is this section.
import { useId } from "react";
import type { Questions as QuestionsContent } from "../contract/content.ts";
import { CallCard } from "../ui/call-card.tsx";
import { Fold } from "../ui/fold.tsx";
import { Band } from "../ui/section.tsx";
import { Figures, Sentence } from "../ui/sentence.tsx";
import "./questions.css";

export function Questions({ section }: { section: QuestionsContent }) {
  const heading = useId();
  const name = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap two two--text faq-grid">
        <div className="faq-side">
          <h2 id={heading}>{section.heading}</h2>
          <CallCard
            heading={section.help_heading}
            level="h3"
            text={section.help_text}
            chat={section.help_chat}
          />
        </div>
        <div className="faq">
          {section.questions.map(({ question, answer }, place) => (
            <Fold
              key={question}
              summary={<Figures text={question} />}
              name={name}
              open={place === 0}
            >
              <p>
                <Sentence text={answer} />
              </p>
            </Fold>
          ))}
        </div>
      </div>
    </Band>
  );
}
