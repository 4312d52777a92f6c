// Links that reach a visitor. A call to somebody who waits also tells colleagues who is calling.
import type { ReactNode } from "react";
import type { Row } from "../../src/contract/desk.ts";
import { tellServer } from "../browser/server.ts";
import { numberOf, requestAction } from "./addresses.ts";

type Props = {
  row: Row;
  className: string;
  /** Another number than the request's own. */
  number?: string;
  /** Where the words don't name the person. */
  label?: string;
  shortcut?: string;
  children: ReactNode;
};

/** Nothing where there is no number. */
export function CallLink({ row, className, number, label, shortcut, children }: Props) {
  const called = number ?? numberOf(row);
  if (!called) return null;
  const tell = () => {
    if (row.stage === "new") tellServer(requestAction(row.reference, "calling"));
  };
  return (
    <a
      className={className}
      href={`tel:${called}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      onClick={tell}
    >
      {children}
    </a>
  );
}
