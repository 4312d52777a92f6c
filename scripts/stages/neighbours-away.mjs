// Boots a server for each neighbour that is away for a minute: an address of its own that comes later (as a VPN's), the
// name server, the database, and the certificate authority. Pages are there at once, every request is taken, and all is
// well a moment after the neighbour is. Needs root, pebble and pebble-challtestsrv.
import { execFile, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Amwaj, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { Authority, ask, HOST } from "../shared/authority.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

const options = commandLine("Starts the server while each of its neighbours is away (R45, R46).", {
  away: [60, "for how many seconds"],
});
const UP_MS = 2000;
const BACK_MS = 10_000;
const LATER_ADDRESS = "10.99.0.1";
const NAME_SERVER = "127.0.0.99";
/** Gives a process a name server of its own, whose file comes next. */
const WITH_NAMES = [
  ...["unshare", "--mount", "sh", "-c"],
  'mount --bind "$0" /etc/resolv.conf && exec "$@"',
];

// Pebble would wait for up to 15 s before it looks at a name.
process.env.PEBBLE_VA_NOSLEEP = "1";

const run = promisify(execFile);
const out = claims(`neighbours-away: each of four away for ${options.away} s during a start`);
const folder = newFolder("neighbours");
const site = { AMWAJ_SITE_URL: `https://${HOST}` };

/**
 * @typedef {object} Neighbour
 * @property {string} name
 * @property {import("../shared/amwaj.mjs").Start} start
 * @property {() => unknown} comes
 * @property {(server: Amwaj, thanked: string[]) => Promise<unknown>} isBack
 * @property {() => unknown} leaves
 */

/** @param {Neighbour} neighbour */
async function startWithout({ name, start, comes, isBack, leaves }) {
  const began = performance.now();
  const server = await Amwaj.start({ ...start, wait: false });
  try {
    await server.ready(options.away * 1000);
    const up = performance.now() - began;
    out.claim(`without ${name}, pages are there within 2 s`, up <= UP_MS, `${up | 0} ms`);
    const [thanked, refused] = await postFor(server, name);
    out.claim(`without ${name}, every request is taken (R46)`, refused.length === 0, [
      thanked.length,
      ...refused.slice(0, 2),
    ]);
    await comes();
    const back = performance.now();
    const took = () => performance.now() - back;
    while (!(await isBack(server, thanked).catch(() => false)) && took() < 6 * BACK_MS)
      await pause(100);
    out.claim(`${name} is in use within 10 s`, took() <= BACK_MS, `${took() | 0} ms`);
  } finally {
    if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-3000));
    await server.stop();
    await leaves();
  }
}

/** One request a second. @param {Amwaj} server @param {string} name */
async function postFor(server, name) {
  const [thanked, refused] = /** @type {string[][]} */ ([[], []]);
  const end = performance.now() + options.away * 1000;
  for (let number = 0; performance.now() < end; number += 1) {
    const lead = {
      name: `${name} ${number}`,
      phone: `+971 50 123 ${4000 + number}`,
      service: "Plumbing Services",
    };
    const answer = await sendMail(server.url, lead).catch((error) => String(error));
    if (typeof answer !== "string" && isThanks(answer)) thanked.push(lead.name);
    else refused.push(JSON.stringify(answer));
    await pause(1000);
  }
  return [thanked, refused];
}

async function address() {
  const port = await freePort();
  await startWithout({
    name: "the admin address",
    start: { env: { ...site, AMWAJ_ADMIN_LISTEN: `${LATER_ADDRESS}:${port}` } },
    comes: () => run("ip", ["address", "add", `${LATER_ADDRESS}/32`, "dev", "lo"]),
    isBack: async () => (await fetch(`http://${LATER_ADDRESS}:${port}/healthz`)).ok,
    leaves: () => run("ip", ["address", "delete", `${LATER_ADDRESS}/32`, "dev", "lo"]),
  });
}

async function nameServer() {
  const inbox = await new MailServer(await freePort()).open();
  const file = join(folder, "resolv.conf");
  writeFileSync(file, `nameserver ${NAME_SERVER}\noptions timeout:1 attempts:1\n`);
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let names;
  const mailed = (/** @type {string} */ name) => inbox.mails.some(({ raw }) => raw.includes(name));
  await startWithout({
    name: "the name server",
    start: {
      under: [...WITH_NAMES, file],
      env: {
        ...site,
        ...inbox.settings,
        AMWAJ_SMTP_URL: `smtp://mail.amwaj.example:${inbox.port}`,
      },
    },
    comes: () => {
      const words = ["-dns01", `${NAME_SERVER}:53`, "-management", "", "-defaultIPv4", "127.0.0.1"];
      const others = ["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""];
      names = spawn("pebble-challtestsrv", [...words, ...others], { stdio: "ignore" });
    },
    isBack: async (_, thanked) => thanked.every(mailed),
    leaves: async () => {
      names?.kill("SIGKILL");
      await inbox.close();
    },
  });
}

async function database() {
  const postgres = await Postgres.open();
  await postgres.kill();
  await startWithout({
    name: "the database",
    start: { env: { ...site, AMWAJ_DATABASE_URL: postgres.url, AMWAJ_JOURNAL: "true" } },
    comes: () => postgres.start(),
    isBack: async (server, thanked) => (await server.leads()).length === thanked.length,
    leaves: () => postgres.stop(),
  });
}

async function authority() {
  const tlsPort = await freePort();
  const pebble = await Authority.prepare(folder, { tlsPort, life: 86_400 });
  await startWithout({
    name: "the certificate authority",
    start: {
      env: {
        ...site,
        AMWAJ_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
        AMWAJ_ACME_CONTACT: "it@amwaj.example",
        AMWAJ_ACME_DIRECTORY: pebble.directory,
        AMWAJ_ACME_ROOT: pebble.ca,
      },
    },
    comes: () => pebble.start(),
    isBack: async () =>
      (await ask({ port: tlsPort, path: "/", ca: await pebble.root() })).status === 200,
    leaves: () => pebble.close(),
  });
}

try {
  await Promise.all([address(), nameServer(), database(), authority()]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
out.end();
