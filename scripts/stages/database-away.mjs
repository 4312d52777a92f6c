// The database is away for a while under load, with the journal on: every visitor is thanked as fast as the disk allows,
// nobody is refused, and afterwards every reference is in the database once and mailed once.
import { Agent } from "node:http";
import { performance } from "node:perf_hooks";
import { Amwaj, freePort, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { isThanks, referenceIn, sendMail } from "../shared/send-mail.mjs";
import { mailsPerLead } from "../shared/visitors.mjs";

const options = commandLine("Kills PostgreSQL under load for some seconds, and starts it again.", {
  seconds: [30, "how long the database is away; 600 is the long drill"],
  posters: [64, "how many post at the same time"],
  think: [500, "milliseconds a visitor waits between two requests"],
  around: [5, "seconds of posting before and after"],
  aim: [
    50,
    "the 99th percentile of the thanks while it is away, in milliseconds, after the first 3 s",
  ],
  mailwait: [240, "seconds to wait for the last mail at the end"],
});
const FIRST_MS = 3000;

/** @typedef {{name: string, at: number, ms: number, status: number, reference: string | undefined}} Post */
const out = claims(
  `database-away: PostgreSQL killed for ${options.seconds} s under ${options.posters} posters`,
);
const postgres = await Postgres.open();
const inbox = await new MailServer(await freePort()).open();
const server = await Amwaj.start({
  env: { ...inbox.settings, AMWAJ_DATABASE_URL: postgres.url, AMWAJ_JOURNAL: "true" },
});

/** @param {number} poster @param {{over: boolean}} day */
async function post(poster, day) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const posts = /** @type {Post[]} */ ([]);
  await pause((options.think * poster) / options.posters);
  for (let number = 0; !day.over; number += 1) {
    const name = `Visitor ${poster}-${number}`;
    const phone = `+971 50 ${100 + poster} ${1000 + (number % 9000)}`;
    const lead = { name, phone, service: "Plumbing Services", message: `No ${poster}-${number}` };
    const at = performance.now();
    const answer = await sendMail(server.url, lead, undefined, agent).catch(() => undefined);
    const thanked = answer !== undefined && isThanks(answer);
    const reference = thanked ? referenceIn(answer.text) : undefined;
    posts.push({ name, at, ms: performance.now() - at, status: answer?.status ?? 0, reference });
    await pause(options.think);
  }
  agent.destroy();
  return posts;
}

/** @param {Post[]} posts @param {number} share */
function percentile(posts, share) {
  const sorted = posts.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

try {
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) => post(poster, day));
  await pause(options.around * 1000);
  await postgres.kill();
  const away = performance.now();
  await pause(options.seconds * 1000);
  const back = performance.now();
  await postgres.start();
  const empty = await server.journalEmpty(120_000);
  await pause(options.around * 1000);
  day.over = true;
  const posts = (await Promise.all(posters)).flat();
  const meanwhile = posts.filter(({ at }) => at > away + FIRST_MS && at < back);
  const p99 = percentile(meanwhile, 0.99);
  const worst = percentile(posts, 1);
  out.note(
    `${posts.length} posts, ${meanwhile.length} of them with the database away: half within ${percentile(meanwhile, 0.5).toFixed(1)} ms; the longest of all took ${worst.toFixed(0)} ms`,
  );
  const refused = posts.filter(({ reference }) => reference === undefined);
  out.claim(
    "nobody is refused",
    refused.length === 0,
    `${refused.length}: ${[...new Set(refused.map(({ status }) => status))]}`,
  );
  out.claim(
    `thanks come within ${options.aim} ms for 99 of 100`,
    p99 <= options.aim,
    `${p99.toFixed(1)} ms`,
  );
  out.claim(
    "the journal is empty afterwards",
    empty !== undefined,
    `after ${empty?.toFixed(0)} ms`,
  );
  const stored = new Map();
  for (const { reference } of await server.leads())
    stored.set(reference, (stored.get(reference) ?? 0) + 1);
  const missing = posts.filter(({ reference }) => reference && stored.get(reference) !== 1);
  out.claim("every reference is in the database once", missing.length === 0, missing.length);
  out.claim("and nothing else is", stored.size === posts.length - refused.length, stored.size);
  const names = posts.filter(({ reference }) => reference).map(({ name }) => name);
  const mails = await mailsPerLead(names, inbox, options.mailwait);
  const counts = [...mails.values()];
  out.claim(
    "no mail is missing",
    !counts.includes(0),
    counts.filter((count) => count === 0).length,
  );
  const doubled = counts.filter((count) => count > 1).length;
  // The mails that were under way when the database was killed: nobody could note that they were sent.
  out.claim("mails sent twice: at most those under way at the kill", doubled <= 4, doubled);
  await postgres.kill();
  await sendMail(server.url, {
    name: "Last",
    phone: "+971 50 123 4567",
    service: "Plumbing Services",
  });
  const stop = performance.now();
  await server.stop();
  const took = performance.now() - stop;
  out.claim("with the database away it stops within 10 s", took < 9900, `${took.toFixed(0)} ms`);
  const last = server.log.trim().split("\n").at(-1) ?? "";
  out.claim("its last words say what waits where", /1 requests? wait.*journal/.test(last), last);
} finally {
  if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-3000));
  await server.stop();
  await inbox.close();
  await postgres.stop();
}
out.end();
