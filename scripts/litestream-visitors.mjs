// Visitors of a site that Litestream copies: when each was thanked, and whether the copy has their requests.
import { Agent } from "node:http";
import { pause } from "./amwaj.mjs";
import { SYNC_MS } from "./litestream-process.mjs";
import { isThanks, referenceIn, sendMail } from "./send-mail.mjs";

/** A copy has what was acknowledged so long ago. */
export const BEHIND_MS = SYNC_MS + 1000;

/**
 * Visitors who post to a server, which may be away for a while.
 * @param {{url: string}} server
 * @param {{posters: number, think: number}} how many, and how many milliseconds one waits between two requests
 * @param {Map<string, number>} acknowledged reference → when, Unix milliseconds
 */
export function post(server, { posters, think }, acknowledged) {
  const seen = { longest: 0, refused: /** @type {string[]} */ ([]) };
  let over = false;
  /** @param {number} poster */
  const visitor = async (poster) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let number = 0; !over; number += 1) {
      const lead = {
        name: `Visitor ${poster}-${number}`,
        phone: `+971 50 ${100 + poster} ${1000 + number}`,
      };
      const began = performance.now();
      const answer = await sendMail(
        server.url,
        { ...lead, service: "Plumbing Services" },
        undefined,
        agent,
      ).catch(() => undefined);
      if (answer && isThanks(answer)) acknowledged.set(referenceIn(answer.text) ?? "", Date.now());
      else if (answer) seen.refused.push(`${answer.status} ${answer.text}`);
      if (answer) seen.longest = Math.max(seen.longest, performance.now() - began);
      await pause(think);
    }
    agent.destroy();
  };
  const visitors = Array.from({ length: posters }, (_, poster) => visitor(poster));
  const stop = async () => {
    over = true;
    await Promise.all(visitors);
  };
  return { seen, stop };
}

/** What the restored copy lacks. @param {Map<string, number>} acknowledged @param {Map<string, string>} restored @param {number} killedAt */
export function compare(acknowledged, restored, killedAt) {
  const before = [...acknowledged].filter(([, at]) => at <= killedAt);
  const missing = before.filter(([reference]) => !restored.has(reference));
  return {
    missing: missing.length,
    late: missing.filter(([, at]) => at <= killedAt - BEHIND_MS).length,
    lastSecond: missing.filter(([, at]) => at > killedAt - 1000).length,
    ofLastSecond: before.filter(([, at]) => at > killedAt - 1000).length,
    behind: Math.max(0, ...missing.map(([, at]) => killedAt - at)),
  };
}
