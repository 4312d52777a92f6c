// The top of every page but home: breadcrumb, the page's only h1, and an image beside them.
import { type ReactNode, useId } from "react";
import type { Action } from "../contract/content.ts";
import { Sentence } from "../ui/sentence.tsx";
import { Crumbs } from "./crumbs.tsx";
import "./page-top.css";

type PageTopProps = {
  crumbs: Action[];
  here: string;
  heading: string;
  lead?: string;
  /** The image beside the text; without it, the style sheet shows waves. */
  art?: ReactNode;
  artClass?: string;
  /** Content below the lead. */
  children?: ReactNode;
};

export function PageTop({ crumbs, here, heading, lead, art, artClass, children }: PageTopProps) {
  const id = useId();
  return (
    <section className={art ? "pageban" : "pageban pageban--plain"} aria-labelledby={id}>
      <div className="wrap">
        <div className="pageban__text">
          <Crumbs crumbs={crumbs} here={here} />
          <h1 id={id}>{heading}</h1>
          {lead && (
            <p className="lead">
              <Sentence text={lead} />
            </p>
          )}
          {children}
        </div>
        {art && <div className={artClass ? `pageban__art ${artClass}` : "pageban__art"}>{art}</div>}
      </div>
      {!art && <div className="pageban__strands" />}
    </section>
  );
}
