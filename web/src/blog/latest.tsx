// The newest posts beside an article (R40). A document from the server has them; in the browser they load
// by themselves, and the article does not wait for them.
import { useEffect, useState } from "react";
import type { PostCard } from "../contract/content.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import { BLOG, postAddress } from "./address.ts";
import { Day } from "./date.tsx";
import { latestPosts } from "./pages.ts";
import "./latest.css";

/** All that is shown of a post here. */
export type Short = Pick<PostCard, "slug" | "title" | "picture" | "published_date">;

/** Null while they are on their way; a failure is the console's business, and leaves none. */
function useLatest(slug: string, given: Short[] | null): Short[] | null {
  const [posts, setPosts] = useState(given);
  useEffect(() => {
    if (given) return;
    let wanted = true;
    latestPosts(slug)
      .catch((problem: unknown) => {
        // biome-ignore lint/suspicious/noConsole: R40 wants this failure there and nowhere else
        console.error("The latest posts could not be loaded:", problem);
        return [];
      })
      .then((loaded) => wanted && setPosts(loaded));
    return () => {
      wanted = false;
    };
  }, [slug, given]);
  return posts;
}

function Entry({ post: { slug, title, picture, published_date } }: { post: Short }) {
  return (
    <li className={picture ? undefined : "latest__words"}>
      {picture && <Drawing picture={picture} sizes="6rem" />}
      <div>
        <a href={postAddress(slug)} dir="auto">
          {title}
        </a>
        <Day of={published_date} />
      </div>
    </li>
  );
}

function Entries({ posts }: { posts: Short[] }) {
  const { blog } = useSite().words;
  if (posts.length === 0) return <p className="latest__none">{blog.no_latest}</p>;
  return (
    <ul className="latest">
      {posts.map((post) => (
        <Entry key={post.slug} post={post} />
      ))}
    </ul>
  );
}

type LatestProps = {
  /** The post beside which they stand. */
  slug: string;
  posts: Short[] | null;
};

export function Latest({ slug, posts: given }: LatestProps) {
  const { blog } = useSite().words;
  const posts = useLatest(slug, given);
  return (
    <div className="latest-posts" aria-busy={posts === null}>
      <h2>{blog.latest}</h2>
      {posts ? <Entries posts={posts} /> : <div className="latest__room" />}
      <a className="more" href={BLOG}>
        {blog.view_all} <Icon name="arrow-right" />
      </a>
    </div>
  );
}
