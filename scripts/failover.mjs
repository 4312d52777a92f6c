// Three PostgreSQL, of which two follow the third, and servers that know all of them: the first one is killed or hangs, its data is
// deleted while visitors post, another takes over. Counts what that cost: leads lost, stored twice, refused.
import { rmSync } from "node:fs";
import { Amwaj, freePort, newFolder, pause } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { MailServer } from "./mail-server.mjs";
import { Postgres } from "./postgres.mjs";
import { keepPosting, keepReading, tally } from "./visitors.mjs";

const options = commandLine(
  "Kills the PostgreSQL that takes writes, promotes another, and checks every acknowledged request (R46, R47).",
  {
    rounds: [4, "how often the one that takes writes is lost"],
    nodes: [2, "how many servers of the site"],
    posters: [16, "how many post at the same time"],
    think: [30, "milliseconds a visitor waits between two requests"],
    synchronous: [
      1,
      "0: nobody waits for the others, so requests are lost, and this check has to say so",
    ],
    mailwait: [120, "seconds to wait for the last mail at the end"],
  },
);
/** How soon the server that takes writes has to be found. */
const FOUND_MS = 5000;
const ROUND_MS = 1500;
/** How long nobody follows before a primary is lost. */
const BEHIND_MS = 300;
const LEADS = "SELECT count(*) FROM lead";

const out = claims(
  `failover: 3 PostgreSQL, ${options.nodes} servers, the primary is lost ${options.rounds} × under ${options.posters} posters`,
);
let primary = await Postgres.open();
let standbys = [await Postgres.follow(primary), await Postgres.follow(primary)];
// One of them has each commit before it is acknowledged, whoever the primary is.
for (const postgres of options.synchronous ? [primary, ...standbys] : []) {
  await postgres.ask("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'");
  await postgres.ask("SELECT pg_reload_conf()");
}

/** Addresses don't change: the machine of each does. */
const ports = [primary, ...standbys].map(({ port }) => port);
const url = `postgres://amwaj@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/postgres`;
const inbox = await new MailServer(await freePort()).open();
const folders = Array.from({ length: options.nodes }, () => newFolder("node"));
const nodes = await Promise.all(
  folders.map((data) =>
    Amwaj.start({
      data,
      env: { ...inbox.settings, AMWAJ_DATABASE_URL: url, AMWAJ_JOURNAL: "true" },
    }),
  ),
);

/** The one that has the most of what the lost one wrote. */
async function furthest() {
  const reached = await Promise.all(
    standbys.map(async (standby) => ({
      standby,
      bytes: Number(await standby.ask("SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')")),
    })),
  );
  return reached.sort((a, b) => b.bytes - a.bytes)[0].standby;
}

/** Loses the primary with all that it has; the milliseconds until requests are stored in another. @param {boolean} hangs */
async function lose(hangs) {
  const lost = primary;
  // For a moment nobody but the primary has the newest requests.
  await Promise.all(standbys.map((standby) => standby.turnTo(null)));
  await pause(BEHIND_MS);
  await (hangs ? lost.freeze() : lost.kill());
  const next = await furthest();
  await next.promote();
  const others = standbys.filter((standby) => standby !== next);
  await Promise.all(others.map((other) => other.turnTo(next)));
  const promoted = Date.now();
  const before = Number(await next.ask(LEADS));
  while (Number(await next.ask(LEADS)) <= before) {
    if (Date.now() - promoted > 30_000) throw new Error("no request is stored any more");
    await pause(50);
  }
  const found = Date.now() - promoted;
  await lost.kill();
  await lost.stop();
  primary = next;
  standbys = [...others, await Postgres.follow(next, lost.port)];
  return found;
}

try {
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, nodes, day, options.think),
  );
  const pages = keepReading(nodes, day);
  const { stdout } = await nodes[0].command("doctor").catch((error) => error);
  out.claim(
    "the doctor says whether another server has each request",
    stdout.includes("of 2 have each request before its visitor is thanked"),
    /^.*standbys.*$/m.exec(stdout)?.[0],
  );
  const metrics = await (await fetch(`${nodes[0].admin}/metrics`)).text();
  const lag = /^amwaj_database_standby_lag_bytes (\d+)/m.exec(metrics)?.[1];
  out.claim("a metric says how far the standby furthest behind is", lag !== undefined, lag);
  const found = [];
  for (let round = 0; round < options.rounds; round += 1) {
    await pause(ROUND_MS);
    found.push(await lose(round % 2 === 1));
  }
  await pause(ROUND_MS);
  day.over = true;
  const seen = await Promise.all(posters);
  const { count, failed, longest } = await pages;
  out.note(`stored again after ${found.join(", ")} ms; longest page ${longest.toFixed(0)} ms`);
  out.claim(
    `another server is found within ${FOUND_MS} ms each time`,
    found.every((ms) => ms <= FOUND_MS),
    found,
  );
  out.claim("pages notice nothing", failed === 0 && count > 20, `${failed} of ${count} failed`);
  await pause(2000);
  await tally(seen, await nodes[0].leads(), inbox, options.mailwait, out);
} finally {
  if (process.exitCode || process.env.SHOW_LOG)
    for (const node of nodes) console.log(node.log.slice(-3000));
  await Promise.all(nodes.map((node) => node.stop()));
  await inbox.close();
  for (const postgres of [primary, ...standbys]) await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
out.end();
