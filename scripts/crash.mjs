// Kills the server at random moments under load and counts what that cost: leads lost, stored twice, never mailed.
import { rmSync } from "node:fs";
import { Amwaj, freePort, newFolder, pause } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { MailServer } from "./mail-server.mjs";
import { chances, keepPosting, tally } from "./visitors.mjs";

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
  const posters = Array.from({ length: options.posters }, (_, poster) =>
    keepPosting(poster, [server], day, options.think),
  );
  const starts = await killAndRestart(server);
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
    acknowledged > options.rounds * 5 && unanswered >= options.rounds,
  );
} finally {
  if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-2000));
  await server.stop();
  await inbox.close();
  rmSync(data, { recursive: true, force: true });
}
out.end();
