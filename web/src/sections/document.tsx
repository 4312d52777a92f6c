// A long text, such as the privacy notice, below a note on its status and a table of contents.
import { useId } from "react";
import type { Document as DocumentContent } from "../contract/content.ts";
import { Prose } from "./prose.tsx";
import "./document.css";

function Contents({ section }: { section: DocumentContent }) {
  const name = useId();
  return (
    <nav className="contents" aria-labelledby={name}>
      <p id={name}>{section.contents}</p>
      <ul>
        {section.parts.map(({ label, to }) => (
          <li key={to}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Document({ section }: { section: DocumentContent }) {
  return (
    <div className="sec">
      <div className="wrap document">
        {section.note && <p className="document__note">{section.note}</p>}
        {section.contents && section.parts.length > 0 && <Contents section={section} />}
        <Prose html={section.html} />
      </div>
    </div>
  );
}
