// Numbered steps joined by a wave: three in a row, any other number in a column beside the heading.
import { useId } from "react";
import type { Steps as StepsContent } from "../contract/content.ts";
import { Actions } from "../ui/actions.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import { Sentence } from "../ui/sentence.tsx";
import "./steps.css";

const IN_A_ROW = 3;

function StepList({ steps, className }: { steps: StepsContent["steps"]; className: string }) {
  return (
    <ol className={className}>
      {steps.map(({ title, text }) => (
        <li className="step" key={title}>
          <h3>{title}</h3>
          <p>
            <Sentence text={text} />
          </p>
        </li>
      ))}
    </ol>
  );
}

export function Steps({ section }: { section: StepsContent }) {
  const id = useId();
  const { ground, anchor, heading, lead, actions, steps } = section;
  return (
    <Band ground={ground} anchor={anchor} labelledBy={id}>
      {steps.length === IN_A_ROW ? (
        <div className="wrap">
          <BandHead id={id} heading={heading} lead={lead} />
          <StepList steps={steps} className="steps steps--row" />
          <Actions actions={actions} />
        </div>
      ) : (
        <div className="wrap two two--text">
          <div className="stack">
            <h2 id={id}>{heading}</h2>
            {lead && <p className="lead">{lead}</p>}
            <Actions actions={actions} />
          </div>
          <StepList steps={steps} className="steps" />
        </div>
      )}
    </Band>
  );
}
