// The blog with 10, 1,000 and 10,000 posts: the start, memory, publishing, first and repeated views, the bare call.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Amwaj, newFolder, pause, ROOT } from "../scripts/shared/amwaj.mjs";
import { claims, commandLine } from "../scripts/shared/claims.mjs";
import { get, load, median } from "./load.mjs";

const options = commandLine(
  "Measures the blog with growing numbers of posts, and prints a table.",
  {
    posts: ["10,1000,10000", "how many posts, one measurement each"],
    seconds: [3, "how long one run of the load tool lasts"],
    connections: [32, "connections kept busy"],
    pairs: [5, "how many runs for each address"],
    again: [50, "how many repeated views are timed"],
    aim: [1.1, "the CPU a repeated view may cost, measured in views of a static page"],
  },
);
const LIST = "/admin/front/blogs";
const PER_PAGE = 12;
/** The static page that a view is compared with. */
const STATIC = "/privacy";
const SLUG = "measured-post";
const { claim, note, end } = claims(`posts: ${options.posts} of them`);
/** @type {[string, ...string[]][]} */
const table = [["", ...options.posts.split(",")]];

/** About 900 words with headings, as articles have; no two alike. @param {number} number */
function article(number) {
  const words =
    "water pressure filter compressor breaker sealant tile paint valve heater thermostat duct".split(
      " ",
    );
  const sentence = (/** @type {number} */ seed) =>
    `${Array.from({ length: 15 }, (_, at) => words[(seed * 7 + at * (number % 11) + at) % words.length]).join(" ")} ${number}-${seed}.`;
  const part = (/** @type {number} */ at) =>
    `<h2>Part ${at} of ${number}</h2><p>${[1, 2, 3, 4, 5].map((line) => sentence(at * 10 + line)).join(" ")}</p>`;
  return Array.from({ length: 12 }, (_, at) => part(at)).join("\n");
}

/** The array that another site would give. @param {number} count */
function site(count) {
  const day = 86_400_000;
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    slug: `post-${at + 1}`,
    title: `Post number ${at + 1}`,
    meta_title: null,
    meta_description: null,
    excerpt: at % 3 ? `What post number ${at + 1} is about, in a sentence.` : null,
    image: null,
    author: null,
    published_date: new Date(Date.now() - (at + 2) * day).toISOString(),
    created_at: new Date(Date.now() - (at + 2) * day).toISOString(),
    content: article(at + 1),
  }));
}

/** Milliseconds and the answer. @param {string} url @param {Record<string, string>} [headers] */
async function timed(url, headers = {}) {
  const begin = performance.now();
  const answer = await get(url, headers);
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  return { ms: performance.now() - begin, bytes: answer.body.length, text: answer.body };
}

