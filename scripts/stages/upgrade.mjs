// Replaces the running server by another file of the program, again and again, while visitors post and open pages; then by
// files that cannot serve. Counts what visitors noticed.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { Amwaj, BINARY, environment, freePort, newFolder, pause, ROOT } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { keepPosting, tally } from "../shared/visitors.mjs";

const options = commandLine(
  "Replaces amwaj behind a socket unit while visitors post, and checks that none was refused, cut off or forgotten (R46, R47).",
  {
    rounds: [10, "how often it is replaced"],
    posters: [16, "how many post at the same time"],
    think: [40, "milliseconds a visitor waits between two requests"],
    mailwait: [120, "seconds to wait for the last mail at the end"],
  },
);

const data = newFolder("upgrade");
const programs = newFolder("programs");
const program = join(programs, "amwaj");

/** Puts a file where the program is, as a package does. @param {(file: string) => void} write */
function install(write) {
  const file = join(programs, "new");
  write(file);
  chmodSync(file, 0o755);
  renameSync(file, program);
}
/** @param {string} file */
const theProgram = (file) => copyFileSync(BINARY, file);
/** The program with something wrong about it. @param {string} line */
const script = (line) => (/** @type {string} */ file) =>
  writeFileSync(file, `#!/bin/sh\n${line}\n`);

/** @param {() => unknown} holds @param {number} [within] milliseconds */
async function until(holds, within = 40_000) {
  const end = Date.now() + within;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${within} ms:\n${server.log.slice(-2000)}`);
    await pause(10);
  }
}

/** The processes that were started on the socket, oldest first. */
const started = () => [...server.log.matchAll(/^started (\d+)$/gm)].map(([, pid]) => Number(pid));
const isRunning = (/** @type {number} */ pid) => existsSync(`/proc/${pid}/exe`);

/** An update as by package and unit: the new version shows that it could serve, and only then replaces the old. */
async function update() {
  // Not execFileSync: visitors go on meanwhile.
  const prepared = spawn(program, ["prepare"], {
    env: environment(server.settings),
    cwd: data,
    stdio: "ignore",
  });
  const code = await new Promise((done) => prepared.once("close", done));
  if (code !== 0) return false;
  const before = started().length;
  server.process?.kill("SIGHUP");
  await until(() => started().length > before);
  return true;
}

/** Whether a connection is accepted, if only into a queue. @param {number} port */
const isOpen = (port) =>
  new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => done(socket.destroy() && true));
    socket.on("error", () => done(false));
  });

/** Opens the home page on a new connection, again and again. @param {{over: boolean}} day */
async function keepOpening(day) {
  const seen = { opened: 0, slowest: 0, failed: /** @type {string[]} */ ([]) };
  while (!day.over) {
    const began = performance.now();
    const status = await new Promise((done) =>
      get(server.url, { agent: false }, (answer) => {
        answer.resume().on("end", () => done(answer.statusCode));
      }).on("error", (error) => done(error.message)),
    );
    if (status === 200) seen.opened += 1;
    else seen.failed.push(String(status));
    seen.slowest = Math.max(seen.slowest, performance.now() - began);
    await pause(5);
  }
  return seen;
}

/** A database with steps of a version that nobody knows, and without one of ours. */
function brokenDatabase() {
  const file = join(programs, "broken.db");
  const make = [
    "import sqlite3, sys",
    "source, copy = sqlite3.connect(sys.argv[1], timeout=10), sqlite3.connect(sys.argv[2])",
    "source.backup(copy)",
    "copy.execute('DELETE FROM seaql_migrations')",
    "copy.commit()",
  ].join("\n");
  execFileSync("python3", ["-c", make, join(data, "amwaj.db"), file]);
  return file;
}

const out = claims(`upgrade: ${options.rounds} × under ${options.posters} posters`);
const inbox = await new MailServer(await freePort()).open();
install(theProgram);
const port = await freePort();
const server = await Amwaj.start({
  data,
  port,
  binary: program,
  env: { ...inbox.settings, AMWAJ_LOG: "warn" },
  under: ["python3", join(ROOT, "scripts/shared/socket-unit.py"), "1", `127.0.0.1:${port}`],
  wait: false,
});
try {
  while (!(await isOpen(port))) await pause(10);
  const early = await fetch(server.url);
  out.claim("a visitor who comes before the server has started waits, and gets the page", early.ok);
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, [server], day, options.think),
  );
  const visitor = keepOpening(day);
  let replaced = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    install(theProgram);
    await pause(100);
    replaced += (await update()) ? 1 : 0;
  }
  out.claim(
    "each version that can serve takes the place of the one before",
    replaced === options.rounds,
    replaced,
  );

  const unfit = {
    "a file that is no program": script("exit 1"),
    "one that ends with a signal, as a panic that aborts does": script("kill -ABRT $$"),
    "one with a setting that is wrong": script(`AMWAJ_LISTEN=here exec ${BINARY} "$@"`),
    "one whose tables cannot be brought up to date": script(
      `AMWAJ_DATABASE_URL=sqlite://${brokenDatabase()} exec ${BINARY} "$@"`,
    ),
    "one that another setting sends to a content that is not there": script(
      `exec ${BINARY} --content ${programs} "$@"`,
    ),
  };
  for (const [what, write] of Object.entries(unfit)) {
    const serving = started().at(-1) ?? 0;
    install(write);
    const taken = await update();
    out.claim(`${what} never serves`, !taken && isRunning(serving) && started().at(-1) === serving);
  }
  await pause(300);
  day.over = true;
  const [seen, opened] = [await Promise.all(posters), await visitor];
  const leads = await server.leads();
  const { acknowledged, unanswered } = await tally(seen, leads, inbox, options.mailwait, out);
  out.claim("requests refused or cut off: 0", unanswered === 0, unanswered);
  out.claim("pages refused or cut off: 0", opened.failed.length === 0, opened.failed.slice(0, 3));
  out.claim(
    "requests were acknowledged all the time, so the test means something",
    acknowledged > options.rounds * options.posters,
    acknowledged,
  );
  out.note(`${opened.opened} pages, the slowest after ${Math.round(opened.slowest)} ms`);
} finally {
  if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-3000));
  await server.stop();
  await inbox.close();
  for (const folder of [data, programs]) rmSync(folder, { recursive: true, force: true });
}
out.end();
