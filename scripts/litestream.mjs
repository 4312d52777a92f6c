// Litestream beside a site on SQLite, as docs/operations.md describes it: what its copies promise when something is killed,
// what its units do, and what is left of a person who is erased.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { erased } from "./litestream-erased.mjs";
import { killed } from "./litestream-killed.mjs";
import { underSystemd } from "./litestream-units.mjs";

const options = commandLine(
  "What Litestream copies of a running site comes back whole, with every request that was acknowledged two seconds before.",
  {
    rounds: [4, "how often something is killed and the copy brought back"],
    posters: [20, "how many visitors post at the same time"],
    think: [40, "milliseconds a visitor waits between two requests"],
    seed: [1, "decides the moments of the kills"],
    fast: [0, "1: Litestream does in seconds what it does in a day"],
    unit: [1, "0: without what the guide's unit adds; requests get lost"],
    wait: [1000, "milliseconds that a visitor may wait while a person is erased"],
    only: ["", "killed, erased or units instead of all"],
  },
);
const out = claims(
  `litestream: ${options.rounds} rounds under ${options.posters} posters, seed ${options.seed}`,
);
const work = newFolder("litestream");
/** @param {string} part */
const folder = (part) => {
  mkdirSync(join(work, part));
  return join(work, part);
};

try {
  const is = (/** @type {string} */ part) => [part, ""].includes(options.only);
  const ends = await Promise.allSettled([
    is("killed") && killed(folder("killed"), options, out),
    is("erased") && erased(folder("erased"), options, out),
    is("units") && underSystemd(folder("units"), options, out),
  ]);
  const failed = ends.filter((end) => end.status === "rejected");
  const reasons = failed.map(({ reason }) => String(reason));
  out.none("all of it came to its end", reasons);
} finally {
  rmSync(work, { recursive: true, force: true });
}
out.end();
