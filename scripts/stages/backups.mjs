// Takes copies of a running site with `amwaj backup` while visitors post, and puts the last one back.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Amwaj, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { keepPosting, nothingSeen } from "../shared/visitors.mjs";

const options = commandLine(
  "Copies the database of a running site, and checks that each copy is whole and has every request that was acknowledged before.",
  {
    backups: [20, "how many copies are taken"],
    posters: [60, "how many visitors post at the same time"],
    think: [40, "milliseconds a visitor waits between two requests"],
  },
);

/** SQLite's own integrity check of a database file. @param {string} file */
function integrity(file) {
  const ask =
    "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchone()[0])";
  return execFileSync("python3", ["-c", ask, file], { encoding: "utf8" }).trim();
}

/** The names of the requests in a copy. @param {Amwaj} server @param {string} file */
async function namesIn(server, file) {
  const settings = { ...server.settings, AMWAJ_DATABASE_URL: `sqlite://${file}` };
  const leads = await Amwaj.prototype.leads.call({
    command: Amwaj.prototype.command,
    settings,
    data: server.data,
  });
  return new Set(leads.map((/** @type {{name: string}} */ lead) => lead.name));
}

const out = claims(`backups: ${options.backups} copies under ${options.posters} posters`);
const copies = newFolder("copies");
const server = await Amwaj.start();
const day = { over: false };
const seen = Array.from({ length: options.posters }, nothingSeen);
const posting = seen.map((own, poster) => keepPosting(poster, [server], day, options.think, own));
const acknowledged = () => seen.flatMap((poster) => poster.acknowledged);
try {
  let [damaged, lacking, longest] = [0, 0, 0];
  let last = { file: "", names: new Set() };
  for (let number = 1; number <= options.backups; number += 1) {
    await pause(100);
    const before = acknowledged();
    const file = join(copies, `${number}.db`);
    const began = performance.now();
    await server.command("backup", file);
    longest = Math.max(longest, performance.now() - began);
    const names = await namesIn(server, file);
    if (integrity(file) !== "ok") damaged += 1;
    lacking += before.filter((name) => !names.has(name)).length;
    last = { file, names };
  }
  day.over = true;
  await Promise.all(posting);
  const refused = seen.flatMap((poster) => poster.refused);
  out.note(
    `${acknowledged().length} requests acknowledged; a copy took ${Math.round(longest)} ms at most`,
  );
  out.claim("every copy passes SQLite's integrity check", damaged === 0, damaged);
  out.claim("requests acknowledged before a copy and not in it: 0", lacking === 0, lacking);
  out.claim("no visitor was refused because of a copy", refused.length === 0, refused.slice(0, 3));

  const later = (await server.leads()).length;
  server.process?.kill("SIGTERM");
  await server.ended;
  await server.command("restore", "--yes", last.file);
  server.launch();
  await server.ready();
  const restored = new Set((await server.leads()).map((lead) => lead.name));
  const same =
    restored.size === last.names.size && [...last.names].every((name) => restored.has(name));
  out.claim(`restore puts the last copy back (${last.names.size} of ${later} requests)`, same);
} finally {
  day.over = true;
  await Promise.allSettled(posting);
  await server.stop();
  rmSync(copies, { recursive: true, force: true });
}
out.end();
