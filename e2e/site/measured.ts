// Times that were measured: the gate only prints them, since its machine may be busy; `make prove` judges them. A test
// whose name ends in @timed runs in both, one in @measures in `make prove` alone.
import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";

const TRIES = 7;

/** Milliseconds that Node takes here and now to start and do nothing: 60 on a quiet machine with two cores. */
function nodeStart(): number {
  const times = Array.from({ length: TRIES }, () => {
    const began = performance.now();
    execFileSync(process.execPath, ["-e", "0"]);
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** Judges the median of some times against a limit, both in milliseconds, and prints the machine's speed beside them. */
export function expectWithin(what: string, times: number[], limit: number): void {
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
  const all = times.map((time) => time.toFixed(0)).join(", ");
  const isJudged = test.info().project.name === "measures";
  const speed = isJudged ? `; Node starts in ${nodeStart().toFixed(0)} ms` : "";
  console.log(`${what}: ${all} ms, limit ${limit}${speed}`);
  if (isJudged) expect(median, what).toBeLessThanOrEqual(limit);
}
