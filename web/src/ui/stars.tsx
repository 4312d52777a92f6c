// A rating in stars; screen readers read it as one sentence.
import { fill } from "../../ui/fill.ts";
import { Icon } from "./icon.tsx";
import { useSite } from "./site.tsx";
import "./stars.css";

const SCALE = [1, 2, 3, 4, 5];

/** `value` out of 5; half a star or more lights the whole star. */
export function Stars({ value }: { value: number }) {
  const { labels } = useSite().words;
  return (
    <span className="stars" role="img" aria-label={fill(labels.stars, { stars: value })}>
      {SCALE.map((star) => (
        <Icon key={star} name="star" className={star - 0.5 > value ? "is-off" : undefined} />
      ))}
    </span>
  );
}

/** The company's average rating: stars, the figure, and the number of ratings. */
export function Proof() {
  const { company, words } = useSite();
  const [before, after] = words.labels.ratings.split("{value}");
  const { value, count } = company.rating;
  return (
    <p className="proof">
      <Stars value={value} />
      <span>
        {before}
        <b>{value}</b>
        {fill(after ?? "", { count })}
      </span>
    </p>
  );
}
