// Server CPU for the home page over HTTP/2, beside nginx with the same certificate, bytes and headers: a visitor who was
// never there (a full handshake), one who comes back (a session ticket), and pages on a connection that is open.
import { rmSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectTls } from "node:tls";
import { Amwaj, freePort, newFolder } from "../scripts/shared/amwaj.mjs";
import { HOST, until } from "../scripts/shared/authority.mjs";
import { claims, commandLine } from "../scripts/shared/claims.mjs";
import { selfSigned, tlsSettings } from "../scripts/shared/self-signed.mjs";
import { leaveFirstCore, ON_FIRST_CORE } from "./cores.mjs";
import { cpuSeconds, median, passedOn } from "./load.mjs";
import { startNginx } from "./nginx.mjs";

const options = commandLine(
  "Compares amwaj with nginx over TLS and HTTP/2: same certificate, bytes and headers, in turn, medians of CPU a page.",
  {
    pairs: [5, "how many runs of each"],
    visits: [1500, "visitors of one run, each with a connection and a page of its own"],
    pages: [12000, "pages of one run on connections that are open"],
    together: [8, "visitors at a time, and pages at a time on one connection"],
    aim: [1, "the ratio that is asked for"],
  },
);
const REQUEST = {
  ":path": "/",
  ":scheme": "https",
  ":authority": HOST,
  "accept-encoding": "gzip",
  accept: "text/html,application/xhtml+xml",
  "sec-fetch-dest": "document",
  "user-agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36",
};

/** @typedef {{name: string, port: number, path: string, pids: number[], session?: Buffer}} Server */

/** @param {Server} server @param {Buffer} [session] that it gave before @returns {Promise<import('node:tls').TLSSocket>} */
function handshake({ port }, session) {
  return new Promise((done, fail) => {
    const socket = connectTls(
      {
        ...{ host: "127.0.0.1", port, servername: HOST, ALPNProtocols: ["h2"] },
        ...{ rejectUnauthorized: false, session, minVersion: "TLSv1.3" },
      },
      () => done(socket),
    ).once("error", fail);
  });
}

/** One page of an open connection. @param {import('node:http2').ClientHttp2Session} visit @param {string} path @returns {Promise<{headers: import('node:http2').IncomingHttpHeaders, body: Buffer}>} */
function page(visit, path) {
  return new Promise((done, fail) => {
    const pieces = /** @type {Buffer[]} */ ([]);
    let headers = /** @type {import('node:http2').IncomingHttpHeaders} */ ({});
    visit
      .request({ ...REQUEST, ":path": path })
      .once("response", (received) => {
        headers = received;
      })
      .on("data", (piece) => pieces.push(piece))
      .once("end", () => done({ headers, body: Buffer.concat(pieces) }))
      .once("error", fail)
      .end();
  });
}

/** A connection for one page. @param {Server} server @param {boolean} returns whether the visitor shows a ticket */
async function visit(server, returns) {
  const socket = await handshake(server, returns ? server.session : undefined);
  if (socket.isSessionReused() !== returns)
    throw new Error(`${server.name}: a session was ${returns ? "not " : ""}resumed`);
  socket.once("session", (ticket) => {
    server.session = ticket;
  });
  const connection = connectHttp2(`https://${HOST}`, { createConnection: () => socket });
  const { headers, body } = await page(connection, server.path);
  if (Number(headers[":status"]) !== 200)
    throw new Error(`${server.name} answers ${headers[":status"]}`);
  const closed = new Promise((done) => connection.once("close", done));
  connection.close();
  await closed;
  return { headers, body };
}

/** Calls `once` so many times, some of them at a time. @param {number} times @param {() => Promise<unknown>} once */
async function repeat(times, once) {
  let left = times;
  const worker = async () => {
    for (; left > 0; ) {
      left -= 1;
      await once();
    }
  };
  await Promise.all(Array.from({ length: options.together }, worker));
}

/** CPU of the server in microseconds for each of so many. @param {Server} server @param {number} times @param {() => Promise<unknown>} once */
async function micros(server, times, once) {
  const before = cpuSeconds(server.pids);
  await repeat(times, once);
  return ((cpuSeconds(server.pids) - before) / times) * 1e6;
}

/** @type {Record<string, (server: Server) => Promise<number>>} */
const KINDS = {
  "a new visitor": (server) => micros(server, options.visits, () => visit(server, false)),
  "one who comes back": (server) => micros(server, options.visits, () => visit(server, true)),
  "a page on an open connection": async (server) => {
    const socket = await handshake(server);
    const connection = connectHttp2(`https://${HOST}`, { createConnection: () => socket });
    const spent = await micros(server, options.pages, () => page(connection, server.path));
    connection.close();
    return spent;
  },
};

const { claim, note, end } = claims(
  `bench: home over TLS 1.3 and HTTP/2 beside nginx, ${options.pairs} runs of each, in turn`,
);
const folder = newFolder("tls");
const files = selfSigned(folder, HOST);
const port = await freePort();
leaveFirstCore();
const amwaj = await Amwaj.start({
  wait: false,
  under: ON_FIRST_CORE,
  env: { AMWAJ_LOG: "warn", ...tlsSettings(files, port, HOST) },
});
try {
  // Its plain address only leads to the other one.
  await until("every page is packed", async () => (await amwaj.health()).packed === true, 60);
  const ours = /** @type {Server} */ ({ name: "amwaj", port, path: "/", pids: [amwaj.pid] });
  const seen = await visit(ours, false);
  if (seen.headers["content-encoding"] !== "gzip") throw new Error("the page did not come as gzip");
  const nginx = await startNginx(seen.body, passedOn(seen.headers), files);
  const theirs = { name: "nginx", port: nginx.port, path: "/page.html", pids: nginx.pids() };
  const other = await visit(theirs, false);
  if (!other.body.equals(seen.body)) throw new Error("nginx serves other bytes");
  note(`${seen.body.length} bytes of gzip, ECDSA P-256`);
  try {
    for (const [kind, measure] of Object.entries(KINDS)) {
      const runs = { ours: /** @type {number[]} */ ([]), theirs: /** @type {number[]} */ ([]) };
      for (let pair = 0; pair < options.pairs; pair += 1) {
        runs.ours.push(await measure(ours));
        runs.theirs.push(await measure(theirs));
      }
      const [a, b] = [median(runs.ours), median(runs.theirs)];
      const figures = `amwaj ${a.toFixed(0)} µs, nginx ${b.toFixed(0)} µs; ratio ${(a / b).toFixed(2)}`;
      claim(`${kind}: CPU at most ${options.aim} of nginx's`, a / b <= options.aim, figures);
      note(`${kind.padEnd(30)} ${figures}`);
    }
  } finally {
    await nginx.stop();
  }
} finally {
  await amwaj.stop();
  rmSync(folder, { recursive: true, force: true });
}
end();
