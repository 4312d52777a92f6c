// The check's findings on an edit, in its own words, under its field. A likely fix is one tap.
import type { SiteProblem } from "../../../src/contract/desk.ts";
import { Icon } from "../../ui/icon.tsx";
import { difference } from "./difference.ts";

type Props = {
  id: string;
  /** The value in the field. */
  value: string;
  problems: SiteProblem[];
  /** Puts the fix into the field; nothing while the field has other words. */
  onFix: ((value: string) => void) | null;
};

type FixProps = Pick<Props, "value" | "onFix"> & { fix: string | null };

function Fix({ value, fix, onFix }: FixProps) {
  if (fix == null || !onFix) return null;
  const { before, is, after } = difference(value, fix);
  return (
    <button type="button" className="btn btn--bare btn--flush" onClick={() => onFix(fix)}>
      <span>
        Put it right:{" "}
        <span dir="auto">
          {before}
          <b>{is}</b> {after}
        </span>
      </span>
    </button>
  );
}

/** Why the server says nothing of it. */
export function Failed({ words }: { words: string | null }) {
  return words ? (
    <p className="complaint complaint--warn" role="status">
      <Icon name="hint" />
      <span>{words}</span>
    </p>
  ) : null;
}

export function SiteProblems({ id, value, problems, onFix }: Props) {
  const isWrong = problems.some(({ is_mistake: isMistake }) => isMistake);
  return (
    <div role={isWrong ? "alert" : "status"} className="complaints" id={id}>
      {problems.map(({ is_mistake: isMistake, what, instead, elsewhere, fix }) => (
        <div
          className={isMistake ? "complaint" : "complaint complaint--warn"}
          key={`${elsewhere} ${what}`}
        >
          <Icon name={isMistake ? "alert" : "emergency"} />
          <p>
            {elsewhere && <b>{elsewhere}: </b>}
            {what}
            {instead && `; ${instead}`}
          </p>
          <Fix value={value} fix={fix} onFix={onFix} />
        </div>
      ))}
    </div>
  );
}
