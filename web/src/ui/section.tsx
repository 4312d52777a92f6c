// A page section on its background ("ground"), labelled by its heading.
import type { ReactNode } from "react";
import type { Anchor, Ground } from "../contract/content.ts";
import { Figures, Sentence } from "./sentence.tsx";

const DARK: ReadonlySet<Ground> = new Set(["ink", "gulf"]);

type BandProps = {
  /** Id of its heading. */
  labelledBy: string;
  ground?: Ground;
  anchor?: Anchor | null;
  className?: string;
  children: ReactNode;
};

export function Band({ labelledBy, ground = "white", anchor, className, children }: BandProps) {
  const dark = DARK.has(ground) ? "on-dark" : "";
  const classes = ["sec", `g-${ground}`, dark, className].filter(Boolean).join(" ");
  return (
    <section className={classes} id={anchor ?? undefined} aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}

type BandHeadProps = { id: string; heading: string; lead?: string | null; children?: ReactNode };

/** A section's heading; on wide screens the lead is at the other end of the line. */
export function BandHead({ id, heading, lead, children }: BandHeadProps) {
  return (
    <div className={lead || children ? "head head--split" : "head"}>
      <h2 id={id}>
        <Figures text={heading} />
      </h2>
      {lead && (
        <p>
          <Sentence text={lead} />
        </p>
      )}
      {children}
    </div>
  );
}
