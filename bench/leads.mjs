// Requests a second that are on the disk and acknowledged while their mails are owed, with the time and the cost of
// each; beside the disk and PostgreSQL by themselves in the same run.
import { execFile } from "node:child_process";
import {
  closeSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Amwaj, freePort, newFolder } from "../scripts/shared/amwaj.mjs";
import { claims, commandLine } from "../scripts/shared/claims.mjs";
import { MailServer } from "../scripts/shared/mail-server.mjs";
import { Postgres } from "../scripts/shared/postgres.mjs";
import { leaveFirstCore, ON_FIRST_CORE, useAllCores } from "./cores.mjs";
import { load, median } from "./load.mjs";

const options = commandLine(
  "Measures accepted leads a second, their 99th percentile, the server's CPU and the flushes for each, on SQLite and PostgreSQL.",
  {
    seconds: [5, "how long one run lasts"],
    runs: [1, "how often each run is made; the table has medians"],
    posters: ["1,16,64,256", "how many post at the same time, separated by commas"],
    mail: ["hangs,up,slow,away", "how the mail server is, separated by commas"],
    engines: ["sqlite,postgres", "which databases, separated by commas"],
    one: [0.5, "the aim on SQLite at 1 poster, in appends with fdatasync"],
    disk: [4, "the same at 64 posters"],
    pgbench: [0.8, "the aim on PostgreSQL at 64 posters, in inserts of pgbench with 64 clients"],
    p99: [10, "the aim at 64 posters, in milliseconds"],
  },
);
/** Modes of the mail server. With one that hangs, every worker of the outbox waits, and nothing competes with the leads. */
const MAIL_SERVERS = /** @type {Record<string, string>} */ ({
  hangs: "hang",
  up: "well",
  slow: "slow",
  away: "refused",
});
const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, "leads.lua");
const BLOCK = Buffer.alloc(4096, "x");
const DISK_SECONDS = 1;
const STRACE_SECONDS = 2;

