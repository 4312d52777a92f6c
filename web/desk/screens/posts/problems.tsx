// What the checker says of a field, in its own words. Mistakes keep the post from being published, hints don't.
import type { PostField, PostProblem } from "../../../src/contract/desk.ts";
import { Icon } from "../../ui/icon.tsx";
import { useScripts } from "../../ui/scripts.ts";

export const problemsId = (field: PostField) => `${field}-problems`;

export const problemsOf = (problems: PostProblem[], field: PostField) =>
  problems.filter((problem) => problem.field === field);

type LineProps = { line: number; onLine?: (line: number) => void };

function Line({ line, onLine }: LineProps) {
  const works = useScripts() && onLine;
  return works ? (
    <button type="button" className="problems__line" onClick={() => onLine(line)}>
      Line {line}:
    </button>
  ) : (
    <b>Line {line}:</b>
  );
}

type Props = {
  field: PostField;
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
