// A line that folds out: <details> with the site's own marker, which works without scripts.
import { type ReactNode, useSyncExternalStore } from "react";
import { MOBILE_BELOW_PX } from "../measures.ts";
import "./fold.css";

type FoldProps = { summary: ReactNode; children: ReactNode };

/** The browser keeps at most one fold of the same name open. */
type NamedFoldProps = FoldProps & { name: string; open: boolean };

export function Fold({ summary, children, ...details }: NamedFoldProps) {
  return (
    <details className="fold" {...details}>
      <summary>
        {/* One element, since the summary is a grid. */}
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  );
}

const WIDE = `(min-width: ${MOBILE_BELOW_PX}px)`;

function watchWidth(changed: () => void) {
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", changed);
  return () => wide.removeEventListener("change", changed);
}

/** A fold on a phone. Where there is room it is open, shows no marker, and the keyboard passes it by. */
export function PhoneFold({ summary, open = false, children }: FoldProps & { open?: boolean }) {
  const wide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );
  return (
    <details className="fold fold--phone" open={wide || open}>
      <summary tabIndex={wide ? -1 : undefined}>{summary}</summary>
      {children}
    </details>
  );
}
