// Clients that hold connections with bodies that drip: what they cost in memory, and how long another visitor waits
// meanwhile, with places for all of them and with places for none more.
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { Amwaj, pause } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { isThanks, sendMail } from "./send-mail.mjs";

const options = commandLine("Bodies that drip, from a few addresses with many connections each.", {
  connections: [2000, "how many drip at the same time where there is room for all"],
  addresses: [8, "from how many addresses"],
  seconds: [5, "how long each of the two attacks lasts"],
});
const out = claims("drips: connections whose bodies drip");
/** About 41 at rest, and about 46 KiB for each connection: its body, its buffers and its state. */
const MOST_MIB = 150;
const MOST_MS = 100;
const VISITOR = "127.77.0.1";
/** What a long body sends before it begins to drip, and a short one. */
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
  /** @param {Amwaj} server @param {number} connections */
  constructor(server, connections) {
    this.server = server;
    this.sockets = new Set();
    this.closed = 0;
    this.over = false;
    for (let one = 0; one < connections; one += 1) {
      this.open(`127.66.0.${1 + (one % options.addresses)}`, LONG);
    }
    this.dripping = setInterval(() => {
      for (const socket of this.sockets) socket.write(DROP);
    }, 1000);
  }

  /** @param {string} localAddress @param {string} body */
  open(localAddress, body) {
    const socket = connect({ host: "127.0.0.1", port: this.server.port, localAddress });
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

/** How long a visitor waits for the home page on a new connection, in milliseconds. @param {Amwaj} server */
function visit(server) {
  const began = performance.now();
  return new Promise((done) => {
    const failed = () => done(Number.POSITIVE_INFINITY);
    const agent = new Agent({ keepAlive: false });
    const asked = get(server.url, { agent, localAddress: VISITOR }, (answer) => {
      answer.resume().on("error", failed);
      answer.on("end", () =>
        done(answer.statusCode === 200 ? performance.now() - began : Infinity),
      );
    });
    asked.on("error", failed).setTimeout(5000, () => asked.destroy(new Error("too late")));
  });
}

/** @param {string} title @param {number} connections @param {Record<string, string>} env */
async function attacked(title, connections, env) {
  const server = await Amwaj.start({
    env: { AMWAJ_TRUSTED_PROXIES: "none", AMWAJ_LOG: "error", ...env },
  });
  try {
    await server.packed();
    const before = memory(server);
    const attack = new Attack(server, connections);
    const waits = /** @type {number[]} */ ([]);
    let [most, together] = [before, 0];
    // The first second is the attackers' own: two thousand connections are opened by this very process.
    await pause(1000);
    const end = Date.now() + options.seconds * 1000;
    while (Date.now() < end) {
      waits.push(await visit(server));
      most = Math.max(most, memory(server));
      together = Math.max(together, attack.sockets.size);
      await pause(10);
    }
    const lead = {
      name: "Sara",
      phone: "0501234567",
      service: "Plumbing Services",
      message: "It drips",
    };
    const thanked = await sendMail(server.url, lead).then(isThanks, () => false);
    attack.end();
    waits.sort((a, b) => a - b);
    const p99 = waits[Math.floor(waits.length * 0.99)];
    out.note(
      `${title}: ${together} connections at once, ${attack.closed} closed by the server; ` +
        `${waits.length} visits, p50 ${waits[waits.length >> 1].toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
        `memory ${before} MiB before, ${most} MiB at most`,
    );
    out.claim(`${title}: a visitor waits at most ${MOST_MS} ms (p99)`, p99 <= MOST_MS, p99);
    out.claim(`${title}: at most ${MOST_MIB} MiB of memory`, most <= MOST_MIB, `${most} MiB`);
    out.claim(`${title}: a visitor's request is taken`, thanked);
  } finally {
    await server.stop();
  }
}

await attacked("room for all", options.connections, {});
await attacked("no room", options.addresses * 8, {
  AMWAJ_MAX_CONNECTIONS: String(options.addresses * 8),
  AMWAJ_MAX_CONNECTIONS_PER_ADDRESS: "8",
});
out.end();
