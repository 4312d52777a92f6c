// Compares what a visitor downloads, in brotli, with the budgets: for the home page, a blog page, and a page with
// sections of every kind, which is heavier than any real page. React has no budget: it's used as its authors ship it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const CLIENT = fileURLToPath(new URL("../dist/client/", import.meta.url));
const BUDGET_KB = {
  "the home page": { js: 21, css: 12, woff2: 50 },
  "a page of the blog": { js: 21, css: 16, woff2: 50 },
  "a page with everything": { js: 26, css: 16, woff2: 50 },
};
/** Limits for the desk's scripts with React, which no visitor loads. */
const DESK_KB = {
  "a request": 89,
  "the editor": 103,
  "a page of the site": 101,
  "the facts": 98.5,
  "the drafts": 94,
  "all screens": 132,
  "the worker": 3.5,
};
const NAMES = { react: "React", js: "JavaScript of our own", css: "CSS", woff2: "Fonts" };
/** The chunk `react` of vite.config.ts. */
const REACT = /\/react-[\w-]+\.js$/;
const BOOT = "src/boot.ts";
const GROUP = /^src\/sections\/groups\//;
/** The page module that most visitors never load. */
const BLOG = "src/pages/blog.tsx";

const manifest = JSON.parse(readFileSync(`${CLIENT}.vite/manifest.json`, "utf8"));
const { render } = await import("../dist/server/render.js");
const home = readFileSync(new URL("../tests/fixtures/home.json", import.meta.url), "utf8");
const document = render(home);

/** Whether only some pages load this chunk. */
const isOptional = (key) => GROUP.test(key) || key === BLOG;

/** Files of a chunk and of its imports, without optional chunks that are not wanted. */
function filesOf(key, wanted, seen = new Set()) {
  const { file, css = [], imports = [], dynamicImports = [], assets = [] } = manifest[key];
  if (seen.has(key) || (isOptional(key) && !wanted(file, key))) return [];
  seen.add(key);
  const latin = assets.filter((asset) => asset.includes("-latin-"));
  const below = [...imports, ...dynamicImports].flatMap((name) => filesOf(name, wanted, seen));
  return [file, ...css, ...latin, ...below];
}

function weight(file) {
  const bytes = readFileSync(CLIENT + file);
  if (file.endsWith(".woff2")) return bytes.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(bytes, { params }).length;
}

const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(6);

/** Prints every file and the totals; true if a total is over its budget. */
function weigh(name, wanted) {
  console.log(`What ${name} loads:`);
  const totals = { react: 0, js: 0, css: 0, woff2: 0 };
  for (const file of new Set(filesOf(BOOT, wanted))) {
    const bytes = weight(file);
    totals[REACT.test(file) ? "react" : file.split(".").pop()] += bytes;
    console.log(`${kb(bytes)} kB  ${file}`);
  }
  let over = false;
  for (const [kind, total] of Object.entries(totals)) {
    const budget = BUDGET_KB[name][kind];
    over ||= total > budget * 1000;
    console.log(`${kb(total)} kB${budget ? ` of ${budget}` : ""}  ${NAMES[kind]}`);
  }
  return over;
}

/** Weights of each screen of the desk, and of all together. */
function weighDesk() {
  const folder = fileURLToPath(new URL("../dist/desk/", import.meta.url));
  const chunks = JSON.parse(readFileSync(`${folder}.vite/manifest.json`, "utf8"));
  const filesOfChunk = (key) => [
    chunks[key].file,
    ...(chunks[key].imports ?? []).flatMap((name) => filesOfChunk(name)),
  ];
  const request = filesOfChunk("index.html");
  const worker = chunks["service-worker.ts"].file;
  const scripts = Object.values(chunks).flatMap(({ file }) =>
    file.endsWith(".js") && file !== worker ? [file] : [],
  );
  const loaded = {
    "a request": request,
    "the editor": [...request, ...filesOfChunk("screens/posts/views.ts")],
    "a page of the site": [...request, ...filesOfChunk("screens/site/site.tsx")],
    "the facts": [...request, ...filesOfChunk("screens/site-facts/site-facts.tsx")],
    "the drafts": [...request, ...filesOfChunk("screens/site-drafts/site-drafts.tsx")],
    "all screens": scripts,
    "the worker": [worker],
  };
  const totals = Object.entries(loaded).map(([name, files]) => {
    const bytes = [...new Set(files)].map((file) => weight(`../desk/${file}`));
    return [name, bytes.reduce((sum, size) => sum + size, 0)];
  });
  console.log("What the desk loads, JavaScript:");
  for (const [name, total] of totals) console.log(`${kb(total)} kB of ${DESK_KB[name]}  ${name}`);
  return totals.some(([name, total]) => total > DESK_KB[name] * 1000);
}

const over = [
  weigh("the home page", (file) => document.includes(file)),
  weigh("a page of the blog", (_, key) => key === BLOG),
  weigh("a page with everything", (_, key) => key !== BLOG),
  weighDesk(),
];
process.exit(over.includes(true) ? 1 : 0);
