// Copies elsewhere, with the real binary: to a folder and two servers of S3; commands and servers killed while copies are
// made, copies damaged and lost, the way back, and what a copy costs.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { damaged } from "./copies-damaged.mjs";
import { killed } from "./copies-killed.mjs";
import { timed } from "./copies-timed.mjs";
import { folderPlace, machine, motoPlace, rclonePlace, say } from "../shared/copy-places.mjs";

const options = commandLine(
  "Copies that go elsewhere hold every request acknowledged before, come back, and are noticed when something is wrong.",
  {
    kills: [4, "how often a command or a server is killed, in turn, for each destination"],
    own: [1, "how often the server is killed while it copies without being asked, first"],
    posters: [4, "how many post at the same time, for each destination"],
    think: [40, "milliseconds a visitor waits between two requests"],
    seed: [1, "decides the moments of the kills, and which bits are flipped"],
    filled: [3000, "requests in the database before, so that a copy takes a while"],
    leads: [20_000, "requests of the site whose copies are timed"],
    only: ["", "killed, damaged or timed instead of all"],
  },
);
const out = claims(`copies: ${options.kills} kills for each of three destinations`);
const work = newFolder("copies");

/** @typedef {import('./copies-damaged.mjs').Owner} Owner */

/** The owner's key, and the settings that use it. */
async function makeOwner() {
  const file = join(work, "owner.key");
  const { said } = await say(await machine({}, work), "copies", "key", file);
  const key = /^copies_key = "(age1\w+)"$/m.exec(said)?.[1] ?? "";
  const env = { AMWAJ_COPIES_KEY: key, AMWAJ_COPY_EVERY: "1", AMWAJ_LOG: "error" };
  return { file, env };
}

/** @param {Owner} owner */
async function killedEverywhere(owner) {
  const [moto, rclone] = await Promise.all([motoPlace(), rclonePlace(join(work, "rclone"))]);
  const places = [folderPlace(join(work, "folder")), moto, rclone];
  try {
    await wrongSecret(rclone, owner);
    const kill = (
      /** @type {import('../shared/copy-places.mjs').Place} */ place,
      /** @type {number} */ at,
    ) => killed(place, owner, { ...options, seed: options.seed + at }, out);
    const ends = await Promise.all(places.map(kill));
    out.claim(
      "copies were killed before their end, and others came to it, so the test means something",
      ends.some((end) => end.killed > 0) && ends.every((end) => end.made > 0),
      ends.map((end) => `${end.killed} killed, ${end.made} made`),
    );
  } finally {
    await Promise.all(places.map((place) => place.close()));
  }
}

/** @param {import('../shared/copy-places.mjs').Place} place @param {Owner} owner */
async function wrongSecret(place, owner) {
  const env = { ...owner.env, ...place.env, AMWAJ_COPIES_S3_SECRET: "another" };
  const stranger = await machine(env);
  const { code, said } = await say(stranger, "copies", "list");
  const told = code !== 0 && said.includes("copies_s3_secret");
  out.claim(
    `${place.name}: a wrong secret is refused, and told which setting to look at`,
    told,
    said,
  );
  await stranger.stop();
}

try {
  const owner = await makeOwner();
  const is = (/** @type {string} */ part) => [part, ""].includes(options.only);
  // A stage that waits for the server's own copies leaves room for one that does not.
  await Promise.all([
    is("killed") && killedEverywhere(owner),
    is("damaged") && damaged(join(work, "damaged"), owner, options, out),
  ]);
  if (is("timed")) await timed(join(work, "timed"), owner, options, out);
} catch (error) {
  out.claim("all of it came to its end", false, String(error));
} finally {
  rmSync(work, { recursive: true, force: true });
}
out.end();
