// A table of tests and engines: runs on SQLite, runs on PostgreSQL, and their results.
import { readFileSync } from "node:fs";

const ENGINES = ["SQLite", "PostgreSQL"];

const [file] = process.argv.slice(2);
if (!file || file === "--help") {
  console.log(
    "node scripts/check/engines.mjs FILE    the table of what tests wrote with AMWAJ_TEST_ENGINES=FILE",
  );
  process.exit(file ? 0 : 2);
}

/** @type {Map<string, Map<string, string>>} how each test ended, by engine */
const tests = new Map();
for (const line of readFileSync(file, "utf8").trim().split("\n")) {
  const [test = "", engine = "", ended = ""] = line.split("\t");
  const row = tests.get(test) ?? new Map();
  // A test may open several databases of an engine: one that fails is what counts.
  if (row.get(engine) !== "FAILED") row.set(engine, ended);
  tests.set(test, row);
}

const width = Math.max(...[...tests.keys()].map((test) => test.length));
/** @param {string} test @param {string[]} cells */
const line = (test, cells) =>
  `${test.padEnd(width)}  ${cells.map((cell) => cell.padEnd(10)).join("  ")}`.trimEnd();
console.log(`\n${line("test", ENGINES)}`);
for (const [test, row] of [...tests].sort(([a], [b]) => a.localeCompare(b)))
  console.log(
    line(
      test,
      ENGINES.map((engine) => row.get(engine) ?? "-"),
    ),
  );

for (const engine of ENGINES) {
  const count = [...tests.values()].filter((row) => row.has(engine)).length;
  console.log(`${engine}: ${count} tests`);
  if (count === 0) {
    console.error(`No test ran on ${engine}: AMWAJ_TEST_POSTGRES_URL has to name one.`);
    process.exitCode = 1;
  }
}
