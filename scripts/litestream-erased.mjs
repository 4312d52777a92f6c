// A person is erased while Litestream copies: what is left of them, and what that costs the others.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Amwaj, pause } from "./amwaj.mjs";
import { Litestream } from "./litestream-process.mjs";
import { BEHIND_MS, compare, post } from "./litestream-visitors.mjs";
import { referenceIn, sendMail } from "./send-mail.mjs";

const PERSON = "Erasmus Vergessen";
/** So few that what is in SQLite's log isn't overwritten at once. */
const FEW = { posters: 4, think: 500 };

/** @param {string} folder an empty one @param {import('./litestream-killed.mjs').Options} options @param {import('./litestream-killed.mjs').Out} out */
export async function erased(folder, options, out) {
  const data = join(folder, "data");
  mkdirSync(data);
  const server = await Amwaj.start({ data, env: { AMWAJ_LOG: "warn" } });
  const litestream = await new Litestream(folder, join(data, "amwaj.db"), options).start();
  const acknowledged = new Map();
  const person = { name: PERSON, phone: "+971 50 999 1234", service: "Plumbing Services" };
  const posting = post(server, FEW, acknowledged);
  try {
    const reference = referenceIn((await sendMail(server.url, person)).text) ?? "";
    await pause(BEHIND_MS + 500);
    const before = Date.now();
    posting.seen.longest = 0;
    await server.command("leads", "erase", "--reference", reference, "--yes");
    const took = Date.now() - before;
    await pause(BEHIND_MS + 500);
    const longest = Math.round(posting.seen.longest);
    const at = Date.now();
    await litestream.kill();
    const file = join(folder, "after.db");
    const { integrity, names } = await litestream.restore(file);
    const { late } = compare(acknowledged, names, at);
    out.note(`erasing a person took ${took} ms`);
    out.claim(
      "Litestream goes on after a person is erased",
      integrity === "ok" && late === 0 && names.size > 20,
      `${integrity}, ${late} of ${names.size} missing`,
    );
    out.claim(
      "the erased person is nowhere in the newest copy",
      names.get(reference) === "" && !readFileSync(file).includes(PERSON),
    );
    const earlier = await litestream.restore(join(folder, "before.db"), before);
    out.claim(
      "an earlier moment can still be brought back, with the person in it",
      earlier.names.get(reference) === PERSON,
    );
    await litestream.start();
    out.claim(
      "once Litestream is started again, the person is nowhere in SQLite's log either",
      !readFileSync(`${litestream.database}-wal`).includes(PERSON),
    );
    out.claim(
      `no visitor waits longer than ${options.wait} ms because a person is erased`,
      longest <= options.wait,
      `${longest} ms`,
    );
  } finally {
    await Promise.all([server.crash(), litestream.kill(), posting.stop()]);
  }
}
