// The journal's disk is full while the database restarts: visitors are told the truth meanwhile, a load balancer too, and
// requests are accepted again seconds after the database is back. Mounts a small disk, so it needs root.
import { execFile } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { Amwaj, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { isThanks, referenceIn, sendMail } from "../shared/send-mail.mjs";

const options = commandLine("A database restart while the journal's disk is full.", {
  size: ["1m", "how large the journal's disk is"],
  aim: [5, "seconds after the database's return within which a request is accepted"],
});
const run = promisify(execFile);
const out = claims("spool-full: the journal's disk is full while the database restarts");
const data = newFolder("spool-full");
const journal = join(data, "journal");
mkdirSync(journal);
await run("mount", ["-t", "tmpfs", "-o", `size=${options.size}`, "tmpfs", journal]);
const postgres = await Postgres.open();
const server = await Amwaj.start({
  data,
  env: { AMWAJ_DATABASE_URL: postgres.url, AMWAJ_JOURNAL: "true", AMWAJ_LOG: "warn" },
});
const thanked = /** @type {string[]} */ ([]);
let number = 0;

async function post() {
  number += 1;
  const phone = `+971 50 123 ${1000 + number}`;
  const lead = { name: `Visitor ${number}`, phone, service: "Plumbing Services" };
  const answer = await sendMail(server.url, { ...lead, message: "x".repeat(9000) });
  if (isThanks(answer)) thanked.push(referenceIn(answer.text) ?? "");
  return answer;
}

const health = async () => (await fetch(`${server.url}/healthz`)).status;

try {
  out.claim("with the database there, a request is accepted", isThanks(await post()));
  await postgres.kill();
  let answer = await post();
  while (isThanks(answer) && number < 5000) answer = await post();
  out.note(`${thanked.length} thanked before the journal's disk was full`);
  out.claim("with both away, the visitor is told so", answer.status === 503, answer.status);
  out.claim("and a load balancer too", (await health()) === 503, await health());
  await pause(3000);
  out.claim("and still after seconds", (await post()).status === 503 && (await health()) === 503);
  await postgres.start();
  const back = performance.now();
  while ((await health()) !== 200 && performance.now() - back < 30_000) await pause(20);
  const first = await post();
  const took = (performance.now() - back) / 1000;
  out.claim(
    `a request is accepted within ${options.aim} s of the database's return, although nobody asked before`,
    isThanks(first) && took <= options.aim,
    `${took.toFixed(2)} s`,
  );
  const after = [];
  for (let more = 0; more < 20; more += 1) after.push(await post());
  out.claim("and so are the next", after.every(isThanks));
  let lost = thanked;
  for (const end = Date.now() + 30_000; lost.length > 0 && Date.now() < end; await pause(200)) {
    const stored = new Set((await server.leads()).map(({ reference }) => reference));
    lost = thanked.filter((reference) => !stored.has(reference));
  }
  out.claim(
    "every reference that was given out is in the database",
    lost.length === 0,
    lost.length,
  );
} finally {
  if (process.env.SHOW_LOG) console.log(server.log.slice(-3000));
  await server.stop();
  await postgres.stop();
  await run("umount", [journal]).catch(() => undefined);
  rmSync(data, { recursive: true, force: true });
}
out.end();
