// Slowness of this machine, so that a limit in milliseconds says something about the server and not about the machine.
import { execFileSync } from "node:child_process";

/** Time Node takes to start and do nothing on a machine that the limits are meant for. */
const USUAL_MS = 60;
const TRIES = 7;

/** The limit here: longer where Node takes longer, never shorter. Ask while the machine is as busy as it was. */
export function limitHere(milliseconds: number): number {
  const times = Array.from({ length: TRIES }, () => {
    const began = performance.now();
    execFileSync(process.execPath, ["-e", "0"]);
    return performance.now() - began;
  });
  const best = Math.min(...times);
  console.log(`Node does nothing in ${best.toFixed(0)} ms.`);
  return milliseconds * Math.max(1, best / USUAL_MS);
}
