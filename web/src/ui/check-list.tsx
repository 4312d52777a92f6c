// A list of features: a check for what is included, a minus for what is not.
import type { ReactNode } from "react";
import type { Feature } from "../contract/content.ts";
import { Icon } from "./icon.tsx";
import "./check-list.css";

type CheckListProps = { lines: Feature[]; notIncluded: string };

export function CheckList({ lines, notIncluded }: CheckListProps) {
  return (
    <ul className="checks">
      {lines.map(({ text, included }) => (
        <li key={text} className={included ? undefined : "is-off"}>
          <Icon name={included ? "check" : "minus"} />
          <span>
            {!included && <span className="sr">{notIncluded} </span>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** One checked line with any content. */
export function Checked({ children }: { children: ReactNode }) {
  return (
    <li>
      <Icon name="check" />
      <span>{children}</span>
    </li>
  );
}
