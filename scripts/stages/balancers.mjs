// Two servers on one PostgreSQL behind the nginx and the Caddy of packaging/balancers: both are updated one after the
// other, and one is killed, while visitors post and open pages. Counts what they noticed.
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { Amwaj, ROOT, environment, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { CADDY } from "../shared/caddy.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { keepPosting } from "../shared/visitors.mjs";

const options = commandLine(
  "Updates and kills servers behind nginx and Caddy, and checks that visitors notice nothing (R46, R47).",
  {
    posters: [8, "how many post at the same time"],
    think: [100, "milliseconds a visitor waits between two requests"],
  },
);
/** The addresses in the files. */
const SERVERS = ["10.0.0.1:8080", "10.0.0.2:8080"];

/** @param {string} name @param {Amwaj[]} nodes */
function settings(name, nodes) {
  const text = readFileSync(join(ROOT, "packaging/balancers", name), "utf8");
  return SERVERS.reduce(
    (all, server, number) => all.replaceAll(server, `127.0.0.1:${nodes[number].port}`),
    text,
  );
}

/** Ways to start each of them: only addresses are replaced, and TLS is left out. */
const BALANCERS = {
  nginx: (
    /** @type {Amwaj[]} */ nodes,
    /** @type {string} */ folder,
    /** @type {number} */ port,
  ) => {
    const site = settings("nginx.conf", nodes)
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} default_server;`)
      .replace("listen 80;", `listen unix:${folder}/plain;`)
      .replace(/^ *ssl_.*$/gm, "");
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (what) => `${what}_temp_path ${folder}/${what};`,
    );
    const file = join(folder, "nginx.conf");
    writeFileSync(
      file,
      `daemon off; user root; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${paths.join(" ")}\n${site}}`,
    );
    return ["/usr/sbin/nginx", "-c", file, "-p", folder];
  },
  Caddy: (
    /** @type {Amwaj[]} */ nodes,
    /** @type {string} */ folder,
    /** @type {number} */ port,
  ) => {
    const file = join(folder, "Caddyfile");
    const site = settings("Caddyfile", nodes).replace(
      "www.example.com, example.com {",
      `http://127.0.0.1:${port} {`,
    );
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
    return [CADDY, "run", "--adapter", "caddyfile", "--config", file];
  },
};

/** Opens the home page and all that it is made of, again and again. @param {string} url @param {{over: boolean}} day */
async function keepReading(url, day) {
  const seen = { pages: 0, failed: /** @type {string[]} */ ([]) };
  const open = async (/** @type {string} */ path) => {
    const answer = await fetch(`${url}${path}`).catch((error) => ({ status: String(error.cause) }));
    if (answer.status !== 200) seen.failed.push(`${path}: ${answer.status}`);
    return answer instanceof Response ? answer.text() : "";
  };
  while (!day.over) {
    const page = await open("/");
    const files = new Set(page.match(/\/(assets|media)\/[\w./-]+/g));
    await Promise.all([...files].map(open));
    seen.pages += 1;
    await pause(100);
  }
  return seen;
}

/** Events on the servers meanwhile. @param {Amwaj[]} nodes */
async function updatesAndAKill(nodes) {
  for (const node of nodes) {
    await pause(1000);
    node.process?.kill("SIGTERM");
    await node.ended;
    await pause(500);
    node.launch();
    await node.ready(30_000);
    // A balancer looks again after two seconds.
    await pause(2500);
  }
  await nodes[0].crash();
  await pause(1000);
  nodes[0].launch();
  await nodes[0].ready(30_000);
  await pause(2500);
}

/** @param {keyof typeof BALANCERS} name */
async function check(name) {
  const out = claims(`balancers: two servers behind ${name}, ${options.posters} posters`);
  const folder = newFolder("balancer");
  const postgres = await Postgres.open();
  const env = { AMWAJ_DATABASE_URL: postgres.url, AMWAJ_JOURNAL: "true" };
  const folders = [newFolder("node"), newFolder("node")];
  const nodes = await Promise.all(folders.map((data) => Amwaj.start({ data, env })));
  const port = await freePort();
  const [command, ...words] = BALANCERS[name](nodes, folder, port);
  const balancer = spawn(command, words, {
    env: environment({ HOME: folder, XDG_DATA_HOME: folder }),
    stdio: "ignore",
  });
  const ended = new Promise((done) => balancer.once("exit", done));
  const url = `http://127.0.0.1:${port}`;
  try {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await fetch(url).catch(() => undefined))?.ok) break;
      await pause(100);
    }
    const day = { over: false };
    const reading = keepReading(url, day);
    // Those with even numbers have keys, as browsers do. From one address so many would be a flood.
    const posting = Array.from({ length: options.posters }, (_, poster) => {
      const localAddress = `127.0.1.${poster + 1}`;
      const agent = () => new Agent({ keepAlive: true, maxSockets: 1, localAddress });
      return keepPosting(2 * poster, [{ url, agent }], day, options.think);
    });
    await updatesAndAKill(nodes);
    day.over = true;
    const [read, seen] = [await reading, await Promise.all(posting)];
    const stored = (await nodes[0].leads()).map((lead) => lead.name);
    const acknowledged = seen.flatMap((poster) => poster.acknowledged);
    const refused = seen.flatMap((poster) => poster.refused);
    const cutOff = seen.reduce((sum, poster) => sum + poster.unanswered, 0);
    const lost = acknowledged.filter((name) => !stored.includes(name));
    const twice = stored.length - new Set(stored).size;
    out.note(`${acknowledged.length} requests acknowledged, ${read.pages} pages opened`);
    out.claim("requests refused or cut off: 0", refused.length + cutOff === 0, [
      refused[0],
      cutOff,
    ]);
    out.claim("R47 acknowledged leads lost: 0", lost.length === 0, lost.slice(0, 3));
    out.claim("R46 leads stored twice: 0", twice === 0, twice);
    out.claim(
      "pages and files that didn't come: 0",
      read.failed.length === 0,
      read.failed.slice(0, 3),
    );
    out.claim(
      "both were used, so the test means something",
      acknowledged.length > 100 && read.pages > 10,
    );
  } finally {
    balancer.kill("SIGTERM");
    await ended;
    await Promise.all(nodes.map((node) => node.stop()));
    await postgres.stop();
    for (const one of [folder, ...folders]) rmSync(one, { recursive: true, force: true });
  }
  out.end();
}

for (const name of /** @type {(keyof typeof BALANCERS)[]} */ (Object.keys(BALANCERS)))
  await check(name);
