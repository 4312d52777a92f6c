// A range as an architect's dimension line: from, the line, to. It reads, and is copied, as "AED 150 to 300".
import "./dimension.css";

type DimensionProps = {
  from: string;
  to: string;
  /** The word that the line stands for; without one the line is dashed, for "or more". */
  word?: string;
};

/** The line is drawn on the blanks around the word: boxes that stretch would break the text into lines. */
export function Dimension({ from, to, word }: DimensionProps) {
  return (
    <span className={word ? "dim" : "dim dim--open"}>
      <span className="dim__end">{from}</span>
      <span className="dim__line">
        {word ? <span className="dim__word">{` ${word} `}</span> : " "}
      </span>
      {/* Chromium tells screen readers nothing of a blank that stands alone. */}
      <span className="dim__end">{word ? to : ` ${to}`}</span>
    </span>
  );
}
