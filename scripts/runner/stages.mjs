// The stages of `make test`, the gate of every change, and of `make prove`, which measures and runs at full size.

/**
 * `only`: nothing after it makes sense without it; `single`: one check, whatever numbers it prints; `runner`: whose
 * failed tests are tried once more, alone. A stage without a runner counts requests, or can only be right or wrong.
 * @typedef {{name: string, command: string, only?: boolean, single?: boolean, runner?: import("./outputs.mjs").RunnerName}} Stage
 */

/** @type {Stage[][]} */
export const FIRST = [
  [
    {
      name: "install",
      command:
        "bash scripts/install-debian.sh && bash scripts/install-python.sh && make -s e2e/node_modules/.package-lock.json",
      only: true,
    },
  ],
  [{ name: "build", command: "make -s build", only: true }],
];

/**
 * Asks whether the code is right, and judges no speed. Groups run one after another, stages of a group side by side;
 * what is heavy runs alone, or two cores starve it.
 * @type {Stage[][]}
 */
export const GATE = [
  [{ name: "check", command: "make -s check", single: true }],
  [{ name: "disk", command: "node scripts/stages/bad-disk.mjs" }],
  [{ name: "crash", command: "node scripts/stages/crash.mjs --rounds 20 --posters 16" }],
  [
    {
      name: "nodes",
      command: "node scripts/stages/crash-nodes.mjs --kills 2 --database 1 --posters 6",
    },
  ],
  [{ name: "server", command: "make -s servertests", runner: "cargo" }],
  [
    { name: "served", command: "cd e2e && npm run --silent served", runner: "vitest" },
    { name: "web", command: "cd web && npm run --silent test", runner: "vitest" },
    { name: "smtp", command: "node scripts/stages/smtp.mjs --leads 2 --faulty 1" },
  ],
  [{ name: "types", command: "make -s types", single: true }],
  [
    {
      name: "journeys",
      command: "cd e2e && npx playwright test --project=journeys",
      runner: "playwright",
    },
  ],
  [{ name: "rules", command: "node scripts/check/rules.mjs" }],
];

/**
 * Asks whether it is good: what measures, other people's software that an ordinary change does not touch, and kills.
 * @type {Stage[][]}
 */
export const PROVE = [
  [{ name: "measures", command: "cd e2e && npx playwright test --project=measures --workers=1" }],
  [
    {
      name: "times",
      command:
        "AMWAJ_TEST_TIMES=1 make -s servertests TESTS='_timed --test-threads=1 --show-output'",
    },
  ],
  [
    {
      name: "served-times",
      command: "cd e2e && AMWAJ_TEST_TIMES=1 npm run --silent served -- -t @timed",
    },
  ],
  [
    {
      name: "seeds",
      command:
        "cd e2e && OFFLINE_SEEDS=30 FOREIGN_SEEDS=150 npx playwright test --project=journeys desk-offline-seeds foreign-changes",
    },
  ],
  [
    { name: "lost-log", command: "node scripts/stages/lost-log.mjs" },
    { name: "mail", command: "node scripts/stages/smtp.mjs" },
    { name: "mail-stages", command: "node scripts/stages/mail-stages.mjs" },
    { name: "headers", command: "node scripts/stages/headers.mjs" },
    { name: "ops", command: "node scripts/stages/ops.mjs" },
    { name: "machines", command: "node scripts/stages/machines.mjs" },
    { name: "flush", command: "node scripts/stages/flush.mjs" },
  ],
  [
    {
      name: "more-nodes",
      command: "node scripts/stages/crash-nodes.mjs --kills 6 --database 2 --posters 12",
    },
    { name: "start-without", command: "node scripts/stages/start-without.mjs" },
    { name: "neighbours-away", command: "node scripts/stages/neighbours-away.mjs" },
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

/**
 * Names of tests that count lost or doubled requests, mails and answers. They are never tried again: one is one too many.
 */
export const COUNTS_REQUESTS =
  /\br46(?!\d)|\brequests::(clock_jumps|journal|journal_faults|outbox|outbox_faults|store)::|\bdesk-offline-seeds\b/i;
