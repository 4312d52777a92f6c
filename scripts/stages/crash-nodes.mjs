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
    database: [3, "how often the database is killed meanwhile, for one to three seconds"],
    posters: [16, "how many post at the same time"],
    seed: [1, "decides who is killed when"],
    think: [40, "milliseconds a visitor waits between two requests"],
    mailwait: [240, "seconds to wait for the last mail at the end"],
  },
);
const EVERY_MS = 2000;

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

/** @param {{over: boolean}} day */
async function killNodes(day) {
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
  day.over = true;
}

/** @param {{over: boolean}} day */
async function killDatabase(day) {
  const between = (options.kills * EVERY_MS) / (options.database + 1);
  for (let kill = 0; kill < options.database && !day.over; kill += 1) {
    await pause(between / 2 + (chance() * between) / 2);
    await postgres.kill();
    await pause(1000 + chance() * 2000);
    await postgres.start();
  }
}

try {
  const day = { over: false };
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, nodes, day, options.think),
  );
  await Promise.all([killNodes(day), killDatabase(day)]);
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
  const journalled = nodes.filter((node) => node.log.includes("leads go into the journal")).length;
  out.claim(
    "with the database killed, the journal was used",
    options.database === 0 || journalled > 0,
    `on ${journalled} nodes`,
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
