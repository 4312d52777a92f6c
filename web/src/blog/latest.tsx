// The latest posts beside an article (R40). A document from the server includes them; after client-side navigation
// they load separately, and the article doesn't wait for them.
import { useEffect, useState } from "react";
import type { PostCard } from "../contract/content.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSite } from "../ui/site.tsx";
import { BLOG, postAddress } from "./address.ts";
import { Day } from "./date.tsx";
import { latestPosts } from "./pages.ts";
import "./latest.css";

/** The fields shown here. */
export type Short = Pick<PostCard, "slug" | "title" | "picture" | "published_date">;

/** Null while loading; a failure goes to the console only and shows no posts. */
function useLatest(slug: string, given: Short[] | null): Short[] | null {
  const [fetched, setFetched] = useState<Short[] | null>(null);
  useEffect(() => {
    if (given) return;
    let mounted = true;
    latestPosts(slug)
      .catch((problem: unknown) => {
        // biome-ignore lint/suspicious/noConsole: R40 wants this failure in the console and nowhere else
        console.error("The latest posts could not be loaded:", problem);
        return [];
      })
      .then((loaded) => mounted && setFetched(loaded));
    return () => {
      mounted = false;
    };
  }, [slug, given]);
  return given ?? fetched;
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
  /** The current post's. */
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
