// Runs every check there is, one stage after another, and ends with one line that counts them all.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * `only`: nothing after it makes sense without it; `single`: one check, whatever numbers it prints.
 * @typedef {{name: string, command: string, only?: boolean, single?: boolean}} Stage
 */
/**
 * One after another; the stages of one line run side by side, since some wait while others work. What is measured or needs
 * a browser has the machine to itself, and compiling the tests gives way to what loses no request.
 * @type {Stage[][]}
 */
const GROUPS = [
  [
    {
      name: "install",
      command:
        "bash scripts/install-debian.sh && bash scripts/install-python.sh && make -s e2e/node_modules/.package-lock.json",
      only: true,
    },
    { name: "build", command: "make -s build", only: true },
  ],
  [
    { name: "check", command: "nice make -s check", single: true },
    { name: "disk", command: "node scripts/bad-disk.mjs" },
    { name: "crash", command: "node scripts/crash.mjs --rounds 20 --posters 16" },
    {
      name: "nodes",
      command: "node scripts/crash-nodes.mjs --kills 6 --database 2 --posters 12",
    },
    { name: "failover", command: "node scripts/failover.mjs --rounds 2" },
    { name: "smtp", command: "node scripts/smtp.mjs" },
    { name: "acme", command: "node scripts/acme.mjs" },
    { name: "upgrade", command: "node scripts/upgrade.mjs --rounds 10 --posters 16" },
    { name: "balancers", command: "node scripts/balancers.mjs" },
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
    { name: "headers", command: "node scripts/headers.mjs" },
    { name: "ops", command: "node scripts/ops.mjs" },
    { name: "machines", command: "node scripts/machines.mjs" },
    { name: "content-edits", command: "node scripts/content-edits.mjs --kills 10 --edits 4" },
    { name: "dictionaries", command: "node scripts/dictionaries.mjs" },
    { name: "units", command: "node scripts/units.mjs" },
    { name: "image", command: "node scripts/image.mjs" },
    { name: "compose", command: "node scripts/compose.mjs" },
    { name: "bad-input", command: "node scripts/bad-input.mjs" },
    { name: "flush", command: "node scripts/flush.mjs" },
  ],
  // How soon a phone rings is measured: nothing runs beside it.
  [{ name: "phones", command: "node scripts/phones.mjs" }],
  [
    { name: "packages", command: "node scripts/packages.mjs" },
    { name: "litestream", command: "node scripts/litestream.mjs" },
  ],
  [
    { name: "copies", command: "node scripts/copies.mjs" },
    { name: "drips", command: "node scripts/drips.mjs" },
  ],
  [{ name: "rules", command: "node scripts/rules.mjs" }],
];

const words = process.argv.slice(2);
if (words.includes("--help")) {
  console.log(
    `node scripts/test.mjs [STAGE…]    all stages, or the named ones: ${GROUPS.flat()
      .map(({ name }) => name)
      .join(", ")}`,
  );
  process.exit(0);
}
const chosen = GROUPS.map((group) =>
  words.length ? group.filter(({ name }) => words.includes(name)) : group,
).filter((group) => group.length > 0);

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

/** What runners put before a failure and what was wrong with it. */
const FAILURE = /BROKEN|✘|^\s*\d+\) |FAIL |FAILED$|panicked|error(\[|:)|Error:|Expected|Received/;
/** How much of a failed stage is said again at the very end, where people look first. */
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
for (const group of chosen) {
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
