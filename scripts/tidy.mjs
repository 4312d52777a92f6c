// Holds the rules of the house that no compiler holds: sizes of files, circles between Rust files, names that mean two
// things, field terms that lead to a file, and two types that may know neither HTTP nor SQL.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const MAX_LINES = 300;
/** Grown by a generator, or data. */
const GENERATED =
  /(^|\/)(node_modules|dist|target|contract|test-results|\.git)(\/|$)|package-lock\.json$/;
/** Whoever greps for one of these finds the file that does it. */
const FIELD_TERMS = [
  "rate limit",
  "backoff",
  "lease",
  "group commit",
  "spool",
  "replay",
  "honeypot",
  "slowloris",
  "response cache",
  "precompressed",
  "throttle",
  "prefill",
  "rasterise",
  "single-flight",
  "idempotency",
  "quarantine",
  "permit",
];
/** ORM entities repeat these in every table's module; `Sent`-like aliases inside one crate are private. */
const ORM_NAMES = new Set(["Model", "Entity", "Column", "Relation", "ActiveModel", "PrimaryKey"]);

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/tidy.mjs    lists what breaks a rule of the house; exit 1 if anything does",
  );
  process.exit(0);
}

/** @param {string} folder @param {RegExp} kind @returns {string[]} paths below the root */
function filesBelow(folder, kind) {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (GENERATED.test(path)) return [];
    if (statSync(join(ROOT, path)).isDirectory()) return filesBelow(path, kind);
    return kind.test(name) ? [path] : [];
  });
}

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), "utf8");
/** Code without comments and without the unit tests at its end. @param {string} text */
const code = (text) => text.replace(/^\s*\/\/.*$/gm, "").split("#[cfg(test)]")[0];

const rust = ["crates", "tests"].flatMap((folder) => filesBelow(folder, /\.rs$/));
const sources = rust.filter((path) => path.includes("/src/") && !/tests\.rs$/.test(path));

function longFiles() {
  const all = [
    ...rust,
    ...["web", "e2e", "scripts", "bench"].flatMap((at) =>
      filesBelow(at, /\.(mjs|tsx?|css|sh|py|lua)$/),
    ),
  ];
  return all.flatMap((path) => {
    const lines = read(path).split("\n").length - 1;
    return lines > MAX_LINES
      ? [`${path} has ${lines} lines; ${MAX_LINES} is the most: it has two jobs`]
      : [];
  });
}

function headless() {
  return rust
    .filter((path) => !/tests\.rs$/.test(path) && !read(path).startsWith("//!"))
    .map((path) => `${path} does not say in its first line what it is for (//! …)`);
}

/** The module path of a file: `crates/leads/src/queue/store.rs` is `leads::queue::store`. @param {string} path */
function moduleOf(path) {
  const [, crate, , ...rest] = path.replace(/\.rs$/, "").split("/");
  const names = rest.filter(
    (name, at) => !(at === rest.length - 1 && /^(mod|lib|main)$/.test(name)),
  );
  return [crate.replaceAll("-", "_"), ...names].join("::");
}

const fileOf = new Map(
  sources.filter((path) => !path.endsWith("main.rs")).map((path) => [moduleOf(path), path]),
);

/** Every path after `use`, written out, with `crate` and `super` resolved. @param {string} path @param {string} text */
function imports(path, text) {
  const module = moduleOf(path);
  const crate = module.split("::")[0];
  const trees = [...text.matchAll(/^\s*(pub(?:\([^)]*\))? )?use ([^;]+);/gm)];
  return trees.flatMap(([, visible, tree]) =>
    expand(tree.replace(/\s+/g, "")).map((used) => {
      let at = used;
      if (at.startsWith("crate::")) at = crate + at.slice(5);
      else if (at.startsWith("super::")) {
        let parent = module;
        while (at.startsWith("super::")) {
          parent = parent.split("::").slice(0, -1).join("::");
          at = at.slice(7);
        }
        at = `${parent}::${at}`;
      } else if (fileOf.has(`${module}::${at.split("::")[0]}`)) at = `${module}::${at}`;
      return { used: at, reexport: Boolean(visible) };
    }),
  );
}

