// Copies of a site that visitors post to, while `copies make` and the server are killed at random moments; then each copy is
// opened with the owner's key, and the newest brings the site back on an empty machine.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Amwaj, newFolder, pause } from "../shared/amwaj.mjs";
import { until } from "../shared/authority.mjs";
import { machine, namesIn, say } from "../shared/copy-places.mjs";
import { fillLeads, readLeads } from "../shared/lead-rows.mjs";
import { referenceIn, sendMail } from "../shared/send-mail.mjs";
import { chances, keepPosting, nothingSeen } from "../shared/visitors.mjs";

/** Interval between notes of the acknowledged requests. */
const NOTE_MS = 100;
/** The server makes its first copy ten seconds after its start, the next ones a minute after the last. */
const OWN_COPY_SECONDS = 90;
const OWN_COPY_MS = 200;
const SWEEP_SECONDS = 5;
/** Kills come until this part of the time that an undisturbed copy takes, so that some come after its end. */
const LATEST_KILL = 1.2;
const LAST_VISITOR = { name: "Last visitor", phone: "+971501234567", service: "Other" };

/** @param {string} data @returns {string[]} the folders in which copies are being made or opened */
export const scratch = (data) => readdirSync(data).filter((name) => name.startsWith(".copies-"));

/** Unfinished files left in the data folder. @param {string} data */
const leftovers = (data) => readdirSync(data).filter((name) => name.startsWith("."));

/** When a copy was begun at the earliest, as its name says. @param {string} name */
function timeIn(name) {
  const [, y, mo, d, h, mi, s] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(name) ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
}

/** A site under posters, with its copies as seen from outside. */
class CopiedSite {
  /** @param {Amwaj} server @param {import('../shared/copy-places.mjs').Place} place @param {Record<string, string>} env
   * @param {{posters: number, think: number}} options */
  constructor(server, place, env, { posters, think }) {
    this.server = server;
    this.place = place;
    this.env = env;
    this.day = { over: false };
    this.seen = Array.from({ length: posters }, nothingSeen);
    this.posting = this.seen.map((own, poster) =>
      keepPosting(poster, [server], this.day, think, own),
    );
    /** @type {{at: number, counts: number[]}[]} */
    this.noted = [];
    this.notes = setInterval(() => this.note(), NOTE_MS);
    /** When the command was started that made a copy. @type {Map<string, number>} */
    this.startOf = new Map();
    this.ends = { killed: 0, made: 0, servers: 0, failed: /** @type {string[]} */ ([]) };
  }

  note() {
    const at = Date.now();
    this.noted.push({ at, counts: this.seen.map(({ acknowledged }) => acknowledged.length) });
    return at;
  }

  /** Visitors thanked before a copy was begun. @param {string} name */
  acknowledgedBefore(name) {
    const began = Math.max(timeIn(name), this.startOf.get(name) ?? 0);
    const note = this.noted.findLast(({ at }) => at <= began);
    return this.seen.flatMap((own, at) => own.acknowledged.slice(0, note?.counts[at] ?? 0));
  }

  acknowledged() {
    return this.seen.flatMap((own) => own.acknowledged);
  }

  async restart() {
    await this.server.crash();
    this.server.launch();
    await this.server.ready();
  }

  /** Makes a copy, unless something comes between. @param {(command: import('node:child_process').ChildProcess) => Promise<void>} [disturb] */
  async make(disturb) {
    const before = await this.place.files();
    const began = this.note();
    const making = this.server.command("copies", "make");
    const [made] = await Promise.allSettled([making, disturb?.(making.child)]);
    if (made.status === "fulfilled") {
      this.ends.made += 1;
      const added = namesIn(made.value.stdout).filter((name) => !before.includes(name));
      // One more may be there of a command that was killed: its name says when.
      if (added.length === 1) this.startOf.set(added[0], began);
    } else if (made.reason.signal === "SIGKILL") this.ends.killed += 1;
    else this.ends.failed.push(made.reason.stdout + made.reason.stderr);
    return made.status === "fulfilled";
  }

  async close() {
    this.day.over = true;
    clearInterval(this.notes);
    await Promise.allSettled(this.posting);
  }
}

/** Waits until a copy is being made; it takes a tenth of a second. @param {string} data @param {number} seconds */
async function copyBegins(data, seconds) {
  for (const end = Date.now() + seconds * 1000; scratch(data).length === 0; await pause(2))
    if (Date.now() > end) throw new Error(`no copy was begun within ${seconds} s`);
}

/** Waits until the server has deleted what kills left. @param {string} data */
const sweptSoon = (data) =>
  until("leftovers are gone", async () => scratch(data).length === 0, SWEEP_SECONDS);

/** Kills the server while it makes a copy without being asked. @param {CopiedSite} site @param {() => number} chance */
async function killOwnCopy(site, chance) {
  const { data } = site.server;
  await sweptSoon(data);
  await copyBegins(data, OWN_COPY_SECONDS);
  await pause(chance() * OWN_COPY_MS);
  await site.restart();
}

