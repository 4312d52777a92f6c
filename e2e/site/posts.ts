// Posts as the marketing person publishes them: files with a picture beside them, given to `amwaj posts publish`.
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, ROOT } from "../../scripts/shared/amwaj.mjs";
import type { Site } from "./site.ts";

export type PostFile = {
  slug: string;
  title: string;
  /** Missing: this moment. */
  date?: string;
  /** A drawing of content/illustrations, by its name without `.svg`. */
  picture?: string;
  /** Description of its picture. */
  alt?: string;
  author?: string;
  excerpt?: string;
  meta_title?: string;
  meta_description?: string;
  /** Markdown, or HTML where `html` is true. */
  body?: string;
  html?: boolean;
};

const BODY = "A first sentence.\n\n## A part of it\n\nA second one.\n";

function frontMatter({ picture, alt, slug: _, body: __, html: ___, ...rest }: PostFile): string {
  const image = picture && { image: `${picture}.svg`, image_alt: alt ?? "A drawing" };
  const lines = Object.entries({ ...rest, ...image }).map(
    ([name, value]) => `${name}: ${name === "date" ? value : JSON.stringify(value)}`,
  );
  return `---\n${lines.join("\n")}\n---\n`;
}

/** Publishes them in this order, and waits until the site shows them. */
export async function publish(site: Site, posts: PostFile[]): Promise<void> {
  const folder = newFolder("posts");
  try {
    const files = posts.map((post) => {
      if (post.picture)
        copyFileSync(
          join(ROOT, "content/illustrations", `${post.picture}.svg`),
          join(folder, `${post.picture}.svg`),
        );
      const file = join(folder, `${post.slug}.${post.html ? "html" : "md"}`);
      writeFileSync(file, frontMatter(post) + (post.body ?? BODY));
      return file;
    });
    // Kept from here on, as all answers are that somebody asked for.
    await list(site);
    await site.server.command("posts", "publish", ...files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await shown(
    site,
    posts.map(({ slug }) => slug),
  );
}

async function list(site: Site): Promise<string> {
  return (await fetch(site.at("/admin/front/blogs"))).text();
}

/** Waits until the server has noticed them: a kept answer names them. One never asked for would be up to date at once. */
async function shown(site: Site, slugs: string[]): Promise<void> {
  const end = Date.now() + 60_000;
  for (const slug of slugs) {
    while (!(await list(site)).includes(`"slug":"${slug}"`)) {
      if (Date.now() > end) throw new Error(`/blogs/${slug} was published, and isn't shown`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

const HOUR_MS = 3_600_000;

/** So many posts, an hour apart, the last one the newest of all: `post-1`, `post-2` … One in four has no picture. */
export function series(count: number): PostFile[] {
  return Array.from({ length: count }, (_, at) => ({
    slug: `post-${at + 1}`,
    title: `Post number ${at + 1}`,
    date: new Date(Date.now() - (count - at) * HOUR_MS).toISOString(),
    excerpt: `What post number ${at + 1} is about, in a sentence that is a good deal longer than what a card has room for: it ends here.`,
    picture: at % 4 === 1 ? undefined : "blog-2-water",
  }));
}

/** A day as readers see it, by the browser's own calendar. */
export function dayOf(moment: string): string {
  const day = { day: "numeric", month: "long", year: "numeric", timeZone: "Asia/Dubai" } as const;
  return new Intl.DateTimeFormat("en-GB", day).format(new Date(moment));
}

/** A word that is wider than any screen. */
const LONG = "Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(3);
/** A post of everything that an author may write. */
export const EVERYTHING: PostFile = {
  slug: "everything",
  title: "Everything a post may hold",
  meta_title: "Everything | Amwaj",
  excerpt: "An excerpt, not a description.",
  date: "2026-01-02",
  author: "Mariam",
  picture: "blog-5-keys",
  alt: "A key beside an open door",
  html: true,
  body: `<p>A long address https://www.example.com/${LONG} and ${LONG}, <a href="/about-us">an inner link</a>,
<a href="https://example.com/">an outer one</a>, <code>code</code>, <em>words</em>.</p>
<h2>Second</h2><p>Text</p><h3>Third</h3><p>Text</p><h4>Fourth</h4><p>Text</p><h5>Fifth</h5><p>Text</p><h6>Sixth</h6><p>Text</p>
<ul><li>One<ul><li>inner</li></ul></li></ul><ol><li>First</li></ol><dl><dt>Term</dt><dd>Meaning</dd></dl>
<blockquote><p>A quote</p></blockquote><hr>
<table><thead><tr><th scope="col">Job</th><th scope="col">How often</th><th scope="col">Usual price</th><th scope="col">Certification</th><th scope="col">Remarks</th></tr></thead>
<tbody><tr><td>AC cleaning</td><td>Twice a year</td><td>AED 150</td><td>Refrigeration</td><td>${LONG}</td></tr></tbody></table>
<pre><code>a line of code that is longer than a phone is wide, ${LONG}</code></pre>
<figure><img src="blog-5-keys.svg" alt="A key"><figcaption>A caption</figcaption></figure>
<p>صيانة المنازل في دبي</p>`,
};

/** A long post with links to another post, to a page and to its own end. */
export const LINKING = {
  slug: "linking",
  title: "A post with links",
  date: "2026-02-01",
  body:
    "Read [the other one](/blogs/post-3), [about us](/about-us) or [the end](#the-end).\n\n" +
    `${"A paragraph that fills a line or two of the page.\n\n".repeat(60)}## The end\n\nIt ends here.\n`,
};
