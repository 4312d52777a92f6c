// A service's card: image, name and summary. The whole card is one link.
import type { Picture } from "../contract/content.ts";
import { Drawing } from "./drawing.tsx";
import { Icon } from "./icon.tsx";
import "./service-card.css";

/** A photo's `sizes`, by the card's size. */
const SIZES = {
  big: "(min-width: 1100px) 50vw, 100vw",
  mid: "(min-width: 1100px) 33vw, (min-width: 768px) 50vw, 7rem",
  small: "(min-width: 1100px) 25vw, (min-width: 768px) 50vw, 7rem",
};

type ServiceCardProps = {
  name: string;
  summary: string;
  picture: Picture;
  to: string;
  /** The card's size in the grid. */
  size?: "big" | "mid" | "small";
  /** The label of a separate link; without it, the name is the link. */
  link?: string;
};

export function ServiceCard({ name, summary, picture, to, size, link }: ServiceCardProps) {
  return (
    <article className={size ? `svc svc--${size}` : "svc"}>
      <div className="svc__art">
        <Drawing picture={picture} sizes={SIZES[size ?? "mid"]} />
      </div>
      <div className={link ? "svc__body svc__body--link" : "svc__body"}>
        <h3>{link ? name : <a href={to}>{name}</a>}</h3>
        <p>{summary}</p>
        {link ? (
          <a className="more" href={to}>
            {link} <span className="sr">{name}</span>
            <Icon name="arrow-right" />
          </a>
        ) : (
          <span className="svc__go" aria-hidden="true">
            <Icon name="arrow-right" />
          </span>
        )}
      </div>
    </article>
  );
}
