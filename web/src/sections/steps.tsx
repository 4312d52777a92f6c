// Numbered steps, joined by a wave.
import type { Steps as StepsContent } from "../contract/content.ts";
import { Band, BandHead } from "../ui/section.tsx";
import "./steps.css";

/** On the page's own white ground the steps follow the section above without a gap of their own. */
export function Steps({ section }: { section: StepsContent }) {
  const flush = section.ground === "white" ? "sec--flush" : undefined;
  const row = section.steps.length === 3 ? "steps steps--row" : "steps";
  return (
    <Band
      ground={section.ground}
      anchor={section.anchor}
      className={flush}
      labelledBy="steps-heading"
    >
      <div className="wrap">
        <BandHead id="steps-heading" heading={section.heading} />
        <ol className={row}>
          {section.steps.map(({ title, text }) => (
            <li className="step" key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Band>
  );
}
