// One post (R39): breadcrumb, title, author and date, an optional image, the text, and the sidebar.
import type { Article as ArticleContent } from "../contract/content.ts";
import { Crumbs } from "../sections/crumbs.tsx";
import type { PageView } from "../sections/page-view.ts";
import { Prose } from "../sections/prose.tsx";
import { CallCard } from "../ui/call-card.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { useSite } from "../ui/site.tsx";
import { BLOG } from "./address.ts";
import { Byline } from "./byline.tsx";
import { Latest } from "./latest.tsx";
import "./article.css";
import "./text.css";

/** A photo is as wide as the page. */
const SIZES = "(min-width: 1336px) 1240px, 100vw";

type ArticleProps = { article: ArticleContent; latest: PageView["page"]["latest"] };

export function Article({ article, latest }: ArticleProps) {
  const { slug, title, picture, content } = article;
  const { blog, labels } = useSite().words;
  const crumbs = [...blog.crumbs, { label: blog.heading, to: BLOG }];
  return (
    <article className="wrap article">
      <header className="article__head">
        <Crumbs crumbs={crumbs} here={title} />
        <h1 dir="auto">{title}</h1>
        <Byline post={article} />
      </header>
      {picture && (
        <div className="article__art">
          {/* A photo is the largest element of the first view; an illustration can load later. */}
          <Drawing picture={picture} eager={picture.srcset != null} sizes={SIZES} />
        </div>
      )}
      <div className="article__columns">
        <Prose html={content} />
        <aside className="article__aside" aria-label={blog.latest}>
          <CallCard
            heading={blog.call_heading}
            level="h2"
            text={blog.call_text}
            chat={labels.chat}
          />
          <Latest key={slug} slug={slug} posts={latest ?? null} />
        </aside>
      </div>
    </article>
  );
}
