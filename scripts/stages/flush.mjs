// Looks with strace whether the disk was told to keep each request before its visitor was thanked.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Amwaj, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

const options = commandLine(
  "Posts one request after another under strace: read of the request, then a flush, then its 200 (R47).",
  { requests: [25, "how many are posted"], trace: ["", "read this trace instead of making one"] },
);
const CALLS =
  "read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,fsync,fdatasync,sync_file_range,msync";

/**
 * A call in a trace: its text, and the lines where it began and ended (another thread may come between).
 * @typedef {{call: string, text: string, began: number, ended: number}} Call
 * @param {string} trace @returns {Call[]}
 */
function callsOf(trace) {
  const open = new Map();
  const calls = [];
  for (const [at, line] of trace.split("\n").entries()) {
    const [, thread, rest] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!thread) continue;
    if (rest.endsWith("<unfinished ...>")) {
      open.set(thread, { text: rest.replace(/\s*<unfinished \.\.\.>$/, ""), began: at });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const start = resumed ? (open.get(thread) ?? { text: "", began: at }) : { text: "", began: at };
    const text = start.text + (resumed ? resumed[1] : rest);
    calls.push({ call: /^(\w+)\(/.exec(text)?.[1] ?? "", text, began: start.began, ended: at });
  }
  return calls;
}

const READS = /^(read|readv|recvfrom|recvmsg)$/;
const WRITES = /^(write|writev|sendto|sendmsg)$/;
const FLUSHES = /^(fsync|fdatasync)$/;

/** The flushes that began after a request arrived and ended before its answer. @param {Call[]} calls @param {string} mark a text only this request has */
function flushesBeforeAnswer(calls, mark) {
  const arrival = calls.find(({ call, text }) => READS.test(call) && text.includes(mark));
  if (!arrival) return { arrived: false, answered: false, flushes: [] };
  const answers = calls.filter(
    ({ call, text, began }) =>
      began > arrival.ended && WRITES.test(call) && text.includes("HTTP/1.1 200"),
  );
  const answer = Math.min(...answers.map(({ began }) => began));
  const flushes = calls.filter(
    ({ call, text, began, ended }) =>
      FLUSHES.test(call) && /= 0\b/.test(text) && began > arrival.ended && ended < answer,
  );
  return { arrived: true, answered: answers.length > 0, flushes: flushes.map(({ text }) => text) };
}

/** @param {string} trace the file to write */
async function makeTrace(trace) {
  // -D: strace watches from the side, so that signals reach the server itself.
  const under = ["strace", "-D", "-f", "-y", "-s", "4096", "-e", `trace=${CALLS}`, "-o", trace];
  const server = await Amwaj.start({ under, env: { AMWAJ_LOG: "warn" } });
  try {
    await pause(1000);
    for (let number = 0; number < options.requests; number += 1) {
      const answer = await sendMail(server.url, {
        name: "Sara",
        phone: "+971501234567",
        service: "Plumbing Services",
        message: `mark-${number}-end`,
      });
      if (!isThanks(answer))
        throw new Error(`request ${number} was answered ${answer.status} ${answer.text}`);
    }
    await pause(500);
  } finally {
    await server.stop();
  }
}

const { claim, note, end } = claims(`flush: ${options.requests} requests under strace`);
const folder = mkdtempSync(join(tmpdir(), "amwaj-trace-"));
const trace = options.trace || join(folder, "trace");
if (!options.trace) await makeTrace(trace);
if (!existsSync(trace)) throw new Error("strace wrote nothing");
const calls = callsOf(readFileSync(trace, "latin1"));
const seen = Array.from({ length: options.requests }, (_, number) =>
  flushesBeforeAnswer(calls, `mark-${number}-end`),
);
const without = seen.flatMap((one, number) => (one.flushes.length === 0 ? [number] : []));
claim(
  "every request and its 200 can be seen in the trace",
  seen.every((one) => one.arrived && one.answered),
);
claim(
  "R47 a flush ended between each request and its 200",
  without.length === 0,
  without.length ? { without } : undefined,
);
note(`first of them: ${seen[0]?.flushes[0] ?? "none"}`);
rmSync(folder, { recursive: true, force: true });
end();
