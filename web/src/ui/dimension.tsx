// A range as an architect's dimension line: from, the line, to.
import { useSite } from "./site.tsx";
import "./dimension.css";

type DimensionProps = { from: string; to: string; open?: boolean };

/** `open` makes the end dashed, for "or more". */
export function Dimension({ from, to, open = false }: DimensionProps) {
  const { labels } = useSite().words;
  return (
    <span className={open ? "dim dim--open" : "dim"}>
      <span>{from}</span>
      <span className="dim__line" role="img" aria-label={labels.range_to} />
      <span>{to}</span>
    </span>
  );
}
