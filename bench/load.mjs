// Shared by the measurements: one request, one run of the load tool, the middle of some numbers.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { promisify } from "node:util";

const run = promisify(execFile);
const TICKS_PER_SECOND = 100;

/** @param {string} url @param {Record<string, string>} headers @returns {Promise<{status: number, body: Buffer, headers: import('node:http').IncomingHttpHeaders}>} */
export function get(url, headers) {
  return new Promise((done, fail) => {
    request(url, { headers }, (answer) => {
      const pieces = /** @type {Buffer[]} */ ([]);
      answer
        .on("data", (piece) => pieces.push(piece))
        .on("end", () =>
          done({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(pieces),
            headers: answer.headers,
          }),
        );
    })
      .on("error", fail)
      .end();
  });
}

/** Headers that nginx writes itself, or that belong to one connection. */
const NGINX_WRITES = new Set([
  "content-length",
  "content-type",
  "content-encoding",
  "date",
  "connection",
  "keep-alive",
  "etag",
  "vary",
  "server",
  "last-modified",
  "transfer-encoding",
]);

/** The headers of a response that nginx is told to write too. @param {Record<string, unknown>} headers */
export const passedOn = (headers) =>
  /** @type {[string, string][]} */ (
    Object.entries(headers).filter(
      ([name, value]) =>
        !NGINX_WRITES.has(name) && !name.startsWith(":") && typeof value === "string",
    )
  );

/** CPU seconds that these processes have used, all their threads together. @param {number[]} pids */
export function cpuSeconds(pids) {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

const MILLISECONDS = /** @type {Record<string, number>} */ ({
  us: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
});

/** One run of the load tool (wrk): CPU microseconds a request, requests a second, the 99th percentile in milliseconds.
 * `script` is a file in Lua that makes the requests.
 * @param {{url: string, pids: number[], headers: string[]}} server @param {{seconds: number, connections: number, script?: string}} run
 * @returns {Promise<{micros: number, rate: number, p99: number}>} */
export async function load(server, { seconds, connections, script }) {
  const before = cpuSeconds(server.pids);
  const words = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    ...(script ? ["-s", script] : []),
    ...server.headers.flatMap((header) => ["-H", header]),
    server.url,
  ];
  const { stdout } = await run("wrk", words);
  const cpu = cpuSeconds(server.pids) - before;
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  if (
    /Non-2xx|Socket errors/.test(stdout) &&
    !server.headers.some((header) => header.startsWith("If-None-Match"))
  )
    throw new Error(stdout);
  const [, number, unit] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(stdout) ?? [];
  const p99 = Number(number) * MILLISECONDS[unit];
  return { micros: (cpu / requests) * 1e6, rate: requests / seconds, p99 };
}

/** @param {number[]} numbers */
export const median = (numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
