// A page's metadata for search engines, chat apps and social networks: Open Graph, Twitter card, JSON-LD. Only the
// server renders it, because none of them navigates; the browser's bundle and the page's data don't contain it.
import type { PageData, SharePicture as Picture, Site } from "../contract/content.ts";
import { inDubai, modified } from "./blog.ts";
import { addressOf, graphOf } from "./graph.ts";
import { scriptJson } from "./script-json.ts";
import { SharePicture } from "./share-picture.tsx";

/** Open Graph's readers know no locale for English in the Emirates; British English is the closest. */
const LOCALE = "en_GB";

type Tag = { property: string; content: string };

/** Open Graph (ogp.me). Twitter's card reads title and description from it too. */
function openGraph(site: Site, page: PageData, url: string): Tag[] {
  const { title, description, article } = page;
  const tags = [
    { property: "og:type", content: article ? "article" : "website" },
    { property: "og:site_name", content: site.company.name },
    { property: "og:locale", content: LOCALE },
    { property: "og:url", content: url },
    { property: "og:title", content: title },
  ];
  if (description) tags.push({ property: "og:description", content: description });
  if (article)
    tags.push(
      { property: "article:published_time", content: inDubai(article.published_date) },
      { property: "article:modified_time", content: modified(article) },
    );
  return tags;
}

type MetadataProps = {
  site: Site;
  page: PageData;
  /** Null for a page that isn't shared, such as the answer to a form. */
  share: Picture | null;
};

export function Metadata({ site, page, share }: MetadataProps) {
  const url = addressOf(site, page);
  const graph = graphOf(site, page);
  if (url === null || graph === null) return null;
  return (
    <>
      {openGraph(site, page, url).map((tag) => (
        <meta key={tag.property} {...tag} />
      ))}
      {share && <SharePicture picture={share} origin={site.origin} />}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        dangerouslySetInnerHTML={{ __html: scriptJson(graph) }}
      />
    </>
  );
}
