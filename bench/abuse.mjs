// Cost of slow, idle and flooding clients to a normal visitor: response times beside the undisturbed ones.
import { connect } from "node:net";
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { Amwaj, pause } from "../scripts/shared/amwaj.mjs";
import { claims, commandLine } from "../scripts/shared/claims.mjs";

const options = commandLine(
  "Opens idle and slow connections and a flood of posts from many addresses of this machine (127.0.0.2 and up, which\n" +
    "are different visitors to the server), while a normal visitor at 127.0.0.1 loads pages and another posts. Prints a\n" +
    "table of their times. The binary is target/release/amwaj, or the one that AMWAJ_BIN names.",
  {
    idle: [1000, "connections that say nothing"],
    slow: [200, "connections that drip headers, drip a body or do not read, a third each"],
    flood: [32, "connections of one address that post without a pause"],
    addresses: [60, "addresses that the idle and slow ones come from"],
    seconds: [7, "how long each part without the crowd lasts"],
    crowd: [24, "how long the crowd is there; slow bodies are cut after 20"],
    pause: [20, "milliseconds between two pages of the visitor"],
  },
);
const { claim, note, end } = claims(
  `abuse: ${options.idle} idle and ${options.slow} slow connections, a flood of ${options.flood}`,
);
/** The visitor's pages, one after the other. */
const PAGES = ["/", "/annual-maintenance-contracts", "/contact-us", "/blogs", "/privacy"];
/** Where the other visitors' posts come through. */
const PROXY = "127.0.0.9";
const LEAD = {
  name: "Bench",
  phone: "050 123 4567",
  service: "Plumbing Services",
  message: "The tap drips",
};
/** Connections that are open, so that all of them can be ended. @type {Set<import('node:net').Socket>} */
const open = new Set();
/** @type {NodeJS.Timeout[]} */
let timers = [];

/** @param {number} number */
const address = (number) => `127.0.1.${2 + (number % options.addresses)}`;

/** A connection that sends `first`, then `drop` each second, and starts again where it is ended.
 * @param {number} port @param {string} from @param {string} first @param {string} [drop] @param {boolean} [reads] */
function dripping(port, from, first, drop, reads = true) {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  open.add(socket);
  const timer = drop && setInterval(() => socket.write(drop), 1000);
  socket.on("error", () => {});
  socket.on("connect", () => first && socket.write(first));
  socket.on("close", () => {
    clearInterval(timer || undefined);
    if (open.delete(socket) && timers.length)
      timers.push(setTimeout(() => dripping(port, from, first, drop, reads), 100));
  });
  if (reads) socket.resume();
  else socket.pause();
}

/** One request; `visitor` is whom the proxy at `from` speaks for.
 * @param {string} url @param {{agent?: Agent, from?: string, visitor?: string, body?: object}} how
 * @returns {Promise<{status: number, ms: number}>} */
function ask(url, { agent, from, visitor, body }) {
  const begin = performance.now();
  return new Promise((done) => {
    const text = body && JSON.stringify(body);
    const asked = request(
      url,
      {
        agent,
        localAddress: from,
        method: text ? "POST" : "GET",
        headers: text
          ? {
              "Content-Type": "application/json",
              "Content-Length": Buffer.byteLength(text),
              ...(visitor ? { "X-Forwarded-For": visitor } : {}),
            }
          : { "Accept-Encoding": "br" },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, ms: performance.now() - begin }),
        );
      },
    );
    asked.on("error", () => done({ status: 0, ms: performance.now() - begin }));
    asked.end(text);
  });
}

/** Asks again and again for some seconds. Every fifth time on a new connection, as a new visitor would.
 * @param {(number: number, agent: Agent) => Promise<{status: number, ms: number}>} once */
async function visitor(once, seconds = options.seconds) {
  const seen = [];
  const end = performance.now() + seconds * 1000;
  let agent = new Agent({ keepAlive: true });
  for (let number = 0; performance.now() < end; number += 1) {
    if (number % 5 === 0) {
      agent.destroy();
      agent = new Agent({ keepAlive: true });
    }
    seen.push(await once(number, agent));
    await pause(options.pause);
  }
  agent.destroy();
  return seen;
}

