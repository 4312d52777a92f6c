// Visitors who send one request after another, and the count of what became of them in the end.
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { pause } from "./amwaj.mjs";
import { isThanks, sendMail } from "./send-mail.mjs";

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). @param {number} seed */
export function chances(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A visitor's record before the first request. */
export function nothingSeen() {
  return {
    acknowledged: /** @type {string[]} */ ([]),
    unanswered: 0,
    repeated: 0,
    refused: /** @type {string[]} */ ([]),
  };
}

/**
 * One visitor after another. Those with a key repeat a request whose answer got lost, at the next node if there are
 * several; those without cannot.
 * @param {number} poster @param {{url: string, agent?: () => Agent}[]} nodes @param {{over: boolean}} day @param {number} think milliseconds between two requests
 * @param {ReturnType<typeof nothingSeen>} [seen] what was seen so far, for whoever wants to look meanwhile
 */
export async function keepPosting(poster, nodes, day, think, seen = nothingSeen()) {
  const agent = nodes[0].agent?.() ?? new Agent({ keepAlive: true, maxSockets: 1 });
  const withKey = poster % 2 === 0;
  let node = poster;
  for (let number = 0; !day.over; number += 1) {
    const name = `Visitor ${poster}-${number}`;
    const lead = {
      name,
      phone: `+971 50 ${100 + poster} ${1000 + number}`,
      service: "Plumbing Services",
      message: `token:${poster}-${number}:`,
    };
    const key = withKey ? randomUUID() : undefined;
    for (;;) {
      try {
        const answer = await sendMail(nodes[node % nodes.length].url, lead, key, agent);
        if (isThanks(answer)) seen.acknowledged.push(name);
        else seen.refused.push(`${answer.status} ${answer.text}`);
        break;
      } catch {
        seen.unanswered += 1;
        node += 1;
        await pause(20);
        if (!withKey || day.over) break;
        seen.repeated += 1;
      }
    }
    await pause(think);
  }
  agent.destroy();
  return seen;
}

/**
 * Reads one page after another, at each node in turn, until the day is over.
 * @param {{url: string}[]} nodes @param {{over: boolean}} day
 */
export async function keepReading(nodes, day) {
  const seen = { count: 0, failed: 0, longest: 0 };
  for (let turn = 0; !day.over; turn += 1) {
    const began = performance.now();
    const answer = await fetch(`${nodes[turn % nodes.length].url}/contact-us`).catch(() => null);
    await answer?.arrayBuffer();
    seen.longest = Math.max(seen.longest, performance.now() - began);
    seen.count += 1;
    if (answer?.status !== 200) seen.failed += 1;
    await pause(10);
  }
  return seen;
}

/**
 * Waits until every stored lead has been mailed.
 * @param {string[]} names @param {{mails: {raw: string}[]}} inbox @param {number} seconds
 */
export async function mailsPerLead(names, inbox, seconds) {
  const end = Date.now() + seconds * 1000;
  let counted = new Map();
  do {
    await pause(500);
    counted = new Map(names.map((name) => [name, 0]));
    for (const mail of inbox.mails) {
      const name = /Visitor \d+-\d+/.exec(mail.raw)?.[0] ?? "";
      if (counted.has(name)) counted.set(name, counted.get(name) + 1);
    }
  } while (Date.now() < end && [...counted.values()].some((count) => count === 0));
  return counted;
}

/**
 * Compares what visitors were told with what is stored and what was mailed, and claims what R46 and R47 promise.
 * @param {Awaited<ReturnType<typeof keepPosting>>[]} seen @param {{name: string}[]} leads
 * @param {{mails: {raw: string}[]}} inbox @param {number} mailwait seconds
 * @param {{claim: (sentence: string, holds: boolean, seen?: unknown) => boolean, note: (line: string) => void}} out
 * @returns {Promise<{acknowledged: number, unanswered: number}>}
 */
export async function tally(seen, leads, inbox, mailwait, { claim, note }) {
  const acknowledged = new Set(seen.flatMap((poster) => poster.acknowledged));
  const unanswered = seen.reduce((sum, poster) => sum + poster.unanswered, 0);
  const repeated = seen.reduce((sum, poster) => sum + poster.repeated, 0);
  const refused = seen.flatMap((poster) => poster.refused);
  const stored = new Map();
  for (const { name } of leads) stored.set(name, (stored.get(name) ?? 0) + 1);
  const lost = [...acknowledged].filter((name) => !stored.has(name));
  const twice = [...stored].filter(([, count]) => count > 1).map(([name]) => name);
  const mails = await mailsPerLead([...stored.keys()], inbox, mailwait);
  const missing = [...mails].filter(([, count]) => count === 0).map(([name]) => name);
  const mailedTwice = [...mails].filter(([, count]) => count > 1).length;
  const some = (/** @type {string[]} */ list) => (list.length ? list.slice(0, 5) : 0);
  note(
    `${acknowledged.size} acknowledged, ${unanswered} requests cut off, ${repeated} of them repeated with their key, ${stored.size} leads stored; mails sent more than once: ${mailedTwice}`,
  );
  claim("R47 no well-formed request was refused", refused.length === 0, refused.slice(0, 3));
  claim("R47 acknowledged leads lost: 0", lost.length === 0, some(lost));
  claim("R46 leads stored twice: 0", twice.length === 0, some(twice));
  claim("mails missing in the end: 0", missing.length === 0, some(missing));
  return { acknowledged: acknowledged.size, unanswered };
}
