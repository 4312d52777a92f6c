// The sums that staff see of what visitors did, as `amwaj stats` exports them.
import { pause } from "../../scripts/shared/amwaj.mjs";
import type { Site } from "./site.ts";

/** User agent of a real visitor's browser. */
export const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";

/** The server writes its counts down every three seconds: a double count is there after that. */
const FLUSHED_MS = 3500;
const PATIENCE_MS = 60_000;

/** The sums without their day, such as `call / 1`, in order. */
async function sumsOf(site: Site): Promise<string[]> {
  const { stdout } = await site.server.command("stats", "--format", "csv");
  const [head, ...lines] = stdout.trim().split("\n");
  if (head !== "day,event,page,campaign,count") throw new Error(`not a table of sums: ${head}`);
  return lines.map((line) => line.split(",").slice(1).filter(Boolean).join(" ")).sort();
}

/** The sums once there are as many as expected, and once whatever would be counted twice has been. */
export async function sumsOnceCounted(site: Site, expected: number): Promise<string[]> {
  const end = Date.now() + PATIENCE_MS;
  while ((await sumsOf(site)).length < expected && Date.now() < end) await pause(250);
  await pause(FLUSHED_MS);
  return sumsOf(site);
}
