// Clients that hold memory with bodies that drip, or with as many streams of HTTP/2 as they may open, on every route: what
// they cost, whether a second time costs more, and how long another visitor waits meanwhile.
import { readFileSync, rmSync } from "node:fs";
import { Agent, get, request } from "node:http";
import { Agent as TlsAgent, get as getByTls } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { Amwaj, freePort, newFolder, pause, ROOT } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { DeskPerson } from "../shared/desk-person.mjs";
import { Http2Attack, NAME } from "../shared/http2-attack.mjs";
import { selfSigned, tlsSettings } from "../shared/self-signed.mjs";
import { isThanks, postBytes } from "../shared/send-mail.mjs";

const options = commandLine(
  "Bodies that drip or flood, from a few addresses with many connections each.",
  {
    connections: [2000, "how many drip at the same time where there is room for all"],
    addresses: [8, "from how many addresses"],
    http2: [250, "how many connections of one address flood over HTTP/2; a hundred streams each"],
    seconds: [5, "how long each attack lasts"],
  },
);
const out = claims("drips: clients that hold memory");
/** About 41 at rest, 16 of bodies, and about 40 KiB for each connection: its buffers and its state. */
const MOST_MIB = 150;
const MOST_HTTP2_MIB = 200;
/** Memory a second attack may take beyond that of the first one. */
const MOST_MORE_MIB = 20;
const MOST_MS = 100;
const VISITOR = "127.77.0.1";
/** Open files of a process that has room for 64 connections: 128 are for everything else. */
const FEW_FILES = 64 + 128;
/** The certificate of a test is nobody's. */
const UNPROVED = { rejectUnauthorized: false };
/** Bytes of a long body before it begins to drip, and of a short one. */
const LONG = "x".repeat(150_000);
const SHORT = "x".repeat(2_000);
/** More than the minimum rate asks for. */
const DROP = "x".repeat(300);

/**
 * The memory that the server holds, in MiB. Pages of the program's file are not counted: the kernel drops them when it
 * needs room, and their number grows with the program.
 * @param {Amwaj} server
 */
function memory(server) {
  const kib = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kib) / 1024);
}

/** Connections that are opened again as soon as the server closes them. */
class Attack {
  /** @param {Amwaj} server @param {number} connections @param {number} addresses */
  constructor(server, connections, addresses) {
    this.server = server;
    this.sockets = new Set();
    this.closed = 0;
    this.over = false;
    for (let one = 0; one < connections; one += 1) {
      this.open(`127.66.0.${1 + (one % addresses)}`, LONG);
    }
    this.dripping = setInterval(() => {
      for (const socket of this.sockets) socket.write(DROP);
    }, 1000);
  }

  /** @param {string} localAddress @param {string} body */
  open(localAddress, body) {
    const socket = connect({
      host: "127.0.0.1",
      port: this.server.port,
      localAddress,
    });
    this.sockets.add(socket);
    const head = "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nContent-Length: 160000\r\n\r\n";
    socket.write(head + body);
    socket.on("error", () => undefined).resume();
    socket.on("close", () => {
      this.sockets.delete(socket);
      this.closed += 1;
      // A long body is refused where there are many: the next one is short.
      if (!this.over) setTimeout(() => this.over || this.open(localAddress, SHORT), 20);
    });
  }

