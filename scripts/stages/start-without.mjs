// A server is started for the first time while its PostgreSQL is away: visitors get pages and are thanked, and when it is
// back, the tables, the first posts and the requests are in it. So it is with a database that goes away between two steps
// of a start.
import { createConnection, createServer } from "node:net";
import { rmSync } from "node:fs";
import { Amwaj, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";

const options = commandLine(
  "Starts the server while its PostgreSQL is away, or goes away meanwhile (R46).",
  {
    places: [
      12,
      "at how many moments of a start the database goes away; 1000 for each of its answers",
    ],
  },
);
/** Against hanging: a start asks a database that is away once, for 1.5 s. */
const START_MS = 20_000;
const SITE = "https://www.amwaj.example";

const out = claims("start-without: a server starts while its PostgreSQL is away");
const postgres = await Postgres.open();
const inbox = await new MailServer(await freePort()).open();

/** Passes bytes on to the database, and nothing more after so many packets of it. */
class Wire {
  answers = 0;
  most = Number.POSITIVE_INFINITY;

  async open() {
    this.port = await freePort();
    this.server = createServer((near) => {
      const far = createConnection(postgres.port, "127.0.0.1");
      for (const [one, other] of [
        [near, far],
        [far, near],
      ])
        one.on("error", () => other.destroy()).on("close", () => other.destroy());
      near.on("data", (bytes) => far.write(bytes));
      far.on("data", (bytes) => {
        this.answers += 1;
        if (this.answers > this.most) near.destroy();
        else near.write(bytes);
      });
    });
    await new Promise((done) => this.server?.listen(this.port, "127.0.0.1", () => done(undefined)));
    return this;
  }

  get url() {
    return `postgres://amwaj@127.0.0.1:${this.port}/postgres`;
  }
}

/** @param {string} data @param {string} url */
const start = (data, url) =>
  Amwaj.start({
    data,
    env: {
      ...inbox.settings,
      AMWAJ_DATABASE_URL: url,
      AMWAJ_JOURNAL: "true",
      AMWAJ_SITE_URL: SITE,
    },
    wait: false,
  });

/** Waits until something holds, up to 30 s. @param {() => Promise<boolean>} holds */
async function within30s(holds) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds().catch(() => false)) return true;
    await pause(100);
  }
  return false;
}

/** @param {string} name */
const lead = (name) => ({ name, phone: "+971 50 123 4567", service: "Plumbing Services" });

async function firstStart() {
  const data = newFolder("without");
  await postgres.kill();
  const began = performance.now();
  const server = await start(data, postgres.url);
  try {
    const up = await server.ready().catch((error) => String(error));
    const took = performance.now() - began;
    out.claim("without the database it starts", up === server && took < START_MS, `${took | 0} ms`);
    const thanks = await sendMail(server.url, lead("سارة الهاشمي")).catch(() => undefined);
    out.claim(
      "R47 and a visitor is thanked",
      thanks !== undefined && isThanks(thanks),
      thanks?.text,
    );
    await postgres.start();
    const blog = async () =>
      (await (await fetch(`${server.url}/blogs`)).text()).includes("/blogs/");
    out.claim("when it is back, the first posts are there", await within30s(blog));
    out.claim("the journal is empty", (await server.journalEmpty(30_000)) !== undefined);
    const stored = (await server.leads()).map(({ name }) => name);
    out.claim("R46 the request is in the database", stored.join() === "سارة الهاشمي", stored);
    const mailed = async () => inbox.mails.some(({ raw }) => raw.includes(`${SITE}/answered/`));
    out.claim("and mailed, with links for staff", await within30s(mailed));
  } finally {
    if (process.exitCode || process.env.SHOW_LOG) console.log(server.log.slice(-3000));
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** @param {Wire} wire @param {number} most */
async function cutAfter(wire, most) {
  const data = newFolder("cut");
  wire.answers = 0;
  wire.most = most;
  const server = await start(data, wire.url);
  try {
    await server.ready();
    const reached = wire.answers;
    wire.most = Number.POSITIVE_INFINITY;
    const thanks = await sendMail(server.url, lead(`Cut ${most}`));
    return { reached, up: isThanks(thanks) };
  } catch (error) {
    return { reached: wire.answers, up: false, why: String(error).slice(-300) };
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

try {
  await firstStart();
  const wire = await new Wire().open();
  // The first start also keeps the site's files in the database.
  await cutAfter(wire, Number.POSITIVE_INFINITY);
  const whole = await cutAfter(wire, Number.POSITIVE_INFINITY);
  const places = Math.min(options.places, whole.reached);
  const broken = [];
  let cut = 0;
  for (let place = 0; place < places; place += 1) {
    const most = Math.floor((place * whole.reached) / places);
    const { reached, up, why } = await cutAfter(wire, most);
    if (!up) broken.push(`after ${most} of ${whole.reached}: ${why}`);
    if (reached > most) cut += 1;
  }
  out.note(
    `a start reads ${whole.reached} pieces from the database; it went away after ${cut} of ${places} numbers of them`,
  );
  out.none("wherever the database goes away during a start, the site is up", broken);
  out.claim("and it did go away during most of them", cut > places / 2, cut);
  wire.server?.close();
} finally {
  await inbox.close();
  await postgres.stop();
}
out.end();
