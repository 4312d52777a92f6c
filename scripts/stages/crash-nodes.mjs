// Three servers on one PostgreSQL under load: one server is killed every two seconds, the database itself now and
// then. Counts what that cost: leads lost, stored twice, never mailed.
import { rmSync } from "node:fs";
import { Amwaj, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { chances, keepPosting, tally } from "../shared/visitors.mjs";

const options = commandLine(
  "Kills servers and their PostgreSQL with signal 9 while visitors post, and checks every acknowledged request (R46, R47).",
  {
    nodes: [3, "how many servers"],
    kills: [20, "how often one of them is killed, every two seconds"],
    database: [3, "how often the database is killed meanwhile, for a second or more"],
    posters: [16, "how many post at the same time"],
    seed: [1, "decides who is killed when"],
    think: [40, "milliseconds a visitor waits between two requests"],
    mailwait: [240, "seconds to wait for the last mail at the end"],
  },
);
const EVERY_MS = 2000;
/** A visitor's request waits 3 s for a database that is away; the rest is patience with a busy machine. */
const JOURNAL_WITHIN_MS = 30_000;

const out = claims(
  `crash-nodes: ${options.nodes} servers, ${options.kills} × kill -9 and ${options.database} × of PostgreSQL under ${options.posters} posters, seed ${options.seed}`,
);
const chance = chances(options.seed);
const postgres = await Postgres.open();
const inbox = await new MailServer(await freePort()).open();
const folders = Array.from({ length: options.nodes }, () => newFolder("node"));
const nodes = await Promise.all(
  folders.map((data) =>
    Amwaj.start({
      data,
      env: { ...inbox.settings, AMWAJ_DATABASE_URL: postgres.url, AMWAJ_JOURNAL: "true" },
    }),
  ),
);

async function killNodes() {
  for (let kill = 0; kill < options.kills; kill += 1) {
    const node = nodes[Math.floor(chance() * nodes.length)];
    await Promise.all([
      pause(EVERY_MS),
      (async () => {
        await node.crash();
        node.launch();
        await node.ready(30_000);
      })(),
    ]);
  }
}

/** How often a server went over to its journal. */
const turns = () =>
  nodes.reduce((sum, node) => sum + node.log.split("leads go into the journal").length - 1, 0);

/** Waits until a server uses its journal: where the database is back at once, none has to. @param {number} before */
async function journalUsed(before) {
  const end = Date.now() + JOURNAL_WITHIN_MS;
  while (turns() === before && Date.now() < end) await pause(50);
}

/** Kills it, for a while or until a server has taken requests without it, whichever is longer. */
async function killDatabase() {
  const between = (options.kills * EVERY_MS) / (options.database + 1);
  for (let kill = 0; kill < options.database; kill += 1) {
    await pause(between / 2 + (chance() * between) / 2);
    const before = turns();
    await postgres.kill();
    await Promise.all([pause(1000 + chance() * 2000), journalUsed(before)]);
    await postgres.start();
  }
}

try {
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, nodes, day, options.think),
  );
  await Promise.all([killNodes(), killDatabase()]);
  day.over = true;
  const seen = await Promise.all(posters);
  const emptied = await Promise.all(nodes.map((node) => node.journalEmpty(60_000)));
  out.claim("what was in the journals is in the database", !emptied.includes(undefined));
  const leads = await nodes[0].leads();
  const { acknowledged, unanswered } = await tally(seen, leads, inbox, options.mailwait, out);
  out.claim(
    "requests were acknowledged and cut off, so the test means something",
    acknowledged > options.kills * 10 && unanswered >= options.kills,
    `${acknowledged} and ${unanswered}`,
  );
  out.claim(
    "each time the database was killed, a journal was used",
    turns() >= options.database,
    `${turns()} times`,
  );
} finally {
  if (process.exitCode || process.env.SHOW_LOG)
    for (const node of nodes) console.log(node.log.slice(-2000));
  await Promise.all(nodes.map((node) => node.stop()));
  await inbox.close();
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
out.end();
