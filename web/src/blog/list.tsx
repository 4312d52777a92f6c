// The list of posts (R37, R38), and its states: loading, failed (R42), no posts yet.
import { PageTop } from "../sections/page-top.tsx";
import type { PageView } from "../sections/page-view.ts";
import { ButtonLink } from "../ui/button.tsx";
import { useSite } from "../ui/site.tsx";
import { BLOG } from "./address.ts";
import { Card } from "./card.tsx";
import { Pager } from "./pager.tsx";
import { Loading, TryAgain } from "./states.tsx";

function Posts({ view }: { view: PageView }) {
  const { company, words } = useSite();
  const { loadState, page } = view;
  if (loadState?.state === "loading") return <Loading />;
  if (loadState?.state === "failed" || !page.posts)
    return (
      <div className="blog-state blog-state--said" role="alert">
        <p>{words.blog.list_failed}</p>
        <TryAgain loadState={loadState} address={BLOG} />
      </div>
    );
  const { posts, page: number, pages } = page.posts;
  if (posts.length === 0)
    return (
      <div className="blog-state blog-state--said">
        <p>{words.blog.none_yet}</p>
        <ButtonLink label={company.phone} to="call" icon="phone" />
      </div>
    );
  return (
    <>
      <div className="posts">
        {posts.map((post) => (
          <Card key={post.slug} post={post} />
        ))}
      </div>
      <Pager page={number} pages={pages} />
    </>
  );
}

export function List({ view }: { view: PageView }) {
  const { blog } = useSite().words;
  return (
    <>
      <PageTop crumbs={blog.crumbs} here={blog.heading} heading={blog.heading} lead={blog.lead} />
      <div className="sec sec--posts">
        <div className="wrap">
          <Posts view={view} />
        </div>
      </div>
    </>
  );
}
