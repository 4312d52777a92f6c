// Cost of a copy of a large site: the time there and back, and the delay visitors notice meanwhile.
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { get } from "../../bench/load.mjs";
import { Amwaj, pause } from "../shared/amwaj.mjs";
import { until } from "../shared/authority.mjs";
import { scratch } from "./copies-killed.mjs";
import { folderPlace, machine, say } from "../shared/copy-places.mjs";
import { fillLeads, readLeads } from "../shared/lead-rows.mjs";
import { sendMail } from "../shared/send-mail.mjs";

const MOST_SECONDS = 10;
/** Number of copies made by the command: for the longest time, and for enough pages beside it. */
const MAKES = 3;
/** The first pages meet cold code, in Node too. */
const WARM_UP_MS = 1000;
const UNDISTURBED_MS = 3000;
const BETWEEN_PAGES_MS = 2;
/** Delay of a page allowed while a copy is made: either, since milliseconds are noise where cores are few. */
const MOST_RATIO = 3;
const MOST_MORE_MS = 5;

/** Loads a page again and again. @param {Amwaj} server @param {{over: boolean}} day */
async function visit(server, day) {
  const times = { undisturbed: /** @type {number[]} */ ([]), beside: /** @type {number[]} */ ([]) };
  const warm = performance.now() + WARM_UP_MS;
  while (!day.over) {
    const began = performance.now();
    const { status } = await get(`${server.url}/`, { "Accept-Encoding": "br" });
    if (status !== 200) throw new Error(`a page was answered with ${status}`);
    const took = performance.now() - began;
    // A copy is being made while its folder is there.
    if (began > warm) times[scratch(server.data).length > 0 ? "beside" : "undisturbed"].push(took);
    await pause(BETWEEN_PAGES_MS);
  }
  return times;
}

/** @param {number[]} times */
const p99 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];

/** @param {() => Promise<unknown>} work @returns {Promise<number>} seconds */
async function timeOf(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** @param {string} file */
const mebibytes = (file) => (statSync(file).size / 2 ** 20).toFixed(1);

/** @param {Amwaj} server @param {string} what @param {Claims} out */
async function besideVisitors(server, what, out) {
  const day = { over: false };
  const visiting = visit(server, day);
  await pause(WARM_UP_MS + UNDISTURBED_MS);
  const state = join(server.data, "copies.json");
  const isProved = async () =>
    existsSync(state) && JSON.parse(readFileSync(state, "utf8")).drill?.problem === null;
  const own = await until("the server has a copy", isProved, 30).catch(() => false);
  out.claim("a server makes a copy and opens it aside without being asked", own);
  const makes = [];
  for (let number = 0; number < MAKES; number += 1)
    makes.push(await timeOf(() => server.command("copies", "make")));
  const seconds = Math.max(...makes);
  out.claim(
    `${what} are copied and opened aside within ${MOST_SECONDS} s`,
    seconds <= MOST_SECONDS,
    `${seconds.toFixed(1)} s`,
  );
  day.over = true;
  const { undisturbed, beside } = await visiting;
  const [still, later] = [p99(undisturbed), p99(beside)];
  out.claim(
    `p99 of pages while copies are made is at most ${MOST_RATIO} times the undisturbed one, or ${MOST_MORE_MS} ms more`,
    later <= Math.max(still * MOST_RATIO, still + MOST_MORE_MS),
    `${still.toFixed(2)} → ${later.toFixed(2)} ms, ${(later / still).toFixed(2)} times; ${undisturbed.length} and ${beside.length} pages`,
  );
}

/**
 * @typedef {import('./copies-killed.mjs').Claims} Claims
 * @param {string} work an empty folder
 * @param {import('./copies-damaged.mjs').Owner} owner
 * @param {{leads: number}} options
 * @param {Claims} out
 */
export async function timed(work, owner, { leads }, out) {
  const [data, folder] = [join(work, "data"), join(work, "copies")];
  mkdirSync(data, { recursive: true });
  const place = folderPlace(folder);
  const env = { ...owner.env, ...place.env };
  const what = `${leads.toLocaleString("en")} requests`;
  const server = await Amwaj.start({ data, env });
  try {
    await sendMail(server.url, { name: "Sara", phone: "0501234567", service: "Other" });
    await fillLeads(join(data, "amwaj.db"), leads);
    await server.packed();
    await besideVisitors(server, what, out);
    await server.stop();
    const making = say(server, "copies", "make");
    server.launch();
    const { code, said } = await making;
    out.claim(
      "a server that starts leaves a copy alone that is being made",
      code === 0,
      code === 0 ? undefined : said,
    );
  } finally {
    await server.stop();
  }
  const fresh = await machine(env);
  const restore = ["copies", "restore", "--key", owner.file, "--yes"];
  const seconds = await timeOf(() => fresh.command(...restore));
  const database = join(fresh.data, "amwaj.db");
  const { names } = await readLeads(database);
  out.claim(
    `${what} are back within ${MOST_SECONDS} s`,
    seconds <= MOST_SECONDS && names.size === leads + 1,
    `${seconds.toFixed(1)} s`,
  );
  const [newest] = (await place.files()).toSorted().reverse();
  out.note(
    `${mebibytes(database)} MiB of database, ${mebibytes(join(folder, newest))} MiB of copy`,
  );
  await fresh.stop();
}
