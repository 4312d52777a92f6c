// A dark band of key figures below the first view.
import type { KeyFacts as KeyFactsContent } from "../contract/content.ts";
import "./key-facts.css";

export function KeyFacts({ section }: { section: KeyFactsContent }) {
  return (
    <section className="facts on-dark" aria-label={section.label}>
      <div className="wrap">
        <dl>
          {section.facts.map(({ figure, unit, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {figure}
                {unit && <small> {unit}</small>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
