// Notes of httplint (PyPI; the library behind REDbot) on the headers of every kind of answer: every note is printed,
// and one that is not explained below fails.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Amwaj, ROOT } from "../shared/amwaj.mjs";
import { claims } from "../shared/claims.mjs";

const ORIGIN = "https://www.amwaj.example";

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/stages/headers.mjs [--all]    lints the headers of each kind of answer; --all prints also what is good",
  );
  process.exit(0);
}

/** Levels that ask for a change; the others praise or explain. */
const COMPLAINTS = ["bad", "warn"];

/** @type {{answers: RegExp, id: string, why: string}[]} notes that stay, and why */
const KEPT = [
  {
    answers: /^a picture/,
    id: "CSP_UNSAFE_INLINE",
    why: "a drawing has styles of its own; no script is allowed in it",
  },
  {
    answers: /^the (sitemap|feed)/,
    id: "CSP_UNSAFE_INLINE",
    why: "browsers draw a tree of it with styles of their own; no script of ours is in it",
  },
];

const site = await Amwaj.start({ env: { AMWAJ_SITE_URL: ORIGIN } });
const { claim, note, end } = claims(
  "httplint has nothing to say of the site's answers that is not explained",
);
try {
  await site.packed();
  const home = await (await fetch(site.url)).text();
  const first = (/** @type {RegExp} */ pattern) => home.match(pattern)?.[1] ?? "";
  const list = await fetch(`${site.url}/admin/front/blogs?per_page=1`);
  const [{ slug }] = /** @type {any} */ (await list.json());
  const browser = { "Accept-Encoding": "gzip, deflate, br, zstd", Accept: "*/*" };
  const form = { ...browser, "Content-Type": "application/x-www-form-urlencoded" };
  const asks = [
    { name: "a page", path: "/" },
    { name: "a page, to somebody who takes no packing", path: "/", headers: { Accept: "*/*" } },
    { name: "a page, its headers only", path: "/", method: "HEAD" },
    { name: "a page that is known", status: 304, path: "/", known: true },
    { name: "a page's data", path: "/_data/about-us.json" },
    { name: "a post", path: `/blogs/${slug}` },
    { name: "a post that is known", status: 304, path: `/blogs/${slug}`, known: true },
    { name: "a script", path: first(/src="(\/assets\/[^"]+\.js)"/) },
    {
      name: "a script that is known",
      status: 304,
      path: first(/src="(\/assets\/[^"]+\.js)"/),
      known: true,
    },
    { name: "a style sheet", path: first(/href="(\/assets\/[^"]+\.css)"/) },
    { name: "a font", path: first(/href="(\/assets\/[^"]+\.woff2)"/) },
    { name: "a picture", path: first(/src="(\/media\/[^"]+)"/) },
    { name: "an icon", path: "/favicon.ico" },
    { name: "the call for posts", path: "/admin/front/blogs" },
    { name: "the call for posts, known", status: 304, path: "/admin/front/blogs", known: true },
    { name: "the call for a post", path: `/admin/front/blogs/${slug}` },
    { name: "the call for no post", status: 404, path: "/admin/front/blogs/no-such-post" },
    {
      name: "a request that is taken",
      path: "/sendMail.php",
      method: "POST",
      headers: { ...form, Accept: "application/json" },
      body: "name=Sara&phone=0501234567&service=Plumbing+Services&message=A+tap+drips",
    },
    {
      name: "a form without scripts that is wrong",
      status: 422,
      path: "/sendMail.php",
      method: "POST",
      headers: form,
      body: "name=&phone=",
    },
    { name: "the form's address, read", status: 303, path: "/sendMail.php" },
    { name: "a redirect for ever", status: 301, path: "/contracts" },
    { name: "a redirect for now", status: 302, path: "/services" },
    { name: "a page that is not there", status: 404, path: "/no-such-page" },
    { name: "a post that is not there", status: 404, path: "/blogs/no-such-post" },
    { name: "a method that is refused", status: 405, path: "/", method: "DELETE" },
    { name: "the sitemap", path: "/sitemap.xml" },
    { name: "the feed", path: "/blogs/feed.xml" },
    { name: "robots.txt", path: "/robots.txt" },
    { name: "security.txt", path: "/.well-known/security.txt" },
    { name: "the sign of life", path: "/healthz" },
  ].map((ask) => ({ headers: browser, status: 200, ...ask }));
  const python = join(ROOT, "target/python/bin/python3");
  const answers = JSON.parse(
    execFileSync(python, [join(ROOT, "scripts/stages/headers.py")], {
      input: JSON.stringify({ base: site.url, origin: ORIGIN, asks }),
      maxBuffer: 1 << 26,
      encoding: "utf8",
    }),
  );
  // httplint does not know this header: pages and calls are for the site itself, pictures for feeds and share cards too.
  const policy = "cross-origin-resource-policy";
  for (const [path, wanted] of [
    ["/", "same-origin"],
    ["/admin/front/blogs", "same-origin"],
    [first(/src="(\/media\/[^"]+)"/), null],
  ]) {
    const seen = (await fetch(site.url + path)).headers.get(policy);
    claim(`${path} has ${policy}: ${wanted ?? "none"}`, seen === wanted, seen ?? undefined);
  }
  const used = new Set();
  for (const [at, { name, status, notes }] of answers.entries()) {
    const left = status === asks[at].status ? [] : [`it should be ${asks[at].status}`];
    for (const { level, id, field, text } of notes) {
      const kept = KEPT.find((known) => known.id === id && known.answers.test(name));
      if (kept) used.add(kept);
      if (COMPLAINTS.includes(level) && !kept) left.push(`${level} ${id}: ${text}`);
      else if (kept) note(`kept: ${id} (${kept.why})`);
      else if (process.argv.includes("--all")) note(`${level} ${id} (${field}): ${text}`);
    }
    claim(`${name} (${status})`, left.length === 0, left.length ? left : undefined);
  }
  const idle = KEPT.filter((known) => !used.has(known)).map(({ id }) => id);
  claim("every explained note is still given", idle.length === 0, idle.length ? idle : undefined);
} finally {
  await site.stop();
}
end();
