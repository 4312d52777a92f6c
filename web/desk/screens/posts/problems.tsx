// The checker's findings on a field, in its own words. Mistakes keep the post from being published, hints don't.
import type { EditorField, PostProblem } from "../../../src/contract/desk.ts";
import { Icon } from "../../ui/icon.tsx";

export const problemsId = (field: EditorField) => `${field}-problems`;

export const problemsOf = (problems: PostProblem[], field: EditorField) =>
  problems.filter((problem) => problem.field === field);

type LineProps = { line: number; onLine?: (line: number) => void };

function Line({ line, onLine }: LineProps) {
  return onLine ? (
    <button type="button" className="problems__line" onClick={() => onLine(line)}>
      Line {line}:
    </button>
  ) : (
    <b>Line {line}:</b>
  );
}

type Props = {
  field: EditorField;
  problems: PostProblem[];
  /** Puts the caret into a line of the text. */
  onLine?: (line: number) => void;
};

export function Problems({ field, problems, onLine }: Props) {
  const own = problemsOf(problems, field);
  if (own.length === 0) return null;
  return (
    <ul className="problems" id={problemsId(field)}>
      {own.map(({ is_mistake: isMistake, line, what, instead }) => (
        <li key={`${line} ${what}`} className={isMistake ? "problems__mistake" : undefined}>
          <Icon name={isMistake ? "alert" : "hint"} />
          <p>
            <b>{isMistake ? "To mend." : "Hint."}</b>{" "}
            {line != null && (
              <>
                <Line line={line} onLine={onLine} />{" "}
              </>
            )}
            {what}
            {instead && `; ${instead}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
