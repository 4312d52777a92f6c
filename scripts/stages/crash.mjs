// Kills the server at random moments under load and counts what that cost: leads lost, stored twice, never mailed.
import { rmSync } from "node:fs";
import { Amwaj, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { chances, keepPosting, nothingSeen, tally } from "../shared/visitors.mjs";

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

/** Number of visitors thanked before each kill, however slow the machine is; the limit ends a server that hangs. */
const THANKED_BETWEEN = 6;
const LONGEST_WAIT_MS = 120_000;

/** @param {Amwaj} server @param {() => number} thanked how many visitors were, until now */
async function killAndRestart(server, thanked) {
  const chance = chances(options.seed);
  const starts = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const enough = thanked() + THANKED_BETWEEN;
    await pause(20 + chance() * options.longest);
    const late = Date.now() + LONGEST_WAIT_MS;
    while (thanked() < enough && Date.now() < late) await pause(5);
    await server.crash();
    const began = performance.now();
    server.launch();
    await server.ready();
    starts.push(performance.now() - began);
  }
  return starts;
}

const out = claims(
  `crash: ${options.rounds} × kill -9 under ${options.posters} posters, seed ${options.seed}`,
);
const inbox = await new MailServer(await freePort()).open();
const data = newFolder("crash");
const server = await Amwaj.start({
  data,
  env: {
    ...inbox.settings,
    ...(options.database ? { AMWAJ_DATABASE_URL: options.database } : {}),
  },
});
try {
  const day = { over: false };
  const all = Array.from({ length: options.posters }, nothingSeen);
  const posters = all.map((seen, poster) =>
    keepPosting(poster, [server], day, options.think, seen),
  );
  const starts = await killAndRestart(server, () =>
    all.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
  );
  await pause(500);
  day.over = true;
  const seen = await Promise.all(posters);
  const { acknowledged, unanswered } = await tally(
    seen,
    await server.leads(),
    inbox,
    options.mailwait,
    out,
  );
  out.note(`first page after a kill: ${Math.round(Math.max(...starts))} ms at most`);
  out.claim(
    "requests were acknowledged and cut off, so the test means something",
    acknowledged >= options.rounds * THANKED_BETWEEN && unanswered >= options.rounds,
    `${acknowledged} and ${unanswered}`,
  );
} finally {
  if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-2000));
  await server.stop();
  await inbox.close();
  rmSync(data, { recursive: true, force: true });
}
out.end();
