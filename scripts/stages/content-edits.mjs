// The site's words changed at the desk: servers killed while they write, a full disk, and three servers over one PostgreSQL.
import { execFile } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Amwaj, newFolder, pause, ROOT } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { DeskPerson, untilLive } from "../shared/desk-person.mjs";
import { Postgres } from "../shared/postgres.mjs";

const options = commandLine(
  "What staff change of the pages is there whole or not at all, and everywhere.",
  {
    kills: [20, "how often a server is killed while it writes, on each engine"],
    edits: [8, "how many edits three servers are to show"],
  },
);
const run = promisify(execFile);
const out = claims("content-edits: kills, a full disk, three servers");
const place = newFolder("content-edits");

/** About half of the saves are answered before it. */
const LATEST_KILL_MS = 250;

/** A copy of the content to change. @param {string} name */
function content(name) {
  const folder = join(place, name);
  cpSync(join(ROOT, "content"), folder, { recursive: true });
  return folder;
}

/** @param {number[]} times @param {number} share */
const quantile = (times, share) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Kills the server at a random moment of each save; answered saves are there, others whole or not at all.
 * @param {string} engine @param {import('../shared/amwaj.mjs').Start} start */
async function kills(engine, start) {
  const server = await Amwaj.start({ ...start, env: { AMWAJ_LOG: "error", ...start.env } });
  try {
    const layla = await DeskPerson.of(server, "Layla", "marketing");
    let now = await layla.price(server);
    const wrong = [];
    let answered = 0;
    for (let kill = 0; kill < options.kills; kill += 1) {
      const next = `${200 + kill}-${900 + kill}`;
      const saving = layla.setPrice(server, now, next);
      await pause(Math.random() * LATEST_KILL_MS);
      await server.crash();
      const status = await saving;
      answered += status === 303 ? 1 : 0;
      server.launch();
      await server.ready();
      const found = await layla.price(server);
      const page = await (await fetch(`${server.url}/`)).text();
      const shown = `AED ${found.replace("-", "–")}`;
      if (![now, next].includes(found) || (status === 303 && found !== next))
        wrong.push({ now, next, found, status });
      if (!page.includes(shown)) wrong.push({ found, page: "says something else" });
      now = found;
    }
    out.claim(
      `${engine}: after ${options.kills} kills during a save the old price or the new one is there`,
      wrong.length === 0,
      wrong.length ? wrong : `${answered} were answered before`,
    );
    const { changes } = await layla.screen(server, "/desk/site?at=/");
    for (const { id } of changes)
      await layla.post(server, "/desk/site/undo", { at: "/", id: String(id) });
    const log = (await server.command("staff", "log")).stdout;
    const logged = log.match(/content changed/g)?.length ?? 0;
    out.claim(
      `${engine}: every change that was answered is in the audit log, which is whole`,
      logged >= answered && log.includes("the log is whole"),
      `${logged} of at least ${answered}`,
    );
  } finally {
    await server.stop();
  }
}

async function fullDisk() {
  const disk = join(place, "disk");
  mkdirSync(disk);
  await run("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", disk]);
  cpSync(join(ROOT, "content"), join(disk, "content"), { recursive: true });
  const server = await Amwaj.start({ content: join(disk, "content"), env: { AMWAJ_LOG: "off" } });
  const facts = () => readFileSync(join(disk, "content/facts.toml"), "utf8");
  try {
    const layla = await DeskPerson.of(server, "Layla", "marketing");
    const before = facts();
    const now = await layla.price(server);
    try {
      for (;;) appendFileSync(join(disk, "filler"), Buffer.alloc(4096));
    } catch {
      // Full.
    }
    const form = { at: "/", piece: "facts.toml:prices.ac-cleaning", was: now, value: "170-340" };
    const answer = await layla.post(server, "/desk/site/save", form);
    const text = await answer.text();
    out.claim(
      "on a full disk the desk says that it isn't live",
      answer.status >= 400 && /isn't live|can't write/.test(text),
      text.slice(0, 200),
    );
    out.claim(
      "and the file and the price are as they were",
      facts() === before && (await layla.price(server)) === now,
    );
    const left = readdirSync(join(disk, "content")).filter((name) => name.startsWith(".amwaj-"));
    out.none("and nothing is left over", left);
    rmSync(join(disk, "filler"));
    out.claim(
      "with room again it goes live",
      (await layla.setPrice(server, now, "170-340")) === 303 && facts() !== before,
    );
  } finally {
    await server.stop();
    await run("umount", [disk]);
  }
}

async function threeServers() {
  const postgres = await Postgres.open();
  const env = { AMWAJ_DATABASE_URL: postgres.url, AMWAJ_LOG: "error" };
  const servers = [];
  try {
    for (let one = 0; one < 3; one += 1) servers.push(await Amwaj.start({ env }));
    const layla = await DeskPerson.of(servers[0], "Layla", "marketing");
    let now = await layla.price(servers[0]);
    const times = [];
    for (let edit = 0; edit < options.edits; edit += 1) {
      const next = `${200 + edit}-${1900 + edit}`;
      const shown = `AED ${200 + edit}–1,${900 + edit}`;
      const status = await layla.setPrice(servers[edit % 3], now, next);
      if (status !== 303) throw new Error(`${status} for ${next}`);
      times.push(...(await Promise.all(servers.map((server) => untilLive(server, shown)))));
      now = next;
      // Two edits are minutes apart: the pages are packed by then.
      await Promise.all(servers.map((server) => server.packed()));
    }
    const [median, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    out.note(
      `${times.length} pages: live after ${median.toFixed(0)} ms in the median, ${p99.toFixed(0)} ms at the 99th hundredth`,
    );
    // Three servers, which all pack their pages, share the cores of one machine here.
    out.claim(
      "an edit is on three servers within a second, in the median",
      median <= 1000,
      `${median.toFixed(0)} ms`,
    );
    const late = await Amwaj.start({ env });
    servers.push(late);
    const first = await (await fetch(`${late.url}/`)).text();
    out.claim(
      "the first page of a server that starts later has it",
      first.includes(`AED ${now.split("-")[0]}–`),
    );
    await exported(late, now);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
  }
}

/** @param {Amwaj} server @param {string} price */
async function exported(server, price) {
  const folder = join(place, "exported");
  await server.command("content", "export", folder);
  const facts = readFileSync(join(folder, "facts.toml"), "utf8");
  const [from, to] = price.split("-");
  out.claim(
    "`content export` gives the changed files",
    facts.includes(`ac-cleaning = { from = ${from}, to = ${to} }`),
  );
  const changed = facts.replace(`from = ${from}, to = ${to}`, "from = 777, to = 1777");
  writeFileSync(join(folder, "facts.toml"), changed);
  await server.command("content", "import", folder);
  out.claim(
    "`content import` takes them back, live within two seconds",
    (await untilLive(server, "AED 777–1,777")) < 2000,
  );
}

try {
  await kills("SQLite, files of a folder", { content: content("folder") });
  await kills("SQLite, words in the database", {});
  await fullDisk();
  await threeServers();
} finally {
  rmSync(place, { recursive: true, force: true });
  out.end();
}
