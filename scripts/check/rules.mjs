// Prints which test of the gate shows which rule: every test, claim or test function whose name carries the rule's
// number. Opens the paths that the documents name.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { GATE } from "../runner/stages.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** The rules that are built; a rule without a test fails the run. */
const BUILT = Array.from({ length: 51 }, (_, at) => at + 1);

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/check/rules.mjs [--all]    the table of rules and tests; exit 1 when a built rule has none",
  );
  process.exit(0);
}

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (/^(node_modules|dist|target|test-results|playwright-report|contract)$/.test(name))
      return [];
    return statSync(join(ROOT, path)).isDirectory()
      ? sources(path)
      : /\.(rs|mjs|tsx?)$/.test(name)
        ? [path]
        : [];
  });
}

/** Names of tests in a file: Rust functions under #[test], test(…) and it(…), claim(…) of the scripts. @param {string} text */
function testNames(text) {
  const rust = [
    ...text.matchAll(/#\[(?:tokio::)?test[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:async )?fn (\w+)/g),
  ].map(([, name]) => name.replaceAll("_", " "));
  const script = [
    ...text.matchAll(/\b(?:test|it|claim)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g),
  ].map(([, , name]) => name);
  const tables = [...text.matchAll(/\bdescribe\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g)].map(
    ([, , name]) => name,
  );
  return [...rust, ...script, ...tables];
}

/** The files and folders where docs/rules.md says that a rule is decided. */
function placesInDocs() {
  const rows = readFileSync(join(ROOT, "docs/rules.md"), "utf8").split("\n");
  const columns = rows.filter((row) => row.startsWith("| R")).map((row) => row.split("|")[3] ?? "");
  return columns.flatMap((column) => [...column.matchAll(/`([^`]+)`/g)].map(([, path]) => path));
}

const IS_PATH = /^[\w.-]+(\/[\w.-]+)*\/?$/;
const NAMES_A_FILE = /\/|\.(rs|mjs|tsx?|css|toml|md|py|sh)$/;

/** Paths in the architecture that open nothing: from the root, or in a row of the map from its crate's folder. @param {string} text */
function deadPaths(text) {
  return text.split("\n").flatMap((line) => {
    const crate = /^\| \w+ \| `(crates\/[\w-]+\/)`/.exec(line)?.[1];
    const bases = ["", ...(crate ? [`${crate}src/`, crate] : [])];
    const named = [...line.matchAll(/`([^`\s]+)`/g)].map(([, word]) => word);
    const paths = named.filter((word) => IS_PATH.test(word) && NAMES_A_FILE.test(word));
    return paths.filter((path) => !bases.some((base) => existsSync(join(ROOT, base, path))));
  });
}

/** Scripts that only `make prove` runs. @param {string} file */
const isProveOnly = (file) =>
  /^scripts\/stages\//.test(file) && !GATE.flat().some(({ command }) => command.includes(file));

/** @type {Map<number, {file: string, name: string}[]>} */
const shown = new Map();
const files = ["crates", "tests", "web", "e2e", "scripts"].flatMap(sources);
for (const file of files.filter((path) => !isProveOnly(path))) {
  const names = testNames(readFileSync(join(ROOT, file), "utf8"));
  for (const name of names.filter((one) => !one.includes("@measures"))) {
    for (const [, number] of name.matchAll(/\br(\d{1,2})\b/gi)) {
      const rule = Number(number);
      shown.set(rule, [...(shown.get(rule) ?? []), { file, name }]);
    }
  }
}

const all = process.argv.includes("--all");
for (const rule of [...new Set([...BUILT, ...shown.keys()])].toSorted((a, b) => a - b)) {
  const tests = shown.get(rule) ?? [];
  const files = [...new Set(tests.map(({ file }) => relative(".", file)))];
  console.log(
    `R${String(rule).padEnd(3)} ${String(tests.length).padStart(3)} tests  ${tests.length ? files.join(", ") : "NO TEST NAMES IT"}`,
  );
  if (all) for (const { file, name } of tests) console.log(`           ${file}: ${name}`);
}
const bare = BUILT.filter((rule) => !shown.has(rule));
console.log(
  bare.length
    ? `Rules without a test: ${bare.map((rule) => `R${rule}`).join(", ")}`
    : "Every built rule is named by at least one test.",
);
const gone = placesInDocs().filter((path) => !existsSync(join(ROOT, path)));
if (gone.length) console.log(`docs/rules.md names what is not there: ${gone.join(", ")}`);
const dead = deadPaths(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8"));
if (dead.length) console.log(`ARCHITECTURE.md names what is not there: ${dead.join(", ")}`);
const isBlind =
  deadPaths("| 1 | `crates/base/` | `nothing.rs`, `clock.rs`, `crates/nothing/` |").length !== 2;
if (isBlind) console.log("the check of the architecture's paths is blind");
process.exit(bare.length + gone.length + dead.length || isBlind ? 1 : 0);
