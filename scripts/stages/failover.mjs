// Three PostgreSQL under Patroni behind HAProxy as ops/patroni.yml and ops/haproxy.cfg set them up, and three servers of
// the site: under visitors who post, the machine that takes writes is killed, loses power, hangs, loses its network, has a
// full disk, or loses all its data.
import { rmSync } from "node:fs";
import { Amwaj, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { PatroniCluster } from "../shared/patroni.mjs";
import { chances, keepPosting, keepReading, tally } from "../shared/visitors.mjs";

const options = commandLine(
  "Breaks the machine of a Patroni cluster that takes writes, again and again, and checks every acknowledged request (R46, R47).",
  {
    faults: [6, "how many faults; one of each kind at first, then by seed"],
    seed: [1, "which faults"],
    nodes: [3, "how many servers of the site"],
    posters: [64, "how many post at the same time"],
    synchronous: [
      1,
      "0: commits wait for no standby, so requests are lost, and this check has to say so",
    ],
    think: [200, "milliseconds a visitor waits between two requests; 1000 for a run of an hour"],
    mailwait: [180, "seconds to wait for the last mail at the end"],
  },
);
/** Time within which HAProxy has to lead each server to the PostgreSQL that takes writes. */
const FOUND_MS = 10_000;
/** Shortest fault, and longest time until all is whole again, in milliseconds. */
const FAULT_MS = 2000;
const WHOLE_MS = 120_000;
const LEADS = "SELECT count(*) FROM lead";
const FOLLOWING = options.synchronous ? "sync_state IN ('sync', 'quorum')" : "state = 'streaming'";
const FOLLOWED = `SELECT count(*) FROM pg_stat_replication WHERE ${FOLLOWING}`;
/** Time standbys are cut off before a fault where commits wait for none: nobody else has the newest requests then. */
const BEHIND_MS = 300;

/** @typedef {import("../shared/patroni-machine.mjs").Machine} Machine */
/** @type {Record<string, {begin: (machine: Machine) => unknown, end: (machine: Machine) => unknown}>} */
const FAULTS = {
  "was killed": {
    begin: (machine) => machine.kill(),
    end: (machine) => machine.powerOn(cluster.machines),
  },
  "lost its power": {
    begin: (machine) => machine.powerOff(),
    end: (machine) => machine.powerOn(cluster.machines),
  },
  hung: { begin: (machine) => machine.hang(), end: (machine) => machine.goOn() },
  "lost its network": {
    begin: (machine) => machine.network(false),
    end: (machine) => machine.network(true),
  },
  "had a full disk": {
    begin: (machine) => machine.fillDisk(),
    end: (machine) => machine.freeDisk(),
  },
  "lost its data": {
    begin: async (machine) => {
      await machine.powerOff();
      machine.loseData();
    },
    end: (machine) => machine.powerOn(cluster.machines),
  },
};

const out = claims(
  `failover: HAProxy, Patroni, 3 PostgreSQL, ${options.nodes} servers, ${options.faults} faults under ${options.posters} posters, seed ${options.seed}`,
);
const chance = chances(options.seed);
const kinds = Object.keys(FAULTS);
/** The last one takes all the data. @param {number} at */
function kindOf(at) {
  if (at === options.faults - 1) return kinds[kinds.length - 1];
  return at < kinds.length ? kinds[at] : kinds[Math.floor(chance() * kinds.length)];
}

const cluster = await PatroniCluster.open();
if (!options.synchronous) await cluster.waitForNobody();
const inbox = await new MailServer(await freePort()).open();
const folders = Array.from({ length: options.nodes }, () => newFolder("node"));
/** @type {Amwaj[]} */
const nodes = [];

/** The numbers that a server has of the database. @param {Amwaj} node @param {string} name */
async function metric(node, name) {
  const answer = await fetch(`${node.admin}/metrics`).catch(() => undefined);
  const text = (await answer?.text().catch(() => "")) ?? "";
  return new RegExp(`^amwaj_database_${name} (\\d+)`, "m").exec(text)?.[1];
}
/** @param {Amwaj} node */
const isUp = async (node) => (await metric(node, "up")) === "1";

/** The machine that takes writes instead. A Patroni that was asking the lost one at that moment may wait for its answer
 * without end where the kernel there goes on (docs/operations.md): then none does. @param {Machine} lost */
async function another(lost) {
  for (const end = Date.now() + WHOLE_MS; Date.now() < end; await pause(50)) {
    const next = await cluster.primary(lost);
    if (next) return next;
  }
  return undefined;
}

/**
 * Waits until another machine takes writes, each server is led to it, a standby has what is written there, and a request
 * is stored; milliseconds each, the last three since the promotion. Nothing where no other is promoted.
 * @param {Machine} lost
 */
async function takenOver(lost) {
  const began = Date.now();
  /** @template T @param {string} what @param {() => Promise<T | undefined> | T | undefined} look */
  const until = async (what, look) => {
    for (;;) {
      const seen = await look();
      if (seen) return Date.now() - promoted;
      if (Date.now() - promoted > WHOLE_MS) throw new Error(`${what}: never\n${cluster.log()}`);
      await pause(50);
    }
  };
  const next = await another(lost);
  if (!next) return undefined;
  const promoted = Date.now();
  const stored = Number(await next.ask(LEADS));
  const [found, followed, again] = await Promise.all([
    until("each server is led to it", async () =>
      (await Promise.all(nodes.map(isUp))).every(Boolean),
    ),
    until("a standby follows", async () => (await next.ask(FOLLOWED)) !== "0"),
    until("a request is stored", async () => Number(await next.ask(LEADS)) > stored),
  ]);
  return { over: promoted - began, found, followed, again };
}

/** A full disk may be borne: then the same machine goes on as soon as there is room. @param {string} kind */
async function fault(kind) {
  const lost = await cluster.whole(WHOLE_MS);
  const standbys = options.synchronous ? [] : cluster.machines.filter((other) => other !== lost);
  await Promise.all(standbys.map((standby) => standby.network(false)));
  if (standbys.length) await pause(BEHIND_MS);
  await FAULTS[kind].begin(lost);
  await Promise.all(standbys.map((standby) => standby.network(true)));
  let found;
  if (kind === "had a full disk") {
    await pause(FAULT_MS * 3);
    await FAULTS[kind].end(lost);
  } else {
    found = await takenOver(lost);
    await pause(FAULT_MS);
    await FAULTS[kind].end(lost);
  }
  const now = await cluster.whole(WHOLE_MS);
  out.note(
    `${lost.name} ${kind}: ${found ? `${now.name} after ${found.over} ms; each server there within ${found.found} ms, followed after ${found.followed} ms, a request stored after ${found.again} ms` : `${now.name} goes on`}`,
  );
  return found?.found;
}

try {
  for (const data of folders) {
    const env = { ...inbox.settings, AMWAJ_DATABASE_URL: cluster.url, AMWAJ_JOURNAL: "true" };
    nodes.push(await Amwaj.start({ data, env }));
  }
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, nodes, day, options.think),
  );
  const pages = keepReading(nodes, day);
  const { stdout } = await nodes[0].command("doctor").catch((error) => error);
  const standbys = /^.*standbys.*$/m.exec(stdout)?.[0];
  const expected = options.synchronous
    ? "1 of 2 have each"
    : "the last ones are lost with the server";
  out.claim("the doctor knows the standbys", standbys?.includes(expected) ?? false, standbys);
  const synchronous = await metric(nodes[0], "synchronous_standbys");
  out.claim("so does a metric", synchronous === `${options.synchronous}`, synchronous);
  const lag = await metric(nodes[0], "standby_lag_bytes");
  out.claim("another says how far the standby furthest behind is", lag !== undefined, lag);
  const found = [];
  try {
    for (let at = 0; at < options.faults; at += 1) found.push(await fault(kindOf(at)));
  } finally {
    day.over = true;
  }
  const seen = await Promise.all(posters);
  const { count, failed, longest } = await pages;
  out.note(`${count} pages, the longest took ${longest.toFixed(0)} ms`);
  const times = found.filter((ms) => ms !== undefined);
  const worst = Math.max(...times);
  out.claim(
    `each server is led to the new primary within ${FOUND_MS} ms each time`,
    worst <= FOUND_MS,
    worst,
  );
  out.claim(
    "most faults make another machine take over",
    times.length > found.length / 2,
    `${times.length} of ${found.length}`,
  );
  out.claim("pages notice nothing", failed === 0 && count > 20, `${failed} of ${count} failed`);
  const emptied = await Promise.all(nodes.map((node) => node.journalEmpty(60_000)));
  out.claim("what was in the journals is in the database", !emptied.includes(undefined), emptied);
  await tally(seen, await nodes[0].leads(), inbox, options.mailwait, out);
} finally {
  if (process.exitCode || process.env.SHOW_LOG)
    for (const node of nodes) console.log(node.log.slice(-3000));
  await Promise.all(nodes.map((node) => node.stop()));
  await inbox.close();
  await cluster.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
out.end();
