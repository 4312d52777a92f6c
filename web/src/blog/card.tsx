// A post in the list (R37). The title is its link, and the whole card follows it; the words below it lead
// to the same place and are not read out or tabbed to a second time.
import type { PostCard } from "../contract/content.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import { postAddress } from "./address.ts";
import { Byline } from "./byline.tsx";
import "./card.css";

/** How wide a photo is on a card: three, two, or one beside each other. */
const SIZES = "(min-width: 1100px) 395px, (min-width: 768px) 50vw, 100vw";

export function Card({ post }: { post: PostCard }) {
  const { slug, title, summary, picture } = post;
  const { blog } = useSite().words;
  const to = postAddress(slug);
  return (
    <article className={picture ? "post" : "post post--words"}>
      {picture && (
        <div className="post__art">
          <Drawing picture={picture} sizes={SIZES} />
        </div>
      )}
      <Byline post={post} />
      <h2>
        <a href={to} dir="auto">
          {title}
        </a>
      </h2>
      <p className="post__summary" dir="auto">
        {summary}
      </p>
      {/* The title's link covers the whole card; a second one would say less and be met twice. */}
      <span className="more" aria-hidden="true">
        {blog.read_more} <Icon name="arrow-right" />
      </span>
    </article>
  );
}