  end() {
    this.over = true;
    clearInterval(this.dripping);
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Time a visitor waits for the home page on a new connection, in milliseconds. @param {string} url */
function visit(url) {
  const began = performance.now();
  return new Promise((done) => {
    const failed = () => done(Number.POSITIVE_INFINITY);
    const byTls = url.startsWith("https:");
    const agent = new (byTls ? TlsAgent : Agent)({ keepAlive: false });
    const how = {
      agent,
      localAddress: VISITOR,
      headers: { host: NAME },
      ...UNPROVED,
    };
    const asked = (byTls ? getByTls : get)(url, how, (answer) => {
      answer.resume().on("error", failed);
      answer.on("end", () =>
        done(answer.statusCode === 200 ? performance.now() - began : Infinity),
      );
    });
    asked.on("error", failed).setTimeout(5000, () => asked.destroy(new Error("too late")));
  });
}

/** A request with a message of 5,400 letters. @param {string} url */
async function isTaken(url) {
  const message = "It drips. ".repeat(540);
  const lead = {
    name: "Sara",
    phone: "0501234567",
    service: "Plumbing Services",
    message,
  };
  const headers = { "content-type": "application/json", host: NAME };
  const how = { localAddress: VISITOR };
  const byTls = url.startsWith("https:");
  const agent = byTls ? new TlsAgent({ ...how, ...UNPROVED }) : new Agent(how);
  return isThanks(await postBytes(url, JSON.stringify(lead), headers, agent));
}

/**
 * @param {string} title @param {{env?: Record<string, string>, files?: number}} set @param {number} mostMib
 * @param {(server: Amwaj) => {end: () => any}} begin @param {string} [url] where visitors are
 */
async function attacked(title, { env, files }, mostMib, begin, url) {
  const server = await Amwaj.start({
    env: { AMWAJ_TRUSTED_PROXIES: "none", AMWAJ_LOG: "error", ...env },
    under: files ? ["prlimit", `--nofile=${files}`] : [],
    wait: url === undefined,
  });
  const site = url ?? server.url;
  try {
    await server.packed();
    const before = memory(server);
    const attack = begin(server);
    const waits = /** @type {number[]} */ ([]);
    let most = before;
    // The first second is the attackers' own: their connections are opened by this very process.
    await pause(1000);
    const end = Date.now() + options.seconds * 1000;
    const taken = isTaken(site).catch(() => false);
    while (Date.now() < end) {
      waits.push(await visit(site));
      most = Math.max(most, memory(server));
      await pause(10);
    }
    const thanked = (await taken) && (await isTaken(site).catch(() => false));
    const counts = await attack.end();
    waits.sort((a, b) => a - b);
    const p99 = waits[Math.floor(waits.length * 0.99)];
    await pause(2000);
    const left = memory(server);
    out.note(
      `${title}: ${waits.length} visits, p50 ${waits[waits.length >> 1].toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
        `memory ${before} MiB before, ${most} MiB at most, ${left} MiB afterwards; ` +
        `${JSON.stringify(counts)}`,
    );
    out.claim(`${title}: a visitor waits at most ${MOST_MS} ms (p99)`, p99 <= MOST_MS, p99);
    out.claim(`${title}: at most ${mostMib} MiB of memory`, most <= mostMib, `${most} MiB`);
    if (url) {
      // Memory spent on connections stays with the allocator, for the next ones.
      const second = begin(server);
      await pause(1000 + options.seconds * 1000);
      const again = memory(server);
      await second.end();
      const isBack = again <= Math.max(most, left) + MOST_MORE_MIB;
      out.claim(`${title}: a second attack takes no more than the first`, isBack, `${again} MiB`);
    }
    out.claim(`${title}: a visitor's long requests are taken`, thanked);
  } finally {
    await server.stop();
  }
}

/** Guesses codes of invitations without end, from twelve networks. */
class Guesses {
  /** @param {Amwaj} server */
  constructor(server) {
    this.made = 0;
    this.over = false;
    for (let network = 1; network <= 12; network += 1)
      for (let one = 0; one < 8; one += 1) void this.guess(server, `127.${80 + network}.0.1`);
  }

  /** @param {Amwaj} server @param {string} localAddress */
  async guess(server, localAddress) {
    const agent = new Agent({ localAddress, keepAlive: true });
    const headers = { origin: server.url, accept: "application/json" };
    const type = { "content-type": "application/x-www-form-urlencoded" };
    for (; !this.over; this.made += 1)
      await new Promise((done) => {
        const how = { method: "POST", agent, headers: { ...headers, ...type } };
        request(`${server.url}/desk/join`, how, (answer) => answer.resume().on("close", done))
          .on("error", done)
          .end(`code=${"BCDFGHJK".repeat(2)}`);
      });
    agent.destroy();
  }

  end() {
    this.over = true;
    return this.made;
  }
}

async function guessed() {
  const server = await Amwaj.start({ env: { AMWAJ_TRUSTED_PROXIES: "none", AMWAJ_LOG: "error" } });
  try {
    const guesses = new Guesses(server);
    await pause(1000);
    const { stdout } = await server.command("staff", "invite", "Mariam", "--role", "owner");
    const [, code = ""] = /#(\S+)/.exec(stdout) ?? [];
    const began = performance.now();
    const { status } = await new DeskPerson("").post(server, "/desk/join", { code });
    const took = Math.round(performance.now() - began);
    out.note(`codes are guessed: ${guesses.end()} guesses, the owner is in after ${took} ms`);
    out.claim("codes are guessed: an owner signs in within 2 s", status === 303 && took <= 2000, {
      status,
      took,
    });
  } finally {
    await server.stop();
  }
}

const { connections, addresses } = options;
await guessed();
await attacked(
  "room for all",
  {},
  MOST_MIB,
  (server) => new Attack(server, connections, addresses),
);
await attacked("one address", {}, MOST_MIB, (server) => new Attack(server, 64, 1));
await attacked(
  "no room",
  { files: FEW_FILES },
  MOST_MIB,
  (server) => new Attack(server, 64, addresses),
);
const folder = newFolder("certificate");
const port = await freePort();
// With the allocator's settings of the unit.
const unit = readFileSync(join(ROOT, "packaging/systemd/amwaj.service"), "utf8");
const allocator = /^Environment=GLIBC_TUNABLES=(.*)$/m.exec(unit)?.[1] ?? "";
const tls = {
  ...tlsSettings(selfSigned(folder, NAME), port, NAME),
  GLIBC_TUNABLES: allocator,
};
const over2 = () => new Http2Attack(port, options.http2);
await attacked("over HTTP/2", { env: tls }, MOST_HTTP2_MIB, over2, `https://127.0.0.1:${port}`);
rmSync(folder, { recursive: true });
out.end();
