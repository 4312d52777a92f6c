// Runs the stages of `make test` or `make prove` one after another. A test that failed is tried once more, alone, at the
// end: if it holds then, it is unsteady, which is said and counted but refuses nobody's change. The last line counts all.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { count, failedTests, RUNNERS, whatFailed } from "./runner/outputs.mjs";
import { COUNTS_REQUESTS, FIRST, GATE, PROVE } from "./runner/stages.mjs";

/** @typedef {import("./runner/stages.mjs").Stage} Stage */
/** @typedef {{stage: Stage, code: number, output: string, seconds: number}} Ended */

const ROOT = resolve(import.meta.dirname, "..");
const OUTPUTS = resolve(ROOT, "target/test-outputs");
const PLAYWRIGHT_RESULTS = resolve(ROOT, "e2e/test-results");

const ALL = [...FIRST, ...GATE, ...PROVE];
const words = process.argv.slice(2);
if (words.includes("--help")) {
  const names = ALL.flat().map(({ name }) => name);
  console.log(
    `node scripts/test.mjs [--prove | STAGE…]    the gate, the measurements, or the named stages: ${names.join(", ")}`,
  );
  process.exit(0);
}
const unknown = words.filter(
  (word) => word !== "--prove" && !ALL.flat().some(({ name }) => name === word),
);
if (unknown.length) {
  console.error(`No stage is named ${unknown.join(", ")}; --help lists them.`);
  process.exit(2);
}
const chosen = words.includes("--prove")
  ? [...FIRST, ...PROVE]
  : words.length
    ? ALL.map((group) => group.filter(({ name }) => words.includes(name)))
    : [...FIRST, ...GATE];

/** Where the output of a try lies. @param {Stage} stage @param {"first" | "second"} attempt */
const outputFile = (stage, attempt) => resolve(OUTPUTS, `${stage.name}-${attempt}.txt`);

/** @param {Stage} stage @param {string} command @param {"first" | "second"} attempt
 * @param {boolean} aloud whether its output is shown as it comes, and not at its end @returns {Promise<Ended>} */
function run(stage, command, attempt, aloud) {
  return new Promise((done) => {
    let output = "";
    const began = Date.now();
    if (aloud) console.log(`\n=== ${stage.name} ===`);
    const shell = spawn("bash", ["-c", command], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, FORCE_COLOR: "0" },
    });
    for (const [from, to] of /** @type {const} */ ([
      [shell.stdout, process.stdout],
      [shell.stderr, process.stderr],
    ])) {
      from.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (aloud) to.write(text);
      });
    }
    shell.on("close", (code) => {
      if (!aloud) console.log(`\n=== ${stage.name} ===\n${output}`);
      writeFileSync(outputFile(stage, attempt), output);
      done({ stage, code: code ?? 1, output, seconds: (Date.now() - began) / 1000 });
    });
  });
}

/** How many checks of a stage passed and failed; one that counts nothing is one check. @param {Ended} ended */
function counted({ stage, code, output }) {
  const seen = stage.single ? { passed: 0, failed: 0 } : count(output);
  if (code === 0 && seen.passed === 0) seen.passed = 1;
  if (code !== 0 && seen.failed === 0) seen.failed = 1;
  return seen;
}

/** Tries what failed once more. Tests that hold now are unsteady; those that count requests stay failures.
 * @param {Ended} first @param {number} failed how many failed @returns {Promise<{unsteady: string[], failed: number, said: string}>} */
async function tryAgain(first, failed) {
  const { stage } = first;
  const said = `${stage.name}:\n${whatFailed(first.output)}`;
  const names = stage.runner ? failedTests(stage.runner, first.output) : [];
  // A runner that broke down, or whose words we do not understand, says nothing that a second try could take back.
  if (!stage.runner || names.length !== failed) return { unsteady: [], failed, said };
  const again = names.filter((name) => !COUNTS_REQUESTS.test(name));
  if (again.length === 0) return { unsteady: [], failed, said };
  if (stage.runner === "playwright")
    cpSync(PLAYWRIGHT_RESULTS, resolve(OUTPUTS, "playwright-first"), { recursive: true });
  console.log(`\n=== ${stage.name}: what failed, once more and alone ===`);
  const second = await run(
    stage,
    RUNNERS[stage.runner].again(stage.command, again),
    "second",
    true,
  );
  const seen = counted(second);
  const still = failedTests(stage.runner, second.output);
  const understood = second.code === 0 || still.length === seen.failed;
  const held = understood && seen.passed + seen.failed >= again.length;
  const unsteady = held ? again.filter((name) => !still.includes(name)) : [];
  return { unsteady, failed: failed - unsteady.length, said };
}

rmSync(OUTPUTS, { recursive: true, force: true });
mkdirSync(OUTPUTS, { recursive: true });
rmSync(PLAYWRIGHT_RESULTS, { recursive: true, force: true });
/** @type {{ended: Ended, passed: number, failed: number}[]} */
const stages = [];
for (const group of chosen.filter(({ length }) => length > 0)) {
  if (group.length > 1)
    console.log(`\n=== ${group.map(({ name }) => name).join(", ")}: side by side ===`);
  const ended = await Promise.all(
    group.map((stage) => run(stage, stage.command, "first", group.length === 1)),
  );
  stages.push(...ended.map((one) => ({ ended: one, ...counted(one) })));
  if (ended.some(({ stage, code }) => code !== 0 && stage.only)) break;
}

const total = { passed: 0, failed: 0 };
const lines = [];
const failures = [];
const unsteady = [];
for (const { ended, passed, failed } of stages) {
  const { stage, seconds } = ended;
  const verdict =
    failed > 0 ? await tryAgain(ended, failed) : { unsteady: [], failed: 0, said: "" };
  total.passed += passed + verdict.unsteady.length;
  total.failed += verdict.failed;
  const notes = [
    `${passed + verdict.unsteady.length} passed`,
    ...(verdict.unsteady.length ? [`${verdict.unsteady.length} of them unsteady`] : []),
    ...(verdict.failed ? [`${verdict.failed} FAILED`] : []),
  ];
  lines.push(`${stage.name.padEnd(10)} ${seconds.toFixed(0).padStart(5)} s  ${notes.join(", ")}`);
  if (verdict.failed) failures.push(verdict.said);
  for (const name of verdict.unsteady) {
    const tries = /** @type {const} */ (["first", "second"]).map((attempt) =>
      relative(ROOT, outputFile(stage, attempt)),
    );
    unsteady.push(`  ${stage.name}: ${name}\n    ${tries.join(", ")}`);
  }
}
console.log(`\n=== stages ===\n${lines.join("\n")}\n`);
if (failures.length) console.log(`=== failures ===\n${failures.join("\n")}\n`);
if (unsteady.length)
  console.log(
    `=== unsteady: ${unsteady.length} failed, then held alone; mend the cause of one seen twice ===\n${unsteady.join("\n")}\n`,
  );
if (existsSync(resolve(OUTPUTS, "playwright-first")))
  console.log(
    `What the browser saw at the first try: ${relative(ROOT, resolve(OUTPUTS, "playwright-first"))}\n`,
  );
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