/** @param {string} tree @returns {string[]} */
function expand(tree) {
  const open = tree.indexOf("{");
  if (open < 0) return [tree.replace(/as\w+$/, "")];
  const parts = [];
  let depth = 0;
  let part = "";
  for (const letter of tree.slice(open + 1, -1)) {
    if (letter === "{") depth += 1;
    if (letter === "}") depth -= 1;
    if (letter === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  const before = tree.slice(0, open);
  return [...parts, part]
    .filter(Boolean)
    .flatMap((inner) =>
      inner === "self" ? [before.slice(0, -2)] : expand(inner).map((rest) => before + rest),
    );
}

/** Which file a path is in: the longest module that is one. @param {string} used */
function target(used) {
  const names = used.split("::");
  for (let length = names.length; length > 0; length -= 1) {
    const file = fileOf.get(names.slice(0, length).join("::"));
    if (file) return { file, item: names[length] };
  }
  return undefined;
}

/** Who uses whom, file by file; what a module only hands on belongs to the file that has it. */
function graph() {
  const found = new Map(
    [...fileOf.values()].map((path) => [path, imports(path, code(read(path)))]),
  );
  /** @param {string} used @returns {string | undefined} */
  const owner = (used) => {
    const at = target(used);
    const handed =
      at?.item &&
      found.get(at.file)?.find((one) => one.reexport && one.used.endsWith(`::${at.item}`));
    return handed && handed.used !== used ? owner(handed.used) : at?.file;
  };
  return new Map(
    [...found].map(([path, all]) => [
      path,
      new Set(
        all
          .filter((one) => !one.reexport)
          .map((one) => owner(one.used))
          .filter((file) => file && file !== path),
      ),
    ]),
  );
}

/** Strongly connected files (Tarjan). @param {Map<string, Set<string | undefined>>} edges */
function circles(edges) {
  let count = 0;
  const order = new Map();
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} file */
  function visit(file) {
    order.set(file, count);
    low.set(file, count);
    count += 1;
    stack.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!next) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.toSorted());
  }
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return found;
}

function namesThatMeanTwoThings() {
  /** @type {Map<string, Set<string>>} */
  const crates = new Map();
  for (const path of sources) {
    for (const [, name] of code(read(path)).matchAll(
      /^\s*pub (?:struct|enum|trait|type|union) (\w+)/gm,
    )) {
      if (ORM_NAMES.has(name)) continue;
      crates.set(name, (crates.get(name) ?? new Set()).add(path.split("/")[1]));
    }
  }
  return [...crates]
    .filter(([, where]) => where.size > 1)
    .map(
      ([name, where]) =>
        `the public type ${name} is in ${[...where].join(" and ")}: one name, one meaning`,
    );
}

function missingTerms() {
  const texts = sources.map((path) => read(path).toLowerCase());
  return FIELD_TERMS.filter((term) => !texts.some((text) => text.includes(term))).map(
    (term) => `nobody who greps crates/ for "${term}" finds anything`,
  );
}

/** Types that visitors' words become, and what they stand on, know neither HTTP nor SQL. @param {ReturnType<typeof graph>} edges */
function pureTypes(edges) {
  return ["crates/leads/src/lead.rs", "crates/blog/src/post.rs"].flatMap((start) => {
    const reached = new Set([start]);
    for (const file of reached)
      for (const next of edges.get(file) ?? []) if (next) reached.add(next);
    return [...reached]
      .filter((file) => /\b(axum|hyper|sea_orm|http)::/.test(code(read(file))))
      .map((file) => `${start} must know neither HTTP nor SQL, and reaches ${file}`);
  });
}

const edges = graph();
const complaints = [
  ...longFiles(),
  ...headless(),
  ...circles(edges).map(
    (files) => `a circle: ${files.map((file) => relative(".", file)).join(", ")}`,
  ),
  ...namesThatMeanTwoThings(),
  ...missingTerms(),
  ...pureTypes(edges),
];
for (const complaint of complaints) console.log(complaint);
console.log(
  complaints.length
    ? `${complaints.length} rules of the house are broken`
    : `${sources.length} Rust files keep the rules of the house.`,
);
process.exit(complaints.length ? 1 : 0);