/** Resident memory of a process in MB. @param {number} pid @param {string} [row] */
function memory(pid, row = "VmRSS") {
  const kb = new RegExp(`${row}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kb) / 1024;
}

/** First and repeated views of an address. @param {string} url */
async function views(url) {
  const first = (await timed(url, { "Accept-Encoding": "gzip" })).ms;
  const again = [];
  for (let view = 0; view < options.again; view += 1)
    again.push((await timed(url, { "Accept-Encoding": "gzip" })).ms);
  return `${first.toFixed(1)} / ${median(again).toFixed(2)} ms`;
}

/** Publishes one post with the command line. @param {Amwaj} amwaj @param {string} folder */
async function publish(amwaj, folder) {
  const file = join(folder, `${SLUG}.html`);
  writeFileSync(file, `---\ntitle: "Just published"\n---\n\n${article(0)}\n`);
  // The list is in the response cache, as on a site that has visitors.
  await timed(`${amwaj.url}/blogs`);
  const command = performance.now();
  const live = (async () => {
    while (!(await timed(`${amwaj.url}/blogs`)).text.includes(SLUG)) await pause(5);
    return performance.now();
  })();
  await amwaj.command("posts", "publish", file);
  const stored = performance.now();
  const seen = await live;
  return { took: stored - command, after: Math.max(0, seen - stored) };
}

/** CPU of repeated views beside the static page, in turn. @param {Amwaj} amwaj @param {string} path */
async function cost(amwaj, path) {
  const server = (/** @type {string} */ address) => ({
    url: amwaj.url + address,
    pids: [amwaj.pid],
    headers: ["Accept-Encoding: gzip"],
  });
  const seen = { view: /** @type {number[]} */ ([]), still: /** @type {number[]} */ ([]) };
  for (let pair = 0; pair < options.pairs; pair += 1) {
    seen.view.push((await load(server(path), options)).micros);
    seen.still.push((await load(server(STATIC), options)).micros);
  }
  return { view: median(seen.view), still: median(seen.still) };
}

/** @param {number} count @param {string} content @param {string} folder */
async function measure(count, content, folder) {
  const data = newFolder("data");
  const start = { data, content, env: { AMWAJ_LOG: "warn", AMWAJ_SITE_URL: "http://127.0.0.1" } };
  const array = join(folder, "site.json");
  writeFileSync(array, JSON.stringify(site(count)));
  let amwaj = await Amwaj.start(start);
  const imported = performance.now();
  await amwaj.command("posts", "import", array);
  note(`${count} posts imported in ${((performance.now() - imported) / 1000).toFixed(1)} s`);
  await amwaj.stop();
  const begin = performance.now();
  amwaj = await Amwaj.start(start);
  const started = performance.now() - begin;
  const rested = memory(amwaj.pid);
  try {
    const last = `/blogs?page=${Math.ceil(count / PER_PAGE)}`;
    const rows = {
      "start to the first 200": `${Math.round(started)} ms`,
      "memory after it": `${rested.toFixed(0)} MB`,
      "list, first / repeated view": await views(`${amwaj.url}/blogs`),
      "last page, first / repeated view": await views(amwaj.url + last),
      "a post, first / repeated view": await views(`${amwaj.url}/blogs/post-${count}`),
    };
    const live = await publish(amwaj, folder);
    const bare = await timed(amwaj.url + LIST);
    const packed = await timed(amwaj.url + LIST, { "Accept-Encoding": "gzip" });
    if (JSON.parse(bare.text.toString()).length !== count + 1)
      throw new Error("the bare call lacks posts");
    const beside = memory(amwaj.pid, "VmHWM");
    // Asked for twice, they are packed small; that work is no part of a view.
    for (const path of ["/blogs", `/blogs/post-${count}`, "/blogs", `/blogs/post-${count}`])
      await timed(amwaj.url + path);
    await pause(2000);
    const list = await cost(amwaj, "/blogs");
    const post = await cost(amwaj, `/blogs/post-${count}`);
    const all = {
      ...rows,
      "publishing one: the command": `${Math.round(live.took)} ms`,
      "and live after it": `${Math.round(live.after)} ms`,
      "bare call": `${(bare.bytes / 1e6).toFixed(2)} MB in ${Math.round(bare.ms)} ms`,
      "bare call as gzip": `${(packed.bytes / 1e6).toFixed(2)} MB in ${Math.round(packed.ms)} ms`,
      "most memory so far": `${beside.toFixed(0)} MB`,
      "CPU of a view: list, static page": `${list.view.toFixed(1)}, ${list.still.toFixed(1)} µs`,
      "CPU of a view: post, static page": `${post.view.toFixed(1)}, ${post.still.toFixed(1)} µs`,
    };
    for (const [at, [name, value]] of Object.entries(all).entries()) {
      table[at + 1] ??= [name];
      table[at + 1].push(value);
    }
    claim(
      `${count} posts: live within a second`,
      live.after < 1000,
      `${Math.round(live.after)} ms`,
    );
    for (const [name, { view, still }] of Object.entries({ list, post }))
      claim(
        `${count} posts: a repeated view of the ${name} costs at most ${options.aim} of a static page's`,
        view / still <= options.aim,
        (view / still).toFixed(2),
      );
    return started;
  } finally {
    await amwaj.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

const folder = newFolder("posts");
try {
  // Without the first posts that the content brings, so that the numbers are what they say.
  const content = join(folder, "content");
  cpSync(join(ROOT, "content"), content, {
    recursive: true,
    filter: (path) => path !== join(ROOT, "content", "posts"),
  });
  for (const count of options.posts.split(",").map(Number)) await measure(count, content, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const widths = table[0].map((_, at) => Math.max(...table.map((row) => row[at].length)));
console.log();
for (const row of table)
  console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at])).join("  ")}`);
console.log();
end();
