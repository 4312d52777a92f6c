// A long text, such as the privacy notice, below a note that says what state it is in.
import type { Document as DocumentContent } from "../contract/content.ts";
import { Prose } from "./prose.tsx";
import "./document.css";

export function Document({ section }: { section: DocumentContent }) {
  return (
    <div className="sec">
      <div className="wrap">
        <p className="document__note">{section.note}</p>
        <Prose html={section.html} />
      </div>
    </div>
  );
}
