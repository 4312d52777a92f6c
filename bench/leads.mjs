// How many requests a second are on the disk and acknowledged, how long each takes, and what it costs; beside what
// the disk and PostgreSQL do by themselves in the same run.
import { execFile } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Amwaj, freePort, newFolder } from "../scripts/amwaj.mjs";
import { claims, commandLine } from "../scripts/claims.mjs";
import { MailServer } from "../scripts/mail-server.mjs";
import { Postgres } from "../scripts/postgres.mjs";
import { load } from "./load.mjs";

const options = commandLine(
  "Measures accepted leads a second, their 99th percentile and the server's CPU for each, on SQLite and PostgreSQL.",
  {
    seconds: [5, "how long one run lasts"],
    posters: ["1,16,64,256", "how many post at the same time, separated by commas"],
    disk: [5, "the aim on SQLite at 64 posters, in appends with fdatasync"],
    pgbench: [0.8, "the aim on PostgreSQL at 64 posters, in inserts of pgbench with 64 clients"],
    p99: [10, "the aim at 64 posters, in milliseconds"],
  },
);
const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, "leads.lua");
const BLOCK = Buffer.alloc(4096, "x");

/** Appends of 4 KB a second, each flushed before the next. */
function diskRate() {
  const folder = newFolder("disk");
  const file = openSync(join(folder, "appended"), "a");
  const end = performance.now() + options.seconds * 1000;
  let count = 0;
  for (; performance.now() < end; count += 1) {
    writeSync(file, BLOCK);
    fdatasyncSync(file);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return count / options.seconds;
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
 * One engine: a row for each number of posters.
 * @param {Record<string, string>} settings
 */
async function rates(settings) {
  // A mail server that takes connections and says nothing: what is measured is the taking of leads.
  const silent = await new MailServer(await freePort(), "hang").open();
  const server = await Amwaj.start({
    env: {
      ...silent.settings,
      AMWAJ_SMTP_TIMEOUT: "300",
      ...settings,
    },
  });
  const rows = [];
  try {
    await server.packed();
    const target = { url: `${server.url}/sendMail.php`, pids: [server.pid], headers: [] };
    // The first requests meet cold statements and an empty database; what is measured comes after them.
    await load(target, { seconds: 2, connections: 16, script: SCRIPT });
    for (const posters of options.posters.split(",").map(Number)) {
      const measured = await load(target, {
        seconds: options.seconds,
        connections: posters,
        script: SCRIPT,
      });
      rows.push({ posters, ...measured });
    }
  } finally {
    await server.stop();
    await silent.close();
  }
  return rows;
}

const out = claims(`leads: durable and acknowledged, runs of ${options.seconds} s`);
const disk = diskRate();
out.note(`the disk by itself: ${disk.toFixed(0)} appends of 4 KB a second, each with fdatasync`);

/** @param {string} engine @param {Awaited<ReturnType<typeof rates>>} rows @param {number} base @param {string} of @param {number} aim */
function tell(engine, rows, base, of, aim) {
  out.note(`${engine.padEnd(11)} posters  leads/s  × ${of.padEnd(8)}  p99 ms  CPU µs a lead`);
  for (const { posters, rate, p99, micros } of rows)
    out.note(
      [
        " ".repeat(11),
        String(posters).padStart(8),
        rate.toFixed(0).padStart(9),
        (rate / base).toFixed(2).padStart(11),
        p99.toFixed(1).padStart(8),
        micros.toFixed(0).padStart(15),
      ].join(""),
    );
  const at64 = rows.find(({ posters }) => posters === 64);
  if (!at64) return;
  out.claim(`${engine}: at 64 posters at least ${aim} × ${of}`, at64.rate / base >= aim);
  out.claim(`${engine}: at 64 posters p99 at most ${options.p99} ms`, at64.p99 <= options.p99);
}

tell("SQLite", await rates({}), disk, "disk", options.disk);
const postgres = await Postgres.open();
try {
  const inserts = await pgbenchRate(postgres);
  out.note(
    `pgbench, 64 clients: ${inserts.toFixed(0)} inserts a second, ${(inserts / disk).toFixed(2)} × disk`,
  );
  const rows = await rates({ AMWAJ_DATABASE_URL: postgres.url });
  tell("PostgreSQL", rows, inserts, "pgbench", options.pgbench);
} finally {
  await postgres.stop();
}
out.end();