/** Kills the server and the command in turn, at random moments. @param {CopiedSite} site @param {() => number} chance @param {number} times */
async function kill(site, chance, times) {
  const began = performance.now();
  await site.make();
  const longest = (performance.now() - began) * LATEST_KILL;
  for (let round = 0; round < times; round += 1) {
    const moment = chance() * longest;
    await site.make(async (command) => {
      await pause(moment);
      if (round % 2 === 1) command.kill("SIGKILL");
      else {
        site.ends.servers += 1;
        await site.restart();
      }
    });
  }
  // One kill that surely leaves something.
  await site.make(async (command) => {
    await copyBegins(site.server.data, SWEEP_SECONDS);
    command.kill("SIGKILL");
  });
}

/** @param {CopiedSite} site @param {Claims} out */
async function sweep(site, out) {
  const { data } = site.server;
  const before = leftovers(data).length;
  await site.restart();
  await sweptSoon(data).catch(() => undefined);
  const after = leftovers(data);
  out.claim(
    `${site.place.name}: a server that starts deletes what kills left`,
    before > 0 && after.length === 0,
    after.length > 0 ? after : `${before} before`,
  );
}

/** Opens every copy as the owner would, on a machine that knows nothing of the site but where its copies are.
 * @param {CopiedSite} site @param {string[]} names @param {string} key */
async function openAll(site, names, key) {
  /** @type {Record<"unopened" | "damaged" | "lacking", string[]>} */
  const wrong = { unopened: [], damaged: [], lacking: [] };
  const owner = await machine(site.env);
  const folder = join(owner.data, "opened");
  for (const name of names) {
    const { code, said } = await say(owner, "copies", "get", "--copy", name, "--key", key, folder);
    if (code !== 0) wrong.unopened.push(said);
    else {
      const { integrity, names: there } = await readLeads(join(folder, "amwaj.db"));
      if (integrity !== "ok") wrong.damaged.push(`${name}: ${integrity}`);
      const lost = site.acknowledgedBefore(name).filter((visitor) => !there.has(visitor));
      if (lost.length > 0) wrong.lacking.push(`${lost.length} in ${name}`);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  await owner.stop();
  return wrong;
}

/** @param {CopiedSite} site @param {string} key @param {string} reference @param {Claims} out */
async function wayBack(site, key, reference, out) {
  const { name } = site.place;
  const fresh = await machine(site.env);
  try {
    const { code, said } = await say(fresh, "copies", "restore", "--key", key, "--yes");
    fresh.launch();
    await fresh.ready();
    const there = new Set((await fresh.leads()).map((lead) => lead.name));
    const lost = site.acknowledged().filter((visitor) => !there.has(visitor));
    const listed = (await fresh.command("leads", "list")).stdout;
    out.claim(
      `${name}: on an empty machine \`copies restore\` brings all ${there.size} requests back`,
      code === 0 && lost.length === 0 && listed.includes(reference),
      code === 0 && lost.length === 0 ? undefined : { said, lost: lost.slice(0, 3) },
    );
  } finally {
    await fresh.stop();
  }
}

/** Judges the copies after the kills. @param {CopiedSite} site @param {string} key @param {Claims} out */
async function judge(site, key, out) {
  const { server, place, ends } = site;
  const answer = await sendMail(server.url, LAST_VISITOR);
  await site.make();
  const names = (await place.files()).toSorted().reverse();
  const list = await say(server, "copies", "list");
  out.claim(
    `${place.name}: \`copies list\` has what is whole there, the newest first, and says that all is well`,
    list.code === 0 && names.length > 0 && namesIn(list.said).join() === names.join(),
    list.code === 0 ? undefined : list.said,
  );
  out.none(`${place.name}: no copy failed that was not killed itself`, ends.failed.slice(0, 3));
  const wrong = await openAll(site, names, key);
  out.none(`${place.name}: every copy opens with the owner's key`, wrong.unopened.slice(0, 3));
  out.none(`${place.name}: and passes SQLite's integrity check`, wrong.damaged);
  out.none(`${place.name}: and has each request acknowledged before it was begun`, wrong.lacking);
  out.note(
    `${place.name}: ${names.length} copies opened; ${ends.made} commands came to their end, ${ends.killed} were killed, servers ${ends.servers} times; ${site.acknowledged().length} requests`,
  );
  await wayBack(site, key, referenceIn(answer.text) ?? "no reference", out);
}

/**
 * @typedef {ReturnType<typeof import('../shared/claims.mjs').claims>} Claims
 * @param {import('../shared/copy-places.mjs').Place} place
 * @param {{file: string, env: Record<string, string>}} owner the key's file, and settings
 * @param {{kills: number, own: number, posters: number, think: number, seed: number, filled: number}} options
 * @param {Claims} out
 */
export async function killed(place, owner, options, out) {
  const data = newFolder("copied");
  const env = { ...owner.env, ...place.env };
  const server = await Amwaj.start({ data, env });
  const site = new CopiedSite(server, place, env, options);
  const chance = chances(options.seed);
  try {
    const first = async () => existsSync(join(data, "amwaj.db")) && site.acknowledged().length > 0;
    await until("a first request is there", first, 10);
    await fillLeads(join(data, "amwaj.db"), options.filled);
    for (let round = 0; round < options.own; round += 1) await killOwnCopy(site, chance);
    await kill(site, chance, options.kills);
    await sweep(site, out);
    await site.close();
    await judge(site, owner.file, out);
  } catch (error) {
    // The other places go on.
    out.claim(`${place.name}: the kills came to their end`, false, String(error));
  } finally {
    await site.close();
    if (process.env.SHOW_LOG) console.log(server.log.slice(-2000));
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
  return site.ends;
}
