// Runs the stages of `make test` or `make prove` one after another, and ends with one line that counts all checks.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * `only`: nothing after it makes sense without it; `single`: one check, whatever numbers it prints.
 * @typedef {{name: string, command: string, only?: boolean, single?: boolean}} Stage
 */
/** @type {Stage[][]} */
const FIRST = [
  [
    {
      name: "install",
      command:
        "bash scripts/install-debian.sh && bash scripts/install-python.sh && make -s e2e/node_modules/.package-lock.json",
      only: true,
    },
    { name: "build", command: "make -s build", only: true },
  ],
];
/**
 * Stages for any change. One group after another; the stages of a group run side by side, since some wait while others
 * work. Measurements and browsers have the machine to themselves; compiling gives way to stages that lose no request.
 * @type {Stage[][]}
 */
const TEST = [
  [
    { name: "check", command: "nice make -s check", single: true },
    { name: "disk", command: "node scripts/stages/bad-disk.mjs" },
    { name: "lost-log", command: "node scripts/stages/lost-log.mjs" },
    { name: "crash", command: "node scripts/stages/crash.mjs --rounds 20 --posters 16" },
    { name: "smtp", command: "node scripts/stages/smtp.mjs" },
  ],
  [
    { name: "server", command: "make -s servertests" },
    { name: "served", command: "cd e2e && npm run --silent served" },
    { name: "web", command: "cd web && npm run --silent test" },
  ],
  [{ name: "types", command: "make -s types", single: true }],
  [{ name: "journeys", command: "cd e2e && npx playwright test --project=journeys" }],
  [{ name: "measures", command: "cd e2e && npx playwright test --project=measures --workers=1" }],
  [
    { name: "headers", command: "node scripts/stages/headers.mjs" },
    { name: "ops", command: "node scripts/stages/ops.mjs" },
    { name: "machines", command: "node scripts/stages/machines.mjs" },
    { name: "flush", command: "node scripts/stages/flush.mjs" },
  ],
  [{ name: "rules", command: "node scripts/check/rules.mjs" }],
];
/**
 * Stages that gate no ordinary change: several servers and databases, packages on a bare system, kills, drills.
 * @type {Stage[][]}
 */
const PROVE = [
  [
    {
      name: "nodes",
      command: "node scripts/stages/crash-nodes.mjs --kills 6 --database 2 --posters 12",
    },
    { name: "start-without", command: "node scripts/stages/start-without.mjs" },
    { name: "balancers", command: "node scripts/stages/balancers.mjs" },
  ],
  [
    { name: "acme", command: "node scripts/stages/acme.mjs" },
    { name: "dictionaries", command: "node scripts/stages/dictionaries.mjs" },
    { name: "units", command: "node scripts/stages/units.mjs" },
    { name: "image", command: "node scripts/stages/image.mjs" },
    { name: "compose", command: "node scripts/stages/compose.mjs" },
    { name: "packages", command: "node scripts/stages/packages.mjs" },
  ],
  // How soon another database server is found is measured.
  [{ name: "failover", command: "node scripts/stages/failover.mjs --faults 4 --posters 16" }],
  [{ name: "first-start", command: "node scripts/stages/first-start.mjs --kills 20" }],
  [{ name: "upgrade", command: "node scripts/stages/upgrade.mjs --rounds 10 --posters 16" }],
  [
    {
      name: "content-edits",
      command: "node scripts/stages/content-edits.mjs --kills 10 --edits 4",
    },
  ],
  [{ name: "copies", command: "node scripts/stages/copies.mjs" }],
  // A phone's delay in ringing and the cost of hostile connections to visitors are measured: nothing runs beside them.
  [{ name: "phones", command: "node scripts/stages/phones.mjs" }],
  [{ name: "drips", command: "node scripts/stages/drips.mjs" }],
];

const ALL = [...FIRST, ...TEST, ...PROVE];

const words = process.argv.slice(2);
if (words.includes("--help")) {
  console.log(
    `node scripts/test.mjs [--prove | STAGE…]    what a change can break, the rest, or the named stages: ${ALL.flat()
      .map(({ name }) => name)
      .join(", ")}`,
  );
  process.exit(0);
}
const chosen = words.includes("--prove")
  ? [...FIRST, ...PROVE]
  : words.length
    ? ALL.map((group) => group.filter(({ name }) => words.includes(name)))
    : [...FIRST, ...TEST];

