// Checks the direction of imports in server/src: what stands above may use what stands below, never the other way.
// The pages' side has its own check in web/.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/imports.mjs    lists every import of the server that goes against the direction; exit 1 if there is one",
  );
  process.exit(0);
}

/** server/src, from the top down; a feature may not use its neighbours, other rows may. */
const RUST = [
  { modules: ["main"] },
  { modules: ["app", "doctor", "lib"] },
  { modules: ["http"] },
  { modules: ["pages", "leads", "posts", "stats"], apart: true },
  {
    modules: ["outbox", "mail", "webhook", "indexnow", "duty", "content", "render", "share", "db"],
  },
  { modules: ["config", "clock", "random", "shelf", "address"] },
  { modules: ["packed", "tally", "terminal"] },
];
/** @param {string} folder @param {RegExp} kind @returns {string[]} */
function filesBelow(folder, kind) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path, kind) : kind.test(name) ? [path] : [];
  });
}

/** @param {typeof RUST} rows @param {string} module */
const rowOf = (rows, module) => rows.findIndex(({ modules }) => modules.includes(module));

/** @param {typeof RUST} rows @param {string} from @param {string} to */
function complaint(rows, from, to) {
  const [a, b] = [rowOf(rows, from), rowOf(rows, to)];
  if (a < 0) return `"${from}" has no place yet: give it one in scripts/imports.mjs`;
  if (b < 0) return `"${to}" has no place yet: give it one in scripts/imports.mjs`;
  if (from === to) return undefined;
  if (a > b) return `${from} uses ${to}, which stands above it`;
  if (a === b && rows[a].apart) return `${from} uses ${to}, its neighbour`;
  return undefined;
}

/** The modules that Rust source names after `crate::` (or after the crate's name, in main.rs). @param {string} source */
function rustUses(source) {
  const code = source.replace(/\/\/.*$/gm, "");
  const single = [...code.matchAll(/\b(?:crate|amwaj)::(\w+)/g)].map(([, module]) => module);
  const grouped = [...code.matchAll(/\buse (?:crate|amwaj)::\{([\s\S]*?)\};/g)].flatMap(
    ([, inner]) =>
      inner
        .replace(/\{[^{}]*\}/g, "")
        .split(",")
        .map((part) => part.trim().split("::")[0]),
  );
  return [...new Set([...single, ...grouped])].filter((module) => /^[a-z]\w*$/.test(module));
}

function rustComplaints() {
  const source = join(ROOT, "server", "src");
  return filesBelow(source, /\.rs$/).flatMap((file) => {
    const name = relative(source, file);
    const from = name.split("/")[0].replace(/\.rs$/, "");
    const text = readFileSync(file, "utf8");
    const said = from === "lib" ? [] : rustUses(text).map((to) => complaint(RUST, from, to));
    if (from !== "config" && /\benv::(vars?|var_os|vars_os|set_var)\b/.test(text))
      said.push("only config reads the environment");
    if (/(^|\/)(lead|post)\.rs$/.test(name) && /\b(axum|hyper|sea_orm|http)::/.test(text))
      said.push("this type may know neither HTTP nor SQL");
    return said.filter(Boolean).map((words) => `server/src/${name}: ${words}`);
  });
}

const complaints = rustComplaints();
for (const words of complaints) console.log(words);
console.log(
  complaints.length
    ? `${complaints.length} imports go against the direction`
    : "Every import goes down.",
);
process.exit(complaints.length ? 1 : 0);