/** @param {{status: number, ms: number}[]} seen */
function told(seen) {
  const times = seen.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))];
  const failed = seen.filter(({ status }) => status !== 200).length;
  return { count: seen.length, failed, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

/** @param {string} title @param {ReturnType<typeof told>} of */
function row(title, { count, failed, p50, p99, worst }) {
  const ms = (/** @type {number} */ value) => `${value.toFixed(2)} ms`.padStart(11);
  note(
    `${title.padEnd(44)} ${String(count).padStart(6)} ${String(failed).padStart(7)} ${ms(p50)} ${ms(p99)} ${ms(worst)}`,
  );
}

async function quiet() {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  for (const socket of open) socket.destroy();
  open.clear();
  await pause(500);
}

/** A number on /metrics. @param {string} name */
async function metric(name) {
  const text = await (await fetch(`${amwaj.admin}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1),
  );
}

const amwaj = await Amwaj.start({ env: { AMWAJ_LOG: "error", AMWAJ_TRUSTED_PROXIES: PROXY } });
try {
  await amwaj.packed();
  const { url, port } = amwaj;
  const page = (/** @type {number} */ number, /** @type {Agent} */ agent) =>
    ask(url + PAGES[number % PAGES.length], { agent });
  const post = (/** @type {number} */ number, /** @type {Agent} */ agent) =>
    ask(`${url}/sendMail.php`, {
      agent,
      from: PROXY,
      // Each is somebody else, since nobody sends one request after the other.
      visitor: `10.0.${number >> 8}.${number & 255}`,
      body: { ...LEAD, message: `Visitor ${number}` },
    });
  for (let number = 0; number < PAGES.length; number += 1) await ask(url + PAGES[number], {});
  note(
    `${"".padEnd(44)} ${"asked".padStart(6)} ${"failed".padStart(7)} ${"p50".padStart(11)} ${"p99".padStart(11)} ${"worst".padStart(11)}`,
  );

  const still = told(await visitor(page));
  row("pages, undisturbed", still);

  timers = [setTimeout(() => {}, 0)];
  const host = "Host: a\r\n";
  for (let number = 0; number < options.idle; number += 1) dripping(port, address(number), "");
  for (let number = 0; number < options.slow; number += 1) {
    const from = address(number + 7);
    const kind = number % 3;
    if (kind === 0) dripping(port, from, `GET / HTTP/1.1\r\n${host}X-A: `, "a");
    else if (kind === 1)
      dripping(
        port,
        from,
        `POST /sendMail.php HTTP/1.1\r\n${host}Content-Length: 5000\r\n\r\n`,
        " ",
      );
    // Answers that nobody reads.
    else dripping(port, from, `GET / HTTP/1.1\r\n${host}\r\n`.repeat(256), undefined, false);
  }
  let crowd = 0;
  for (let look = 0; look < 50 && crowd < options.idle + options.slow; look += 1) {
    await pause(100);
    crowd = await metric("amwaj_connections_open");
  }
  const crowded = told(await visitor(page, options.crowd));
  row(`pages, beside ${crowd} idle and slow connections`, crowded);
  await quiet();

  const alone = told(await visitor(post));
  row("posts, undisturbed", alone);

  let flooding = true;
  const answers = /** @type {Map<number, number>} */ (new Map());
  const floods = Array.from({ length: options.flood }, async (_, number) => {
    const agent = new Agent({ keepAlive: true });
    for (let at = 0; flooding; at += 1) {
      const body = { ...LEAD, message: `Flood ${number} ${at}` };
      const { status } = await ask(`${url}/sendMail.php`, { agent, from: "127.0.0.66", body });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    agent.destroy();
  });
  const beside = told(await visitor(post));
  flooding = false;
  await Promise.all(floods);
  row(`posts, beside ${options.flood} connections that flood`, beside);
  note(
    `the flood's answers: ${[...answers].map(([status, count]) => `${count} × ${status || "none"}`).join(", ")}`,
  );
  const [headers, body, reader] = await Promise.all(
    ["slow headers", "slow body", "slow reader"].map((reason) =>
      metric(`amwaj_connections_cut_total{reason="${reason}"}`),
    ),
  );
  note(`cut so far: ${headers} slow headers, ${body} slow bodies, ${reader} slow readers`);

  claim("every connection of the crowd was let in", crowd >= options.idle + options.slow, crowd);
  claim("every page of the visitor came", still.failed + crowded.failed === 0);
  claim(
    "his p99 beside the crowd is at most 10 ms more",
    crowded.p99 <= still.p99 + 10,
    `${still.p99.toFixed(2)} → ${crowded.p99.toFixed(2)} ms`,
  );
  claim("every post of the other visitor was taken", alone.failed + beside.failed === 0);
  claim(
    "his p99 beside the flood is below 250 ms",
    beside.p99 < 250,
    `${beside.p99.toFixed(2)} ms`,
  );
} finally {
  await quiet();
  await amwaj.stop();
}
end();
