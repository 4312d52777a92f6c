// Damage to copies elsewhere: bits flip, a key is the wrong one, a copy is missing, doubled or swapped. Each is named,
// and nothing of it is restored.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Amwaj } from "../shared/amwaj.mjs";
import { folderPlace, machine, namesIn, say } from "../shared/copy-places.mjs";
import { sendMail } from "../shared/send-mail.mjs";
import { chances } from "../shared/visitors.mjs";

const COPIES = 3;
/** age's version, and the key that one of the recipients needs. */
const HEADER_BYTES = [3, 60];
const RANDOM_BYTES = 6;

/**
 * @typedef {import('./copies-killed.mjs').Claims} Claims
 * @typedef {{file: string, env: Record<string, string>}} Owner the key's file, and settings
 * @typedef {{site: Amwaj, folder: string, names: string[], env: Record<string, string>}} Copied a site, and its copies, the newest first
 */

/** A site that has ended, with some copies. @param {string} work @param {Owner} owner @returns {Promise<Copied>} */
async function copiedSite(work, owner) {
  const [data, folder] = [join(work, "data"), join(work, "copies")];
  mkdirSync(data, { recursive: true });
  const place = folderPlace(folder);
  const env = { ...owner.env, ...place.env };
  const site = await Amwaj.start({ data, env });
  for (let number = 1; number <= COPIES; number += 1) {
    const message = "The kitchen tap drips. ".repeat(20 * number);
    await sendMail(site.url, { name: "Sara", phone: "0501234567", service: "Other", message });
    await site.command("copies", "make");
  }
  await site.stop();
  return { site, folder, names: (await place.files()).toSorted().reverse(), env };
}

/** The copy as it is after each kind of damage. @param {Buffer} whole @param {number} seed */
function damages(whole, seed) {
  const chance = chances(seed);
  const random = Array.from({ length: RANDOM_BYTES }, () => Math.floor(chance() * whole.length));
  const flipped = [...HEADER_BYTES, ...random, whole.length - 1].map((byte) => {
    const copy = Buffer.from(whole);
    copy[byte] ^= 1 << Math.floor(chance() * 8);
    return { what: `a bit of byte ${byte}`, copy };
  });
  return [...flipped, { what: "the second half", copy: whole.subarray(0, whole.length / 2) }];
}

/** @param {Copied} copied @param {Owner} owner @param {number} seed @param {Claims} out */
async function flips({ site, folder, names: [name] }, owner, seed, out) {
  const file = join(folder, name);
  const whole = readFileSync(file);
  const opened = join(site.data, "opened");
  const database = join(site.data, "amwaj.db");
  const inside = () =>
    [readFileSync(database).toString("latin1"), ...readdirSync(site.data)].join();
  const before = inside();
  const which = ["--copy", name, "--key", owner.file];
  const [unnamed, restored] = [/** @type {unknown[]} */ ([]), /** @type {unknown[]} */ ([])];
  const all = damages(whole, seed);
  for (const { what, copy } of all) {
    writeFileSync(file, copy);
    for (const words of [
      ["get", opened],
      ["restore", "--yes"],
    ]) {
      const { code, said } = await say(site, "copies", ...words, ...which);
      if (code === 0 || !said.includes(`${name} is damaged`)) unnamed.push({ what, said });
    }
    if (existsSync(join(opened, "amwaj.db"))) restored.push({ what, by: "get" });
    rmSync(opened, { recursive: true, force: true });
    if (inside() !== before) restored.push({ what, by: "restore" });
  }
  writeFileSync(file, whole);
  out.none(`${all.length} times a copy is damaged, its header too: it's named each time`, unnamed);
  out.none("and nothing of it is restored", restored);
}

/** @param {Copied} copied @param {string} work @param {Claims} out */
async function wrongKey({ site, names: [name] }, work, out) {
  const key = join(work, "other.key");
  await site.command("copies", "key", key);
  const { code, said } = await say(site, "copies", "get", join(work, "locked"), "--key", key);
  const wanted = `this key does not open ${name}`;
  out.claim("another key than the owner's is told so", code !== 0 && said.includes(wanted), said);
}

