// The server, Litestream or both killed while visitors post, and what comes back of Litestream's copy.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Amwaj, freePort, pause } from "./amwaj.mjs";
import { Litestream } from "./litestream-process.mjs";
import { BEHIND_MS, compare, post } from "./litestream-visitors.mjs";
import { chances } from "./visitors.mjs";

/** How long at most until SQLite's log begins again under load. */
const RESTART_MS = 15_000;
const SERVER_ALONE = "server killed, Litestream not";

/** @typedef {ReturnType<typeof import("./claims.mjs").claims>} Out */
/** @typedef {{rounds: number, posters: number, think: number, seed: number, fast: number, unit: number, wait: number}} Options */

/** A site with Litestream beside it, what its visitors were told, and what came back. */
class Site {
  /** @param {string} work an empty folder @param {Options} options @param {Out} out */
  constructor(work, options, out) {
    this.work = work;
    this.options = options;
    this.out = out;
    this.acknowledged = /** @type {Map<string, number>} */ (new Map());
    this.refused = /** @type {string[]} */ ([]);
    this.results =
      /** @type {(ReturnType<typeof compare> & {kind: string, integrity: string})[]} */ ([]);
    this.restored = /** @type {Map<string, string>} */ (new Map());
    this.restarts = 0;
    this.machines = 0;
    this.litestream = new Litestream(work, "", options);
  }

  /** A server with an empty data folder, into which a copy may come first. @param {string} [copy] */
  async newMachine(copy) {
    this.machines += 1;
    const data = join(this.work, `machine-${this.machines}`);
    mkdirSync(data);
    this.server = new Amwaj(await freePort(), await freePort(), {
      data,
      env: { AMWAJ_LOG: "warn" },
    });
    if (copy) await this.server.command("restore", "--yes", copy);
    this.litestream.follow(join(data, "amwaj.db"));
    for (const reference of copy ? this.acknowledged.keys() : [])
      if (!this.restored.has(reference)) this.acknowledged.delete(reference);
  }

  /** Starts whatever is not running. */
  async start() {
    if (!this.server?.running) {
      this.server?.launch();
      await this.server?.ready();
    }
    if (this.litestream.running) return;
    await this.litestream.start();
    await this.litestream.caughtUp();
  }

  async killBoth() {
    const at = Date.now();
    await Promise.all([this.server?.crash(), this.litestream.kill()]);
    return at;
  }

  /** Brings the copy back and notes what it lacks. @param {string} kind @param {number} killedAt */
  async look(kind, killedAt) {
    const file = join(this.work, `restored-${this.results.length}.db`);
    const { integrity, names } = await this.litestream.restore(file);
    this.restored = names;
    const result = { kind, integrity, ...compare(this.acknowledged, names, killedAt) };
    this.results.push(result);
    if (process.env.SHOW_LOG) this.out.note(JSON.stringify(result));
    return file;
  }
}

/** The server goes on while Litestream is off, until SQLite has begun its log again: that it must notice. @param {Site} site */
async function goOnAlone(site) {
  const before = site.litestream.logNumber();
  const end = Date.now() + RESTART_MS;
  while (site.litestream.logNumber() === before && Date.now() < end) await pause(10);
  if (site.litestream.logNumber() !== before) site.restarts += 1;
}

/** What is killed, and what comes back then. @type {Record<string, (site: Site, stop: () => Promise<void>) => Promise<void>>} */
const KINDS = {
  litestream: async (site, stop) => {
    const at = Date.now();
    await site.litestream.kill();
    await site.look("Litestream killed, server not", at);
    await goOnAlone(site);
    await site.litestream.start();
    await site.litestream.caughtUp();
    await pause(BEHIND_MS + 500);
    const cut = await site.killBoth();
    await stop();
    await site.look("Litestream started again, both killed", cut);
  },
  both: async (site, stop) => {
    const at = await site.killBoth();
    await stop();
    await site.newMachine(await site.look("both killed", at));
  },
  server: async (site, stop) => {
    const at = Date.now();
    await site.server?.crash();
    // As systemd does, since Litestream's unit is bound to the server's.
    if (site.options.unit) await site.litestream.stop();
    await stop();
    await pause(BEHIND_MS);
    await site.look(SERVER_ALONE, at);
  },
};

/** @param {Site} site @param {number} number @param {number} more milliseconds that this round takes */
async function round(site, number, more) {
  await site.start();
  const posting = post(/** @type {Amwaj} */ (site.server), site.options, site.acknowledged);
  try {
    await pause(BEHIND_MS + 500 + more);
    await Object.values(KINDS)[number % Object.keys(KINDS).length](site, posting.stop);
  } finally {
    await posting.stop();
    site.refused.push(...posting.seen.refused);
  }
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** @param {Site} site */
function claimRounds({ results, refused, restarts, acknowledged, options, out }) {
  const cut = results.filter(({ kind }) => kind !== SERVER_ALONE);
  const alone = results.filter(({ kind }) => kind === SERVER_ALONE);
  const behind = cut.map((result) => result.behind);
  const sum = (
    /** @type {"late" | "missing" | "lastSecond" | "ofLastSecond"} */ what,
    of = results,
  ) => of.reduce((total, result) => total + result[what], 0);
  out.note(
    `${results.length} copies brought back, ${acknowledged.size} requests in the end; the copy was behind by ${Math.max(...behind)} ms at most, ${median(behind)} ms as a median`,
  );
  out.note(
    `of the last second before a kill, ${sum("lastSecond", cut)} of ${sum("ofLastSecond", cut)} requests were missing`,
  );
  const damaged = results.filter(({ integrity }) => integrity !== "ok");
  out.none("every copy passes SQLite's integrity check", damaged);
  out.claim(
    `requests acknowledged ${BEHIND_MS} ms before a kill and not in the copy: 0`,
    sum("late") === 0,
    sum("late"),
  );
  if (alone.length)
    out.claim(
      "requests missing when the server alone is killed: 0",
      sum("missing", alone) === 0,
      sum("missing", alone),
    );
  out.none("no visitor is refused because of Litestream", refused.slice(0, 3));
  const expected = Math.floor(options.rounds / Object.keys(KINDS).length);
  out.claim(
    "SQLite's log began again while Litestream was off, so the test means something",
    restarts >= expected,
    restarts,
  );
}

/** A new machine gets the last copy and serves with it. @param {Site} site */
async function serveAgain(site) {
  await site.newMachine(join(site.work, `restored-${site.results.length - 1}.db`));
  site.server?.launch();
  await site.server?.ready();
  const list = (await site.server?.command("leads", "list"))?.stdout ?? "";
  const listed = new Set(list.match(/AMW-[0-9A-Z]{5,12}/g));
  const lacking = [...site.restored.keys()].filter((reference) => !listed.has(reference));
  site.out.claim(
    `a new machine serves with the last copy, and lists its ${listed.size} requests`,
    listed.size > 0 && lacking.length === 0,
    lacking.length,
  );
}

/** Kills them in turn, and looks each time what comes back. @param {string} work an empty folder @param {Options} options @param {Out} out */
export async function killed(work, options, out) {
  const site = new Site(work, options, out);
  const chance = chances(options.seed);
  try {
    await site.newMachine();
    for (let number = 0; number < options.rounds; number += 1)
      await round(site, number, chance() * 1000);
    await serveAgain(site);
  } finally {
    claimRounds(site);
    await site.killBoth();
    const wrong = site.litestream.log
      .split("\n")
      .filter((line) => / level=(WARN|ERROR) /.test(line));
    if (process.exitCode || process.env.SHOW_LOG) console.log(wrong.slice(-20).join("\n"));
  }
}