/** Appends of 4 KB a second, each flushed before the next. */
function diskRate() {
  const folder = newFolder("disk");
  const file = openSync(join(folder, "appended"), "a");
  const end = performance.now() + DISK_SECONDS * 1000;
  let count = 0;
  for (; performance.now() < end; count += 1) {
    writeSync(file, BLOCK);
    fdatasyncSync(file);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return count / DISK_SECONDS;
}

/** Inserts a second of a row as long as a lead, one a transaction, by 64 clients. @param {Postgres} postgres */
async function pgbenchRate(postgres) {
  const folder = newFolder("pgbench");
  const script = join(folder, "insert.sql");
  writeFileSync(
    script,
    "INSERT INTO bench_row VALUES (gen_random_uuid(), 1, repeat('The kitchen tap drips. ', 20));\n",
  );
  const connection = ["-h", "127.0.0.1", "-p", String(postgres.port), "-U", "amwaj"];
  const table = "CREATE TABLE bench_row (id uuid PRIMARY KEY, at bigint, words text)";
  await run(join(postgres.programs, "psql"), [...connection, "-c", table, "postgres"]);
  const words = ["-n", "-c64", "-j2", `-T${options.seconds}`, "-f", script, "postgres"];
  const { stdout } = await run(join(postgres.programs, "pgbench"), [...connection, ...words]);
  rmSync(folder, { recursive: true });
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/**
 * Starts a server beside a mail server in this mode, and posts to it.
 * @template T
 * @param {string} mode @param {Record<string, string>} settings @param {string[]} under
 * @param {(target: {url: string, pids: number[], headers: string[]}) => Promise<T>} measure
 */
async function withServer(mode, settings, under, measure) {
  const inbox = await new MailServer(await freePort()).behave(mode);
  const env = { ...inbox.settings, AMWAJ_LOG: "error", ...settings };
  const server = await Amwaj.start({ env, under });
  try {
    await server.packed();
    const target = { url: `${server.url}/sendMail.php`, pids: [server.pid], headers: [] };
    // The first requests meet cold statements and an empty database; the measured ones come after them.
    await load(target, { seconds: 2, connections: 16, script: SCRIPT });
    return await measure(target);
  } finally {
    await server.stop();
    await inbox.close();
  }
}

/** One run for each number of posters. @param {string} mode @param {Record<string, string>} settings @param {string[]} under */
function rates(mode, settings, under) {
  return withServer(mode, settings, under, async (target) => {
    const rows = [];
    for (const posters of options.posters.split(",").map(Number)) {
      const disk = diskRate();
      const measured = await load(target, {
        seconds: options.seconds,
        connections: posters,
        script: SCRIPT,
      });
      rows.push({ posters, disk, ...measured });
    }
    return rows;
  });
}

/** SQLite's flushes a lead for each number of posters, counted with strace, which makes the server slower. @param {string} mode */
async function flushes(mode) {
  const folder = newFolder("flushes");
  const trace = join(folder, "trace");
  const calls = () => readFileSync(trace, "latin1").split(/\bf(?:data)?sync\(/).length - 1;
  // -D: strace watches from the side, so that signals reach the server itself.
  const strace = [
    "strace",
    "-D",
    "-f",
    "--seccomp-bpf",
    "-e",
    "trace=fsync,fdatasync",
    "-o",
    trace,
  ];
  const counted = await withServer(mode, {}, [...ON_FIRST_CORE, ...strace], async (target) => {
    const counts = /** @type {Map<number, number>} */ (new Map());
    for (const posters of options.posters.split(",").map(Number)) {
      const before = calls();
      const run = { seconds: STRACE_SECONDS, connections: posters, script: SCRIPT };
      const { rate } = await load(target, run);
      counts.set(posters, (calls() - before) / (rate * STRACE_SECONDS));
    }
    return counts;
  });
  rmSync(folder, { recursive: true });
  return counted;
}

/** @typedef {{posters: number, disk: number, rate: number, p99: number, micros: number}} Row */

/** The median of each figure. @param {Row[][]} runs @returns {(Row & {ratio: number})[]} */
function medians(runs) {
  return runs[0].map(({ posters }, at) => {
    const middle = (/** @type {(row: Row) => number} */ of) =>
      median(runs.map((rows) => of(rows[at])));
    return {
      posters,
      disk: middle(({ disk }) => disk),
      rate: middle(({ rate }) => rate),
      ratio: middle(({ rate, disk }) => rate / disk),
      p99: middle(({ p99 }) => p99),
      micros: middle(({ micros }) => micros),
    };
  });
}

const out = claims(`leads: durable and acknowledged, ${options.runs} × ${options.seconds} s`);
const HEAD = "posters  disk/s  leads/s  × disk   p99 ms  CPU µs a lead  flushes a lead";

/** @param {Row & {ratio: number}} row @param {number} [flushed] */
function line({ posters, disk, rate, ratio, p99, micros }, flushed) {
  const cells = [
    String(posters).padStart(7),
    disk.toFixed(0).padStart(8),
    rate.toFixed(0).padStart(9),
    ratio.toFixed(2).padStart(8),
    p99.toFixed(1).padStart(9),
    micros.toFixed(0).padStart(15),
    (flushed?.toFixed(2) ?? "").padStart(16),
  ];
  return cells.join("").trimEnd();
}

/** @param {string} title @param {Row[][]} runs @param {Map<number, number>} [flushed] */
function tell(title, runs, flushed) {
  const rows = medians(runs);
  out.note(title);
  out.note(HEAD);
  for (const row of rows) out.note(line(row, flushed?.get(row.posters)));
  return (/** @type {number} */ posters) => rows.find((row) => row.posters === posters);
}

/** The server has the first core for itself; the load tool and the mail server have the others. */
async function onSqlite() {
  leaveFirstCore();
  const states = options.mail.split(",");
  const all = Object.fromEntries(states.map((state) => [state, /** @type {Row[][]} */ ([])]));
  for (let number = 0; number < options.runs; number += 1)
    for (const state of states)
      all[state].push(await rates(MAIL_SERVERS[state], {}, ON_FIRST_CORE));
  for (const state of states) {
    const flushed = await flushes(MAIL_SERVERS[state]);
    const row = tell(`SQLite, mail server: ${state}`, all[state], flushed);
    if (state !== "away") continue;
    const [one, many] = [row(1), row(64)];
    if (one) out.claim(`1 poster: at least ${options.one} × disk`, one.ratio >= options.one);
    if (!many) continue;
    out.claim(`64 posters: at least ${options.disk} × disk`, many.ratio >= options.disk);
    out.claim(`64 posters: p99 at most ${options.p99} ms`, many.p99 <= options.p99);
  }
}

async function onPostgres() {
  useAllCores();
  const postgres = await Postgres.open();
  try {
    const inserts = await pgbenchRate(postgres);
    out.note(`PostgreSQL: pgbench, 64 clients: ${inserts.toFixed(0)} inserts a second`);
    const settings = { AMWAJ_DATABASE_URL: postgres.url };
    for (const state of options.mail.split(",")) {
      const row = tell(`PostgreSQL, mail server: ${state}`, [
        await rates(MAIL_SERVERS[state], settings, []),
      ]);
      const many = row(64);
      if (!many || state !== "hangs") continue;
      const ratio = many.rate / inserts;
      out.claim(
        `64 posters: at least ${options.pgbench} × pgbench`,
        ratio >= options.pgbench,
        ratio.toFixed(2),
      );
      out.claim(`64 posters: p99 at most ${options.p99} ms`, many.p99 <= options.p99);
    }
  } finally {
    await postgres.stop();
  }
}

for (const engine of options.engines.split(","))
  await (engine === "sqlite" ? onSqlite() : onPostgres());
out.end();
