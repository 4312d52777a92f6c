// Common issues: what people notice, the usual cause, and what we do. Three columns on wide screens; on a phone, what
// people notice is a list, and each line folds out.
import { useId } from "react";
import type { FirstAid, IssueList as IssueListContent } from "../contract/content.ts";
import { PhoneFold } from "../ui/fold.tsx";
import { Band, BandHead } from "../ui/section.tsx";
import "./issue-list.css";

function SafeChecks({ heading, checks }: FirstAid) {
  return (
    <div className="first-aid two two--text">
      <h3>{heading}</h3>
      <ol>
        {checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ol>
    </div>
  );
}

export function IssueList({ section }: { section: IssueListContent }) {
  const heading = useId();
  const { notice, cause, work, first_aid: firstAid } = section;
  return (
    <Band ground={section.ground} anchor={section.anchor} labelledBy={heading}>
      <div className="wrap">
        <BandHead id={heading} heading={section.heading} lead={section.lead} />
        <div className="issues__head" aria-hidden="true">
          <span>{notice}</span>
          <span>{cause}</span>
          <span>{work}</span>
        </div>
        <ul className="issues">
          {section.issues.map((issue) => (
            <li key={issue.notice}>
              <PhoneFold summary={<h3>{issue.notice}</h3>}>
                <p>
                  <span>{cause} </span>
                  {issue.cause}
                </p>
                <p>
                  <span>{work} </span>
                  {issue.work}
                </p>
              </PhoneFold>
            </li>
          ))}
        </ul>
        {firstAid && <SafeChecks {...firstAid} />}
      </div>
    </Band>
  );
}
