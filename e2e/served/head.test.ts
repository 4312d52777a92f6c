// The head of a page for chat apps, social networks and phones, and those who are told to keep nothing of it.
import { beforeAll, expect, test } from "vitest";
import { sitePages } from "../../scripts/shared/pages.mjs";
import { ask } from "../site/http.ts";
import { type ForMachines, nodeOf, nodesOf, readAll, readMachines } from "../site/machines.ts";
import { type PostFile, publish } from "../site/posts.ts";
import { ORIGIN } from "../site/site.ts";
import { misunderstood } from "../site/vocabulary.ts";
import { company } from "../site/words.ts";
import { ownSite } from "./site.ts";

const site = ownSite({ env: { AMWAJ_SITE_URL: ORIGIN } });
const { pages } = sitePages();

const BARE: PostFile = { slug: "bare", title: "Nothing but a title", date: "2026-01-02" };
const EXCERPT: PostFile = {
  slug: "excerpt",
  title: "With an excerpt",
  excerpt: "What it is about.",
};
const ARABIC: PostFile = {
  slug: "arabic",
  title: 'صيانة "المكيّف" في دبي & حولها',
  meta_description: "متى تنظّف «المكيّف»؟ 'كل ثلاثة أشهر' & \"قبل الصيف\".",
  author: "مريم",
  picture: "blog-2-water",
  alt: 'خزّان "ماء"',
};
const ENDS_SCRIPT: PostFile = {
  slug: "ends-script",
  title: "</script><script>alert(1)</script><!-- ends",
  meta_title: "</title></head><body>",
  meta_description: '"><script>alert(2)</script>',
};
const POSTS = [BARE, EXCERPT, ARABIC, ENDS_SCRIPT];
const ALL = [...pages.map(({ path }) => path), ...POSTS.map(({ slug }) => `/blogs/${slug}`)];

let read = new Map<string, ForMachines>();
const at = (path: string) => read.get(path)!;
beforeAll(async () => {
  await publish(site, POSTS);
  read = await readAll(site, ALL);
});

const only = ({ metas }: ForMachines, name: string) => {
  expect(metas[name] ?? [], name).toHaveLength(1);
  return metas[name]![0];
};

for (const path of ALL)
  test(`R10 ${path} is shared under its own title, description and address`, () => {
    const one = at(path);
    expect(only(one, "og:title")).toBe(one.title);
    expect(one.title).not.toBe("");
    expect(only(one, "og:url")).toBe(one.canonical);
    expect(one.canonical).toBe(ORIGIN + path);
    const description = only(one, "description");
    expect(one.metas["og:description"] ?? []).toEqual(description ? [description] : []);
    expect(only(one, "og:site_name")).toBe(company.name);
    expect(only(one, "og:locale")).toBe("en_GB");
    expect(only(one, "twitter:card")).toBe("summary_large_image");
    const isPost = path.startsWith("/blogs/");
    expect(only(one, "og:type")).toBe(isPost ? "article" : "website");
    if (!isPost) return expect(Object.keys(one.metas).join()).not.toContain("article:");
    const post = nodeOf(one, "BlogPosting");
    expect(only(one, "article:published_time")).toBe(post.datePublished);
    expect(only(one, "article:modified_time")).toBe(post.dateModified);
  });

for (const post of POSTS)
  test(`R41 ${post.slug}: whatever an author writes, head and graph say it whole, and nothing of it is markup`, () => {
    const one = at(`/blogs/${post.slug}`);
    const node = nodeOf(one, "BlogPosting");
    const title = post.meta_title ?? post.title;
    const description = post.meta_description ?? post.excerpt ?? "";
    expect(one.title).toBe(title);
    expect(only(one, "description")).toBe(description);
    expect(node.headline).toBe(post.title);
    expect(node.description).toBe(description || undefined);
    expect(node.author.name).toBe(post.author);
    expect(node.image?.caption).toBe(post.alt);
    expect(node.image?.url.startsWith(`${ORIGIN}/media/posts/`)).toBe(post.picture && true);
    expect(nodeOf(one, "BreadcrumbList").itemListElement.at(-1).name).toBe(post.title);
    expect(misunderstood(nodesOf(one))).toEqual([]);
  });

test("only pages that are no answer to a search are kept from search engines", async () => {
  for (const path of ALL) {
    expect(at(path).metas.robots, path).toBeUndefined();
    expect(at(path).headers["x-robots-tag"], path).toBeUndefined();
  }
  const prefilled = await readMachines(site.at("/?plan=basic"));
  expect([prefilled.metas.robots, prefilled.canonical]).toEqual([undefined, `${ORIGIN}/`]);
  for (const path of ["/no-such-page", "/blogs/no-such-post"]) {
    const missing = await readMachines(site.at(path));
    expect([missing.status, missing.metas.robots], path).toEqual([404, ["noindex"]]);
    expect([missing.canonical, missing.graphs, missing.metas["og:url"]], path).toEqual([
      null,
      [],
      undefined,
    ]);
  }
  const posted = await ask(site.at("/sendMail.php"), {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "name=Nu&phone=1&service=Plumbing+Services",
  });
  expect(posted.text).toContain('<meta name="robots" content="noindex"/>');
  expect(posted.text).not.toContain("application/ld+json");
});

/** Width and height in a PNG's first block. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test("every icon is there, of the size and type that is said of it", async () => {
  const { links } = at("/");
  const of = (rel: string) => links.filter((link) => link.rel === rel).map(({ href }) => href);
  const [icon, ...more] = of("icon");
  expect(more).toEqual([]);
  expect(decodeURIComponent(icon!)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
  const apple = await ask(site.at(of("apple-touch-icon")[0]!));
  expect(sizeOf(apple.body)).toEqual([180, 180]);
  // Asked for by name, whatever a page says.
  const ico = await ask(site.at("/favicon.ico"));
  expect([ico.status, ico.headers["content-type"]]).toEqual([200, "image/x-icon"]);
  expect(ico.body.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});

test("the web manifest names the company as the fact sheet does, in the colours of its pages", async () => {
  const answer = await ask(site.at("/site.webmanifest"));
  expect([answer.status, answer.headers["content-type"]]).toEqual([
    200,
    "application/manifest+json",
  ]);
  const manifest = JSON.parse(answer.text);
  expect(manifest.name).toBe(company.name);
  expect(manifest.short_name).toBe(company.short_name);
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(manifest.theme_color).toBe(only(at("/"), "theme-color"));
  expect(manifest.start_url).toBe("/");
  const sizes = manifest.icons.map(({ sizes }: any) => sizes);
  expect(sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await ask(site.at(src));
    expect([icon.status, icon.headers["content-type"]], src).toEqual([200, type]);
    if (type === "image/png") expect(sizeOf(icon.body).join("x"), src).toBe(sizes);
  }
});
