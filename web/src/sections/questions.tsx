// An accordion of questions, beside a card that offers a call (R31). The browser itself keeps at most
// one open, because they share a name: it works before and without scripts.
import { useId } from "react";
import type { Questions as QuestionsContent } from "../contract/content.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Band } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import "./questions.css";

function HelpCard({ section }: { section: QuestionsContent }) {
  const { phone } = useSite().company;
  return (
    <div className="callcard">
      <h3>{section.help_heading}</h3>
      <p>{section.help_text}</p>
      <div className="btns">
        <ButtonLink label={phone} to="call" icon="phone" looks={["small"]} />
        <ButtonLink
          label={section.help_chat}
          to="chat"
          icon="whatsapp"
          looks={["white", "small"]}
        />
      </div>
    </div>
  );
}

export function Questions({ section }: { section: QuestionsContent }) {
  const heading = useId();
  const name = useId();
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap two two--text faq-grid">
        <div className="faq-side">
          <h2 id={heading}>{section.heading}</h2>
          <HelpCard section={section} />
        </div>
        <div className="faq">
          {section.questions.map(({ question, answer }, place) => (
            <details key={question} name={name} open={place === 0}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </Band>
  );
}
