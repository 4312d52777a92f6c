// Replaces the running server by another file of the program, again and again, while visitors post and open pages; then by
// files that cannot serve. Counts what visitors noticed.
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { Amwaj, BINARY, freePort, newFolder, pause } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { MailServer } from "./mail-server.mjs";
import { keepPosting, tally } from "./visitors.mjs";

const options = commandLine(
  "Replaces amwaj by signal USR2 while visitors post, and checks that none was refused, cut off or forgotten (R46, R47).",
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

/** Stands in for systemd: hears what the server says of itself (`NOTIFY_SOCKET`), and passes it a socket to listen on. */
class ServiceManager {
  constructor() {
    this.socket = join(programs, "notify");
    this.heard = "";
    const listen = [
      "import socket, sys",
      "inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)",
      "inbox.bind(sys.argv[1])",
      "while True: print(inbox.recv(4096).decode(), flush=True)",
    ].join("\n");
    this.process = spawn("python3", ["-c", listen, this.socket], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.process.stdout.on("data", (text) => {
      this.heard += text;
    });
  }

  /** The processes that said they are the server now, oldest first. */
  mainProcesses() {
    return [...this.heard.matchAll(/^MAINPID=(\d+)$/gm)].map(([, pid]) => Number(pid));
  }

  /** A command that listens on a port before it becomes the server. @param {number} port */
  static socketUnit(port) {
    const start = [
      "import os, socket, sys, time",
      "site = socket.create_server(('127.0.0.1', int(sys.argv[1])), backlog=128)",
      "time.sleep(0.5)",
      "os.dup2(site.fileno(), 3)",
      "os.set_inheritable(3, True)",
      "os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))",
      "os.execv(sys.argv[2], sys.argv[2:])",
    ].join("\n");
    return ["python3", "-c", start, String(port)];
  }
}

/** @param {() => unknown} holds @param {number} [within] milliseconds */
async function until(holds, within = 40_000) {
  const end = Date.now() + within;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${within} ms:\n${server.log.slice(-2000)}`);
    await pause(10);
  }
}

const isRunning = (/** @type {number} */ pid) => existsSync(`/proc/${pid}/exe`) && !isZombie(pid);
const isZombie = (/** @type {number} */ pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
};

/** Replaces the server, and returns the process that serves afterwards. @param {number} pid */
async function replace(pid) {
  const [before, locked] = [manager.mainProcesses().length, locksTaken()];
  process.kill(pid, "SIGUSR2");
  await until(() => !isRunning(pid) && manager.mainProcesses().length > before);
  await until(() => locksTaken() > locked);
  const [next = 0, ...more] = manager.mainProcesses().slice(before);
  if (more.length || !isRunning(next))
    throw new Error(`nobody serves: ${manager.heard}\n${server.log.slice(-2000)}`);
  return next;
}

/** How often a process got the lock on the data folder from the one before. */
const locksTaken = () => server.log.match(/the version before has ended/g)?.length ?? 0;

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

/** A database on which the newest step of the tables fails. */
function brokenDatabase() {
  const file = join(programs, "broken.db");
  const make = [
    "import sqlite3, sys",
    "source, copy = sqlite3.connect(sys.argv[1], timeout=10), sqlite3.connect(sys.argv[2])",
    "source.backup(copy)",
    "copy.execute('DELETE FROM seaql_migrations WHERE version = (SELECT max(version) FROM seaql_migrations)')",
    "copy.commit()",
  ].join("\n");
  execFileSync("python3", ["-c", make, join(data, "amwaj.db"), file]);
  return file;
}

const out = claims(`upgrade: ${options.rounds} × under ${options.posters} posters`);
const inbox = await new MailServer(await freePort()).open();
install(theProgram);
const manager = new ServiceManager();
await until(() => existsSync(manager.socket));
const port = await freePort();
const server = await Amwaj.start({
  data,
  port,
  binary: program,
  env: { ...inbox.settings, AMWAJ_LOG: "warn,amwaj::process=info", NOTIFY_SOCKET: manager.socket },
  under: ServiceManager.socketUnit(port),
  wait: false,
});
let pid = server.pid;
try {
  while (!(await isOpen(port))) await pause(10);
  const early = await fetch(server.url);
  out.claim("a visitor who comes before the server has started waits, and gets the page", early.ok);
  await until(() => manager.heard.includes("READY=1"));
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, [server], day, options.think),
  );
  const visitor = keepOpening(day);
  const taken = [];
  for (let round = 0; round < options.rounds; round += 1) {
    install(theProgram);
    await pause(100);
    const began = performance.now();
    pid = await replace(pid);
    taken.push(performance.now() - began);
  }

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
    install(write);
    const before = server.log.length;
    process.kill(pid, "SIGUSR2");
    await until(() => server.log.slice(before).includes("doesn't serve, this one goes on"));
    const main = manager.mainProcesses().at(-1);
    out.claim(`${what} never serves`, isRunning(pid) && main === pid);
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
  out.note(
    `${opened.opened} pages, the slowest after ${Math.round(opened.slowest)} ms; a replacement took ${Math.round(Math.max(...taken))} ms at most`,
  );
  const locked = locksTaken();
  out.claim("each version got the lock on the data folder", locked === options.rounds, locked);
} finally {
  if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-3000));
  if (isRunning(pid)) process.kill(pid, "SIGTERM");
  await until(() => !isRunning(pid));
  manager.process.kill();
  await inbox.close();
  for (const folder of [data, programs]) rmSync(folder, { recursive: true, force: true });
}
out.end();