/** Counts what a stage's own runner printed: cargo, vitest, Playwright, and the claims of our scripts. @param {string} output */
function count(output) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  const plain = output.replace(/\u001b\[[0-9;]*m/g, "");
  const sum = (/** @type {RegExp} */ pattern) =>
    [...plain.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    passed:
      sum(/test result: \w+\. (\d+) passed/g) +
      sum(/^\s+Tests\s+.*?(\d+) passed/gm) +
      sum(/^ {2}(\d+) passed \(/gm) +
      sum(/: (\d+) claims held/g),
    failed:
      sum(/test result: \w+\. \d+ passed; (\d+) failed/g) +
      sum(/^\s+Tests\s+.*?(\d+) failed/gm) +
      sum(/^ {2}(\d+) failed$/gm) +
      sum(/claims held, (\d+) broken/g),
  };
}

/** @param {Stage} stage @param {boolean} aloud whether its output is shown as it comes, and not at its end
 * @returns {Promise<{stage: Stage, code: number, output: string, seconds: number}>} */
function run(stage, aloud) {
  return new Promise((done) => {
    let output = "";
    const began = Date.now();
    if (aloud) console.log(`\n=== ${stage.name} ===`);
    const shell = spawn("bash", ["-c", stage.command], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, FORCE_COLOR: "0" },
    });
    for (const [from, to] of /** @type {const} */ ([
      [shell.stdout, process.stdout],
      [shell.stderr, process.stderr],
    ])) {
      from.on("data", (text) => {
        output += text;
        if (aloud) to.write(text);
      });
    }
    shell.on("close", (code) => {
      if (!aloud) console.log(`\n=== ${stage.name} ===\n${output}`);
      done({ stage, code: code ?? 1, output, seconds: (Date.now() - began) / 1000 });
    });
  });
}

/** Marks that runners put before a failure and its cause. */
const FAILURE = /BROKEN|✘|^\s*\d+\) |FAIL |FAILED$|panicked|error(\[|:)|Error:|Expected|Received/;
/** Length of the summary of a failed stage at the very end, where people look first. */
const MOST_LINES = 12;
const MOST_WIDE = 400;

/** The lines that say what failed, or else the last ones. @param {string} output */
function whatFailed(output) {
  const lines = output.split("\n").filter((line) => line.trim());
  const named = [...new Set(lines.filter((line) => FAILURE.test(line)))];
  const said = named.length ? named.slice(0, MOST_LINES) : lines.slice(-MOST_LINES);
  return said.map((line) => `  ${line.trim().slice(0, MOST_WIDE)}`).join("\n");
}

const total = { passed: 0, failed: 0 };
const lines = [];
const failures = [];
rmSync(resolve(ROOT, "e2e/test-results"), { recursive: true, force: true });
for (const group of chosen.filter(({ length }) => length > 0)) {
  if (group.length > 1)
    console.log(`\n=== ${group.map(({ name }) => name).join(", ")}: side by side ===`);
  const ended = await Promise.all(group.map((stage) => run(stage, group.length === 1)));
  for (const { stage, code, output, seconds } of ended) {
    const seen = stage.single ? { passed: 0, failed: 0 } : count(output);
    // A stage that counts nothing is one check; one that broke down without counting it is one failure.
    if (code === 0 && seen.passed === 0) seen.passed = 1;
    if (code !== 0 && seen.failed === 0) seen.failed = 1;
    total.passed += seen.passed;
    total.failed += seen.failed;
    lines.push(
      `${stage.name.padEnd(10)} ${seconds.toFixed(0).padStart(5)} s  ${seen.passed} passed${seen.failed ? `, ${seen.failed} FAILED` : ""}`,
    );
    if (code !== 0) failures.push(`${stage.name}:\n${whatFailed(output)}`);
  }
  if (ended.some(({ stage, code }) => code !== 0 && stage.only)) break;
}
console.log(`\n=== stages ===\n${lines.join("\n")}\n`);
if (failures.length) console.log(`=== failures ===\n${failures.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
