// Cost of counting to a visitor: response times while a node takes a thousand events a second, beside undisturbed ones.
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { Amwaj, pause } from "../scripts/shared/amwaj.mjs";
import { claims, commandLine } from "../scripts/shared/claims.mjs";

const options = commandLine(
  "Reports events (views, calls, chats) as pages do, from many visitors, while a normal visitor loads pages. Prints his\n" +
    "times beside the undisturbed ones. The binary is target/release/amwaj, or the one that AMWAJ_BIN names.",
  {
    rate: [1000, "events a second"],
    connections: [32, "connections that they come by"],
    visitors: [2000, "addresses that they come from, as a proxy would name them"],
    seconds: [10, "how long each part lasts"],
    rounds: [3, "how often both parts are measured, one after the other"],
    pause: [5, "milliseconds between two pages of the visitor"],
  },
);
const { claim, note, end } = claims(`stats: ${options.rate} events a second beside a visitor`);
const PAGES = ["/", "/annual-maintenance-contracts", "/contact-us", "/blogs", "/privacy"];
const EVENTS = ["view", "call", "chat", "mail", "directions", "start"];
/** Where the other visitors' reports come through. */
const PROXY = "127.0.0.9";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36";
/** Time the server may take to write down its counts. */
const WRITTEN_MS = 8000;

/** @param {string} url @param {{agent: Agent, from?: string, headers: Record<string, string>, body?: string}} how
 * @returns {Promise<{status: number, ms: number}>} */
function ask(url, { agent, from, headers, body }) {
  const begin = performance.now();
  return new Promise((done) => {
    const method = body ? "POST" : "GET";
    const asked = request(url, { agent, localAddress: from, method, headers }, (answer) => {
      answer.resume();
      answer.on("end", () =>
        done({ status: answer.statusCode ?? 0, ms: performance.now() - begin }),
      );
    });
    asked.on("error", () => done({ status: 0, ms: performance.now() - begin }));
    asked.end(body);
  });
}

/** Loads pages for some seconds. @param {string} url */
async function visitor(url) {
  const agent = new Agent({ keepAlive: true });
  const headers = { "User-Agent": BROWSER, "Sec-Fetch-Dest": "document", "Accept-Encoding": "br" };
  const times = [];
  const until = performance.now() + options.seconds * 1000;
  for (let number = 0; performance.now() < until; number += 1) {
    const { status, ms } = await ask(url + PAGES[number % PAGES.length], { agent, headers });
    if (status !== 200) throw new Error(`a page was answered with ${status}`);
    times.push(ms);
    await pause(options.pause);
  }
  agent.destroy();
  return times;
}

/** Reports events at the wanted rate until told to stop. @param {string} url @param {{over: boolean}} day */
async function crowd(url, day) {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const begun = performance.now();
  let sent = 0;
  const answers = [];
  while (!day.over) {
    const due = ((performance.now() - begun) / 1000) * options.rate;
    for (; sent < due; sent += 1) {
      const who = sent % options.visitors;
      const page = PAGES[sent % PAGES.length];
      const campaign = sent % 3 === 0 ? `\nbench\ncampaign ${sent % 50}` : "\n\n";
      const headers = {
        "User-Agent": BROWSER,
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-For": `10.1.${who >> 8}.${who & 255}`,
      };
      const body = `${EVENTS[sent % EVENTS.length]}\n${page}${campaign}`;
      answers.push(ask(`${url}/_stats`, { agent, from: PROXY, headers, body }));
    }
    await pause(2);
  }
  const seconds = (performance.now() - begun) / 1000;
  const taken = (await Promise.all(answers)).filter(({ status }) => status === 204).length;
  agent.destroy();
  return { sent, taken, rate: taken / seconds };
}

/** @param {number[]} times @param {number} part */
const at = (times, part) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))];
/** @param {number[]} times */
const told = (times) =>
  `p50 ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms, worst ${at(times, 1).toFixed(2)} ms (${times.length} pages)`;

const amwaj = await Amwaj.start({ env: { AMWAJ_LOG: "error", AMWAJ_TRUSTED_PROXIES: PROXY } });
try {
  await amwaj.packed();
  await visitor(amwaj.url);
  const still = [];
  const beside = [];
  let [sent, taken] = [0, 0];
  for (let round = 0; round < options.rounds; round += 1) {
    still.push(...(await visitor(amwaj.url)));
    const day = { over: false };
    const events = crowd(amwaj.url, day);
    beside.push(...(await visitor(amwaj.url)));
    day.over = true;
    const seen = await events;
    sent += seen.sent;
    taken += seen.taken;
    note(`round ${round + 1}: ${seen.rate.toFixed(0)} events a second were taken`);
    await pause(1000);
  }
  note(`pages, undisturbed:             ${told(still)}`);
  note(`pages, beside the events:       ${told(beside)}`);
  const ratio = at(beside, 0.99) / at(still, 0.99);
  note(`p99 beside them is ${ratio.toFixed(2)} of the undisturbed one`);
  await pause(WRITTEN_MS);
  const { stdout } = await amwaj.command("stats", "--format", "csv");
  const rows = stdout
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  const total = rows.reduce((sum, row) => sum + Number(row.at(-1)), 0);
  const views = still.length + beside.length;
  claim("every event was answered", sent === taken, `${taken} of ${sent}`);
  claim("every event and every page is in the sums", total >= taken + views, `${total} sums`);
  claim(
    "his p99 is at most 1 ms or a quarter more",
    at(beside, 0.99) <= Math.max(at(still, 0.99) * 1.25, at(still, 0.99) + 1),
    `${at(still, 0.99).toFixed(2)} → ${at(beside, 0.99).toFixed(2)} ms`,
  );
} finally {
  await amwaj.stop();
}
end();
