// The response clock as a dimension line: from when a request came in to when its answer is due.
import type { Due } from "./due.ts";
import "./due-line.css";

/** The slanted mark of a dimension line. */
function Tick({ at }: { at: string }) {
  return (
    <svg x={at} aria-hidden="true">
      <path d="M-6 9 6-9" />
    </svg>
  );
}

function Line({ due }: { due: Due }) {
  const at = `${due.percent}%`;
  const thick = due.look === "met" ? 4 : 6;
  const end = due.over ? "100%" : at;
  return (
    <svg className="due__line" aria-hidden="true">
      <svg y="50%" aria-hidden="true">
        <line x1="-5" x2="100%" />
        {!due.over && (
          <svg x="100%" aria-hidden="true">
            <line x2="5" />
          </svg>
        )}
        <Tick at="0" />
        {due.over ? (
          <line className="due__over" x1={at} x2="100%" />
        ) : (
          <rect className="due__fill" y={-thick / 2} width={at} height={thick} />
        )}
        <Tick at={due.over ? at : "100%"} />
        <circle className="due__dot" cx={end} r="6" />
      </svg>
    </svg>
  );
}

/** `main` is the large one of a request's own screen. */
export function DueLine({ due, main = false }: { due: Due; main?: boolean }) {
  const classes = ["due", due.look === "calm" ? "" : `due--${due.look}`, main ? "due--main" : ""];
  return (
    <p className={classes.filter(Boolean).join(" ")}>
      <span>{due.from}</span>
      <Line due={due} />
      <span className="sr">to</span>
      <span>{due.to}</span>
    </p>
  );
}
