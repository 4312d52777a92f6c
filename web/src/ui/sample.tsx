// Marks what is shown as an example only, so that nobody takes an invented review for a real one.
import { useSite } from "./site.tsx";
import "./sample.css";

export function Sample() {
  const { labels } = useSite().words;
  return <span className="sample">{labels.sample}</span>;
}