/** A copy that was not written to its end. @param {Copied} copied @param {Claims} out */
async function unfinished({ site, folder, names }, out) {
  const part = join(folder, ".amwaj-part");
  writeFileSync(part, readFileSync(join(folder, names[0])).subarray(0, 1000));
  const { code, said } = await say(site, "copies", "list");
  const listed = code === 0 && namesIn(said).join() === names.join();
  out.claim("a copy that isn't finished is not listed", listed, listed ? undefined : said);
  rmSync(part);
}

/** Changes to copies behind the program's back: each returns the names, one of which has to be reported.
 * @type {Record<string, (folder: string, names: string[]) => string[]>} */
const CASES = {
  missing: (folder, [, middle]) => {
    rmSync(join(folder, middle));
    return [middle];
  },
  doubled: (folder, [, middle]) => {
    // In the same hour: one of long ago would be deleted as expired.
    const other = middle.replace(
      /(\d\d)\d\d\.\d+Z/,
      (_, minute) => `${minute === "00" ? "01" : "00"}00.000Z`,
    );
    copyFileSync(join(folder, middle), join(folder, other));
    return [middle, other];
  },
  swapped: (folder, [, middle, oldest]) => {
    const [one, other, aside] = [middle, oldest, "aside"].map((name) => join(folder, name));
    renameSync(one, aside);
    renameSync(other, one);
    renameSync(aside, other);
    return [middle, oldest];
  },
};

/** Verdicts of `copies make`, `copies list` and `doctor`. @param {Amwaj} site */
async function verdicts(site) {
  const [make, list] = [await say(site, "copies", "make"), await say(site, "copies", "list")];
  const doctor = (await say(site, "doctor")).said.match(/^(\w+) +copies: (.*)$/m) ?? [];
  return { make, list, doctor: { code: doctor[1] === "ok" ? 0 : 1, said: doctor[0] ?? "" } };
}

/** @param {string} what a name of CASES @param {Copied} copied @param {string} work @param {Claims} out */
async function drill(what, copied, work, out) {
  const [data, folder] = ["data", "copies"].map((name) => join(work, what, name));
  cpSync(copied.site.data, data, { recursive: true });
  cpSync(copied.folder, folder, { recursive: true });
  const site = await machine({ ...copied.env, ...folderPlace(folder).env }, data);
  const names = CASES[what](folder, copied.names);
  const bad = await verdicts(site);
  const isLoud = Object.values(bad).every(
    ({ code, said }) => code === 1 && names.some((name) => lastLine(said).includes(name)),
  );
  const loud = isLoud && bad.doctor.said.startsWith("fail");
  out.claim(
    `a ${what} copy fails the drill: \`copies make\`, \`copies list\` and doctor name it`,
    loud,
    loud ? lastLine(bad.list.said) : bad,
  );
  const before = new Set(copied.names);
  for (const name of names) rmSync(join(folder, name), { force: true });
  for (const name of names.filter((name) => before.has(name)))
    copyFileSync(join(copied.folder, name), join(folder, name));
  const good = await verdicts(site);
  const isWell = Object.values(good).every(({ code }) => code === 0);
  out.claim("and once that is mended all is well again", isWell, isWell ? undefined : good);
}

/** @param {string} said */
const lastLine = (said) => said.split("\n").at(-1) ?? "";

/** @param {Claims} out */
async function nothingSet(out) {
  const server = await Amwaj.start({ env: { AMWAJ_LOG: "warn" } });
  const told = server.log
    .split("\n")
    .filter((line) => line.includes("no copies elsewhere are set"));
  out.claim("without settings the start says once that there is no copy", told.length === 1, told);
  const [line] = (await say(server, "doctor")).said.match(/^warn +copies: .*$/m) ?? [];
  out.claim("and doctor in one line", line?.includes("no copy was taken yet") === true, line);
  await server.stop();
}

/** @param {string} work an empty folder @param {Owner} owner @param {{seed: number}} options @param {Claims} out */
export async function damaged(work, owner, { seed }, out) {
  await nothingSet(out);
  const copied = await copiedSite(work, owner);
  await unfinished(copied, out);
  await flips(copied, owner, seed, out);
  await wrongKey(copied, work, out);
  for (const what of Object.keys(CASES)) await drill(what, copied, work, out);
}
