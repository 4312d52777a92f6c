// Links that reach a visitor. With scripts, a call to somebody who waits also tells colleagues who is calling.
import type { ReactNode } from "react";
import type { Row } from "../../src/contract/desk.ts";
import { tellServer } from "../browser/server.ts";
import { callAddress, requestAction } from "./addresses.ts";

type Props = {
  row: Row;
  className: string;
  /** Where the words don't name the person. */
  label?: string;
  shortcut?: string;
  children: ReactNode;
};

/** Nothing where there is no number. */
export function CallLink({ row, className, label, shortcut, children }: Props) {
  const address = callAddress(row);
  if (!address) return null;
  const tell = () => {
    if (row.stage === "new") tellServer(requestAction(row.reference, "calling"));
  };
  return (
    <a
      className={className}
      href={address}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      onClick={tell}
    >
      {children}
    </a>
  );
}
