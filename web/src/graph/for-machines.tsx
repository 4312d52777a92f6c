// What a page's head holds for machines alone: search engines, chat apps, social networks. Only the server draws
// it, since none of them clicks: the browser's bundle and the page's own data know nothing of it.
import type { PageData, Site } from "../contract/content.ts";
import { inDubai, modified } from "./blog.ts";
import { addressOf, graphOf } from "./graph.ts";
import { scriptJson } from "./script-json.ts";

/** British English, of the locales that Open Graph's readers know; there is none for English in the Emirates. */
const LOCALE = "en_GB";

type Tag = { property: string; content: string };

/** Open Graph (ogp.me); Twitter's card takes title and description from it. */
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

export function ForMachines({ site, page }: { site: Site; page: PageData }) {
  const url = addressOf(site, page);
  const graph = graphOf(site, page);
  if (url === null || graph === null) return null;
  return (
    <>
      {openGraph(site, page, url).map((tag) => (
        <meta key={tag.property} {...tag} />
      ))}
      {/* The share picture's tags (og:image, twitter:image) belong here. */}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        dangerouslySetInnerHTML={{ __html: scriptJson(graph) }}
      />
    </>
  );
}
