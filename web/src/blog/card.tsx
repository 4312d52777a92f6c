// A post's card in the list (R37). The title is the link and covers the whole card; Read More is hidden from screen
// readers and the Tab key, because it would be the same link again.
import type { PostCard } from "../contract/content.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { Figures } from "../ui/sentence.tsx";
import { useSite } from "../ui/site.tsx";
import { postAddress } from "./address.ts";
import { Byline } from "./byline.tsx";
import "./card.css";

/** Three, two or one card in a row. */
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
        <Figures text={summary} />
      </p>
      <span className="more" aria-hidden="true">
        {blog.read_more} <Icon name="arrow-right" />
      </span>
    </article>
  );
}
