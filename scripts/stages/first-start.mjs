// Kills servers at random moments of their first start, on SQLite and on PostgreSQL: each starts again on what was left.
// (Every point between two statements of a first start and of an upgrade: tests/it/requests/migration.rs.)
import { rmSync } from "node:fs";
import { Amwaj, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

const options = commandLine("Servers killed during their first start start again.", {
  kills: [60, "how often, on each engine"],
  latest: [500, "milliseconds after its start when a server is killed at the latest"],
});
const out = claims(`first start: ${options.kills} kills on each engine`);
const LEAD = { name: "Sara", phone: "0501234567", service: "Plumbing Services", message: "Drips" };

/** @param {string} engine @param {(run: number) => Promise<Record<string, string>>} settings of an empty database */
async function killed(engine, settings) {
  const broken = [];
  let early = 0;
  for (let run = 0; run < options.kills; run += 1) {
    const data = newFolder("first-start");
    const start = { data, env: { AMWAJ_LOG: "error", ...(await settings(run)) } };
    const first = await Amwaj.start({ ...start, wait: false });
    await pause(Math.random() * options.latest);
    const answer = await fetch(first.url, { signal: AbortSignal.timeout(50) }).catch(
      () => undefined,
    );
    early += answer ? 0 : 1;
    await first.crash();
    const second = await Amwaj.start(start).catch((error) => String(error));
    if (typeof second === "string") {
      broken.push(second.slice(0, 200));
    } else {
      const isTaken = await sendMail(second.url, LEAD).then(isThanks, () => false);
      if (!isTaken) broken.push("it takes no request");
      await second.stop();
    }
    rmSync(data, { recursive: true, force: true });
  }
  const again = options.kills - broken.length;
  out.claim(
    `R47 ${engine}: each starts again and takes a request (${again} of ${options.kills})`,
    broken.length === 0,
    broken.slice(0, 3),
  );
  out.claim(`${engine}: many were killed before they served`, early > options.kills / 4, early);
}

await killed("SQLite", async () => ({}));
const postgres = await Postgres.open();
try {
  await killed("PostgreSQL", async (run) => {
    await postgres.ask(`CREATE DATABASE first_${run}`);
    const url = new URL(postgres.url);
    url.pathname = `/first_${run}`;
    return { AMWAJ_DATABASE_URL: url.href };
  });
} finally {
  await postgres.stop();
}
out.end();
