// Processor cores of a measurement: the server has the first one for itself, the load tools have the others.
// On shared cores both run wherever there is room, and what a request costs depends on which of them that was.
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

const LAST_CORE = availableParallelism() - 1;

/** Put before a command: it runs on the first core. */
export const ON_FIRST_CORE = ["taskset", "-c", "0"];

/** Moves this process, and those it starts, to the other cores. */
export function leaveFirstCore() {
  runOn(LAST_CORE > 0 ? `1-${LAST_CORE}` : "0");
}

/** Lets this process, and those it starts, run on every core. */
export function useAllCores() {
  runOn(`0-${LAST_CORE}`);
}

/** @param {string} cores */
function runOn(cores) {
  execFileSync("taskset", ["-a", "-p", "-c", cores, String(process.pid)]);
}
