// Libraries have the same features for the program as for its tests: with others, cargo compiles each of them, and every
// crate of ours above it, once for `make run` and once more for `make test`.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/check/features.mjs    lists libraries that the tests need with other features; exit 1 if there is one",
  );
  process.exit(0);
}

/** Each library and version with the features it is compiled with. @param {string} edges what cargo follows */
function features(edges) {
  const words = ["tree", "--workspace", "--locked", "--prefix", "none", "--edges", edges];
  const tree = execFileSync("cargo", [...words, "--format", "{p}\t{f}"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const line of tree.replaceAll(" (*)", "").split("\n").filter(Boolean)) {
    const [library, list] = line.split("\t");
    found.set(library, (found.get(library) ?? new Set()).add(list));
  }
  return found;
}

const program = features("normal,build");
const tests = features("normal,build,dev");
let wrong = 0;
for (const [library, lists] of program) {
  const others = [...(tests.get(library) ?? [])].filter((list) => !lists.has(list));
  if (others.length === 0) continue;
  wrong += 1;
  const has = new Set([...lists].join(",").split(","));
  const missing = others.flatMap((list) => list.split(",")).filter((name) => !has.has(name));
  console.log(
    `${library} is compiled twice: the tests need ${missing.join(", ")} too; give it the same features in Cargo.toml, as email_address has`,
  );
}
if (wrong === 0)
  console.log(`${program.size} crates are compiled once for the program and the tests.`);
process.exit(wrong ? 1 : 0);
