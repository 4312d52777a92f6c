// The rules of the house that no compiler holds, each with sins that it has to find.
import { code } from "./house.mjs";

/** @typedef {import("./house.mjs").House} House */
/** A file of a sin: by its path, in place of the one that is there. @typedef {Record<string, string>} Sin */
/** @typedef {{name: string, complaints: (house: House) => string[], sins: Sin[]}} Rule */

const MAX_LINES = 300;
const COUNTED = /^(crates|tests)\/.*\.rs$|^(web|e2e|scripts|bench)\/.*\.(mjs|tsx?|css|sh|py|lua)$/;
/** Terms to grep for: each leads to the file that does it. */
export const FIELD_TERMS = [
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
/** ORM entities repeat these in every table's module. */
const ORM_NAMES = new Set(["Model", "Entity", "Column", "Relation", "ActiveModel", "PrimaryKey"]);
/** Types for visitors' and authors' words. */
const PURE = ["crates/leads/src/lead.rs", "crates/blog/src/post.rs"];

const HEAD = "//! A head.\n";
/** As ts-rs has it in front of many types: no unit tests begin here. */
const TEST_IMPORT = "#[cfg(test)]\nuse ts_rs::TS;\n";
const UNIT_TESTS = "#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";

/** A file that is too long. @param {House} house */
const longFiles = (house) =>
  [...house.files]
    .filter(([path]) => COUNTED.test(path))
    .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(
      ({ path, lines }) => `${path} has ${lines} lines; ${MAX_LINES} is the most: it has two jobs`,
    );

/** @param {House} house */
const headless = (house) =>
  house.rust
    .filter((path) => !/tests\.rs$/.test(path) && !house.text(path).startsWith("//!"))
    .map((path) => `${path} does not say in its first line what it is for (//! …)`);

/** @param {House} house */
const circles = (house) => house.circles().map((files) => `a circle: ${files.join(", ")}`);

/** @param {House} house */
function namesThatMeanTwoThings(house) {
  /** @type {Map<string, Set<string>>} */
  const crates = new Map();
  for (const path of house.sources)
    for (const [, name] of code(house.text(path)).matchAll(
      /^\s*pub (?:struct|enum|trait|type|union) (\w+)/gm,
    ))
      if (!ORM_NAMES.has(name))
        crates.set(name, (crates.get(name) ?? new Set()).add(path.split("/")[1]));
  return [...crates]
    .filter(([, where]) => where.size > 1)
    .map(
      ([name, where]) =>
        `the public type ${name} is in ${[...where].join(" and ")}: one name, one meaning`,
    );
}

/** @param {House} house */
function missingTerms(house) {
  const texts = house.sources.map((path) => house.text(path).toLowerCase());
  return FIELD_TERMS.filter((term) => !texts.some((text) => text.includes(term))).map(
    (term) => `nobody who greps crates/ for "${term}" finds anything`,
  );
}

/** Types that visitors' words become, and what they stand on, know neither HTTP nor SQL. @param {House} house */
const impure = (house) =>
  PURE.flatMap((start) => {
    if (!house.files.has(start)) return [`${start} isn't there: say in this rule where it is now`];
    const reached = new Set([start]);
    for (const file of reached)
      for (const next of house.edges.get(file) ?? []) if (next) reached.add(next);
    return [...reached]
      .filter((file) => /\b(axum|hyper|sea_orm|http)::/.test(code(house.text(file))))
      .map((file) => `${start} must know neither HTTP nor SQL, and reaches ${file}`);
  });

/** @type {Rule[]} */
export const RULES = [
  {
    name: "sizes of files",
    complaints: longFiles,
    sins: [
      { "crates/base/src/long.rs": HEAD + "\n".repeat(300) },
      { "web/src/long.tsx": "\n".repeat(301) },
      { "tests/it/long.rs": HEAD + "\n".repeat(300) },
    ],
  },
  {
    name: "heads of files",
    complaints: headless,
    sins: [{ "crates/base/src/bare.rs": "use std::fmt;\n" }, { "tests/it/bare.rs": "" }],
  },
  {
    name: "circles between files",
    complaints: circles,
    sins: [
      {
        "crates/desk/src/one.rs": `${HEAD}${TEST_IMPORT}use crate::two::Two;\npub struct One;\n`,
        "crates/desk/src/two.rs": `${HEAD}use crate::three::{Three as _, fmt};\npub struct Two;\n`,
        "crates/desk/src/three.rs": `${HEAD}use super::one::One;\npub struct Three;\n`,
      },
    ],
  },
  {
    name: "one meaning for each public type",
    complaints: namesThatMeanTwoThings,
    sins: [
      {
        "crates/desk/src/view.rs": `${HEAD}${TEST_IMPORT}${UNIT_TESTS}\npub enum Notice {}\n`,
        "crates/content/src/view.rs": `${HEAD}pub struct Notice;\n`,
      },
    ],
  },
  {
    name: "terms of the field",
    complaints: missingTerms,
    sins: FIELD_TERMS.map((term) => ({
      "crates/base/src/terms.rs": HEAD + FIELD_TERMS.filter((other) => other !== term).join("\n"),
    })),
  },
  {
    name: "types that know neither HTTP nor SQL",
    complaints: impure,
    sins: [
      { "crates/leads/src/lead.rs": `${HEAD}${TEST_IMPORT}use sea_orm::DbErr;\n` },
      {
        "crates/blog/src/post.rs": `${HEAD}use crate::words::Words;\n`,
        "crates/blog/src/words.rs": `${HEAD}pub fn of(request: &http::Request<()>) {}\npub struct Words;\n`,
      },
    ],
  },
];

/** A house without a sin, in which each of them is planted. */
export const CLEAN = new Map([
  ["crates/base/src/terms.rs", `${HEAD}${FIELD_TERMS.map((term) => `// ${term}\n`).join("")}`],
  ["crates/leads/src/lead.rs", `${HEAD}${TEST_IMPORT}pub struct Lead;\n${UNIT_TESTS}`],
  ["crates/blog/src/post.rs", `${HEAD}pub struct Post;\n#[cfg(test)]\nmod tests;\n`],
  // Unit tests may do what they like, also in the middle.
  [
    "crates/desk/src/free.rs",
    `${HEAD}#[cfg(test)]\nmod tests {\n    use crate::other::Other;\n    pub struct Lead;\n}\npub struct Free;\n`,
  ],
  ["crates/desk/src/other.rs", `${HEAD}use crate::free::Free;\npub struct Other;\n`],
]);
