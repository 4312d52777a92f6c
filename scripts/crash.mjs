// Kills the server at random moments under load and counts what that cost: leads lost, stored twice, never mailed.
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { Amwaj, freePort, newFolder, pause } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { MailServer } from "./mail-server.mjs";
import { isThanks, sendMail } from "./send-mail.mjs";
import { rmSync } from "node:fs";

const options = commandLine(
  "Kills amwaj with signal 9 while visitors post, starts it again, and checks every acknowledged request (R46, R47).",
  {
    rounds: [20, "how often it is killed"],
    posters: [16, "how many post at the same time"],
    seed: [1, "decides the moments of the kills"],
    longest: [800, "longest time between start and kill, in milliseconds"],
    think: [40, "milliseconds a visitor waits between two requests"],
    database: ["", "postgres:// address to use instead of SQLite"],
    mailwait: [240, "seconds to wait for the last mail at the end"],
  },
);

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). @param {number} seed */
function chances(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * One visitor after another. Those with a key repeat a request whose answer got lost; those without cannot.
 * @param {number} poster @param {{url: string}} server @param {{over: boolean}} day
 */
async function keepPosting(poster, server, day) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen = {
    acknowledged: /** @type {Map<string, string>} */ (new Map()),
    unanswered: 0,
    repeated: 0,
    refused: /** @type {string[]} */ ([]),
  };
  const withKey = poster % 2 === 0;
  for (let number = 0; !day.over; number += 1) {
    const name = `Visitor ${poster}-${number}`;
    const lead = {
      name,
      phone: `+971 50 ${100 + poster} ${1000 + number}`,
      service: "Plumbing Services",
      message: `token:${poster}-${number}:`,
    };
    const key = withKey ? randomUUID() : undefined;
    for (;;) {
      try {
        const answer = await sendMail(server.url, lead, key, agent);
        if (isThanks(answer)) seen.acknowledged.set(name, answer.text);
        else seen.refused.push(`${answer.status} ${answer.text}`);
        break;
      } catch {
        seen.unanswered += 1;
        await pause(20);
        if (!withKey || day.over) break;
        seen.repeated += 1;
      }
    }
    await pause(options.think);
  }
  agent.destroy();
  return seen;
}

/** @param {Amwaj} server */
async function killAndRestart(server) {
  const chance = chances(options.seed);
  const starts = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    await pause(20 + chance() * options.longest);
    await server.crash();
    const began = performance.now();
    server.launch();
    await server.ready();
    starts.push(performance.now() - began);
  }
  return starts;
}

/** Waits until every stored lead has been mailed. @param {string[]} names @param {MailServer} inbox */
async function mailsPerLead(names, inbox) {
  const end = Date.now() + options.mailwait * 1000;
  let counted = new Map();
  do {
    await pause(500);
    counted = new Map(names.map((name) => [name, 0]));
    for (const mail of inbox.mails) {
      const name = /Visitor \d+-\d+/.exec(mail.raw)?.[0] ?? "";
      if (counted.has(name)) counted.set(name, counted.get(name) + 1);
    }
  } while (Date.now() < end && [...counted.values()].some((count) => count === 0));
  return counted;
}

const { claim, note, end } = claims(
  `crash: ${options.rounds} × kill -9 under ${options.posters} posters, seed ${options.seed}`,
);
const inbox = await new MailServer(await freePort()).open();
const data = newFolder("crash");
const server = await Amwaj.start({
  data,
  env: {
    AMWAJ_SMTP_URL: inbox.url,
    AMWAJ_MAIL_TO: "inbox@company.example",
    AMWAJ_MAIL_FROM: "site@company.example",
    AMWAJ_OUTBOX_FIRST_RETRY: "1",
    AMWAJ_OUTBOX_MAX_RETRY: "1",
    AMWAJ_SMTP_TIMEOUT: "5",
    AMWAJ_LOG: "warn",
    ...(options.database ? { AMWAJ_DATABASE_URL: options.database } : {}),
  },
});
try {
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, server, day),
  );
  const starts = await killAndRestart(server);
  await pause(500);
  day.over = true;
  const seen = await Promise.all(posters);

  const acknowledged = new Map(seen.flatMap((poster) => [...poster.acknowledged]));
  const unanswered = seen.reduce((sum, poster) => sum + poster.unanswered, 0);
  const repeated = seen.reduce((sum, poster) => sum + poster.repeated, 0);
  const stored = new Map();
  for (const lead of await server.leads()) stored.set(lead.name, (stored.get(lead.name) ?? 0) + 1);
  const lost = [...acknowledged.keys()].filter((name) => !stored.has(name));
  const twice = [...stored].filter(([, count]) => count > 1).map(([name]) => name);
  const mails = await mailsPerLead([...stored.keys()], inbox);
  const missing = [...mails].filter(([, count]) => count === 0).map(([name]) => name);
  const mailedTwice = [...mails].filter(([, count]) => count > 1).length;

  note(
    `${acknowledged.size} acknowledged, ${unanswered} requests cut off, ${repeated} of them repeated with their key, ${stored.size} leads stored`,
  );
  note(
    `first page after a kill: ${Math.round(Math.max(...starts))} ms at most; mails sent more than once: ${mailedTwice}`,
  );
  const refused = seen.flatMap((poster) => poster.refused);
  claim(
    "requests were acknowledged and cut off, so the test means something",
    acknowledged.size > options.rounds * 10 && unanswered >= options.rounds,
  );
  claim("R47 no well-formed request was refused", refused.length === 0, refused.slice(0, 3));
  claim("R47 acknowledged leads lost: 0", lost.length === 0, lost.length ? lost.slice(0, 5) : 0);
  claim("R46 leads stored twice: 0", twice.length === 0, twice.length ? twice.slice(0, 5) : 0);
  claim(
    "mails missing in the end: 0",
    missing.length === 0,
    missing.length ? missing.slice(0, 5) : 0,
  );
} finally {
  if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-2000));
  await server.stop();
  await inbox.close();
  rmSync(data, { recursive: true, force: true });
}
end();
