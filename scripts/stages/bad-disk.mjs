// A disk that is full, and a disk that has become read-only: nothing is acknowledged that is not kept, pages are
// served on, and the server goes on by itself where that is possible. Mounts two small disks, so it needs root.
import { execFile } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Amwaj, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

const options = commandLine("Requests on a full disk and on one that went read-only (R45, R47).", {
  requests: [20, "how many are posted in each state"],
});
const run = promisify(execFile);
const RED = "Error submitting request. Please try again or call us directly.";
const out = claims("bad-disk: a full disk, and one that went read-only");
const place = newFolder("disks");
const acknowledged = /** @type {string[]} */ ([]);
let number = 0;

/** Posts as several visitors, one after another. @param {Amwaj} server */
async function post(server) {
  const answers = [];
  for (let one = 0; one < options.requests; one += 1) {
    number += 1;
    const name = `Visitor ${number}`;
    const lead = { name, phone: "050", service: "Plumbing Services", message: "x".repeat(9000) };
    const answer = await sendMail(server.url, lead);
    if (isThanks(answer)) acknowledged.push(name);
    answers.push(answer);
  }
  return answers;
}

/** Requests that were thanked for and are not stored. @param {Amwaj} server */
async function lost(server) {
  const stored = new Set((await server.leads()).map(({ name }) => name));
  return acknowledged.filter((name) => !stored.has(name));
}

/** @param {string} when @param {Amwaj} server */
async function pagesAreServed(when, server) {
  const pages = await Promise.all(["/", "/privacy"].map((path) => fetch(server.url + path)));
  out.claim(
    `${when}, pages are served`,
    pages.every(({ status }) => status === 200),
  );
}

/** @param {string} when @param {import('../shared/send-mail.mjs').Answer[]} answers */
function toldTheTruth(when, answers) {
  const refused = answers.filter((answer) => !isThanks(answer));
  out.note(`${when}: ${refused.length} of ${answers.length} refused`);
  out.claim(
    `R45 ${when}, requests are refused with 503 and the sentence to call`,
    refused.length > 0 && refused.every(({ status, text }) => status === 503 && text === RED),
    refused.find(({ status }) => status !== 503)?.text,
  );
}

/** The number that a visitor is shown is the one in the log. @param {Amwaj} server */
async function leadsToTheLog(server) {
  // As long as the others: a short one may still find room in a page of the database.
  const message = "x".repeat(9000);
  const form = { name: "Sara", phone: "050", service: "Plumbing Services", message };
  const asks = [
    { headers: { "Content-Type": "application/json" }, body: JSON.stringify(form) },
    { body: new URLSearchParams(form) },
  ];
  for (const ask of asks) {
    const answer = await fetch(`${server.url}/sendMail.php`, { method: "POST", ...ask });
    const id = answer.headers.get("X-Request-Id") ?? "none";
    const linesOf = () => server.log.split("\n").filter((line) => line.includes(`"id":"${id}"`));
    const failed = () => linesOf().find((line) => /"level":"ERROR".*not stored/.test(line));
    // It comes through a pipe, which may be later than the answer.
    for (let tries = 0; tries < 50 && !failed(); tries += 1) await pause(100);
    out.claim(
      "a visitor's number leads to the line in the log that says what failed",
      failed() !== undefined,
      failed() ?? { status: answer.status, id, lines: linesOf() },
    );
    const page = await answer.text();
    if (!("headers" in ask)) out.claim("a page without scripts shows it", page.includes(id), id);
  }
}

/** A first start that finds no room ends with why, and a later one is whole. */
async function fullFromTheStart() {
  const data = join(place, "full-from-the-start");
  mkdirSync(data);
  // Room for the file and its index, not for the tables.
  await run("mount", ["-t", "tmpfs", "-o", "size=200k", "tmpfs", data]);
  const server = new Amwaj(await freePort(), await freePort(), { data });
  try {
    const started = await server.command("serve").catch((error) => error);
    out.note(started.stderr?.trim().split("\n").at(-1));
    out.claim(
      "a first start on a full disk says that it is full",
      started.code === 1 && started.stderr.includes("disk is full"),
    );
    await run("mount", ["-o", "remount,size=24m", data]);
    server.launch();
    await server.ready();
    out.claim("with room, the first start is whole", (await post(server)).every(isThanks));
  } finally {
    await server.stop();
    await run("umount", [data]);
  }
}

async function full() {
  const data = join(place, "full");
  mkdirSync(data);
  await run("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", data]);
  const server = await Amwaj.start({ data, env: { AMWAJ_LOG: "error", AMWAJ_LOG_FORMAT: "json" } });
  try {
    await post(server);
    const filler = join(data, "filler");
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(4096));
    } catch {
      // Full.
    }
    toldTheTruth("on a full disk", await post(server));
    await pagesAreServed("on a full disk", server);
    await leadsToTheLog(server);
    rmSync(filler);
    const after = await post(server);
    out.claim("R47 with room again, every request is taken", after.every(isThanks));
    const gone = await lost(server);
    out.claim("R47 acknowledged leads lost: 0", gone.length === 0, gone);
  } finally {
    await server.stop();
    await run("umount", [data]);
  }
}

async function readOnly() {
  const [image, data] = [join(place, "image"), join(place, "read-only")];
  mkdirSync(data);
  writeFileSync(image, Buffer.alloc(64 << 20));
  await run("mkfs.ext4", ["-q", image]);
  await run("mount", ["-o", "loop", image, data]);
  const server = await Amwaj.start({ data, env: { AMWAJ_LOG: "error" } });
  try {
    await post(server);
    // The kernel does this to a disk on which it has found a fault.
    await run("mount", ["-o", "remount,abort", data]);
    toldTheTruth("on a read-only disk", await post(server));
    await pagesAreServed("on a read-only disk", server);
    await server.crash();
    const again = await new Amwaj(server.port, server.port, { data })
      .command("serve")
      .catch((error) => error);
    out.note(again.stderr.trim().split("\n").at(-1));
    out.claim(
      "a start on a read-only disk says why it cannot be",
      again.code === 1 && again.stderr.includes(data),
    );
    await run("umount", [data]);
    await run("e2fsck", ["-y", image]).catch(() => undefined);
    await run("mount", ["-o", "loop", image, data]);
    server.launch();
    await server.ready();
    const after = await post(server);
    out.claim("R47 on the mended disk, every request is taken", after.every(isThanks));
    const gone = await lost(server);
    out.claim("R47 acknowledged leads lost: 0", gone.length === 0, gone);
  } finally {
    await server.stop();
    await run("umount", [data]).catch(() => undefined);
  }
}

try {
  await fullFromTheStart();
  acknowledged.length = 0;
  await full();
  acknowledged.length = 0;
  await readOnly();
} finally {
  rmSync(place, { recursive: true, force: true });
}
out.end();
