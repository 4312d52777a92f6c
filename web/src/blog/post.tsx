// The page of one post in each of its states (R39): loading, failed, not found, the article.
import { Crumbs } from "../sections/crumbs.tsx";
import { PageTop } from "../sections/page-top.tsx";
import type { PageView } from "../sections/page-view.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { useSite } from "../ui/site.tsx";
import { BLOG } from "./address.ts";
import { Article } from "./article.tsx";
import { Latest } from "./latest.tsx";
import { Loading, TryAgain } from "./states.tsx";

function LoadingPost() {
  const { blog } = useSite().words;
  return (
    <div className="wrap article">
      <div className="article__head">
        <Crumbs crumbs={blog.crumbs} here={blog.heading} />
      </div>
      <Loading heading />
    </div>
  );
}

function Failed({ view }: { view: PageView }) {
  const { blog } = useSite().words;
  return (
    <PageTop crumbs={blog.crumbs} here={blog.heading} heading={blog.post_failed}>
      <div className="btns">
        <TryAgain loadState={view.loadState} address={view.page.path ?? BLOG} />
        <ButtonLink label={blog.view_all} to={BLOG} looks={["line"]} />
      </div>
    </PageTop>
  );
}

function Missing({ view }: { view: PageView }) {
  const { blog, not_found } = useSite().words;
  return (
    <>
      <PageTop
        crumbs={[...blog.crumbs, { label: blog.heading, to: BLOG }]}
        here={blog.not_found}
        heading={blog.not_found}
        lead={blog.not_found_text}
        art={<Drawing picture={not_found.picture} eager />}
      >
        <div className="btns">
          <ButtonLink label={blog.view_all} to={BLOG} />
        </div>
      </PageTop>
      <div className="sec sec--posts">
        <div className="wrap blog-instead">
          <Latest slug="" posts={view.page.latest ?? null} />
        </div>
      </div>
    </>
  );
}

export function Post({ view }: { view: PageView }) {
  const { loadState, page } = view;
  if (loadState?.state === "loading") return <LoadingPost />;
  if (loadState?.state === "failed") return <Failed view={view} />;
  if (!page.article) return <Missing view={view} />;
  return <Article article={page.article} latest={page.latest} />;
}
