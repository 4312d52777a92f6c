// Runs what packaging/compose.yaml describes, without docker: the image with the file's own settings on a real PostgreSQL,
// behind a real Caddy with the very Caddyfile. Only addresses are replaced. Needs root.
import { execFile } from "node:child_process";
import { chmodSync, chownSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT, environment, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { Caddy, HOST } from "../shared/caddy.mjs";
import { Container, Image, USER } from "../shared/container.mjs";
import { Postgres } from "../shared/postgres.mjs";
import { isThanks, referenceIn } from "../shared/send-mail.mjs";

commandLine(
  "What packaging/compose.yaml describes starts, is closed, and loses no request; needs root.",
  {},
);
const run = promisify(execFile);
const { claim, none, end } = claims("compose");
const work = newFolder("compose");
const PASSWORD = "hunter2";
/** The operator's own lines of `.env`. */
const OWN = {
  AMWAJ_VERSION: "9.9.9",
  AMWAJ_SITE_URL: `https://${HOST}`,
  AMWAJ_OTHER_URL: "http://other.invalid",
  AMWAJ_SMTP_URL: `smtps://office:${PASSWORD}@127.0.0.1`,
  AMWAJ_MAIL_TO: "office@amwaj.example",
  AMWAJ_MAIL_FROM: "website@amwaj.example",
};

/** The file as docker-compose understands it. @param {Record<string, string>} own */
async function composed(own) {
  const file = join(work, "env");
  writeFileSync(
    file,
    Object.entries(own)
      .map((pair) => `${pair.join("=")}\n`)
      .join(""),
  );
  const compose = ["docker-compose", "--env-file", file, "config"];
  // Debian's Python has what docker-compose reads YAML with.
  const json = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)";
  const line = `set -o pipefail; "$@" | /usr/bin/python3 -c '${json}'`;
  const { stdout } = await run("bash", ["-c", line, "bash", ...compose], {
    cwd: join(ROOT, "packaging"),
    env: environment({}),
  });
  return JSON.parse(stdout);
}

/** @param {any} file @param {Image} image */
async function checkFile({ services }, image) {
  const all = Object.entries(services);
  const open = all.filter(
    ([, { read_only, cap_drop, security_opt, privileged }]) =>
      !read_only || privileged || `${cap_drop} ${security_opt}` !== "ALL no-new-privileges:true",
  );
  none(
    "every root is read-only, and nobody has or gets privileges",
    open.map(([name]) => name),
  );
  const added = all.flatMap(([name, { cap_add = [] }]) =>
    cap_add.map((/** @type {string} */ one) => `${name} ${one}`),
  );
  claim(
    "but the proxy, which listens below 1024",
    added.join() === "proxy NET_BIND_SERVICE",
    added,
  );
  const ports = all.filter(([, { ports: published }]) => published).map(([name]) => name);
  claim("only the proxy can be reached", ports.join() === "proxy", ports);
  claim("the database has no network", services.database.network_mode === "none");
  none(
    "everything has a health check",
    all.filter(([, one]) => !one.healthcheck?.test).map(([name]) => name),
  );
  const waits = ["proxy", "site"].flatMap((name) =>
    Object.entries(services[name].depends_on).map(
      ([other, { condition }]) => `${name} ${other} ${condition}`,
    ),
  );
  claim(
    "the proxy waits for the site, and that for the database, to be well",
    waits.join() === "proxy site service_healthy,site database service_healthy",
    waits,
  );
  const { Healthcheck, Volumes } = image.config.config;
  claim(
    "the site's health check is the image's",
    services.site.healthcheck.test.join() === Healthcheck.Test.join(),
  );
  const mounted = services.site.volumes.map((/** @type {string} */ one) => one.split(":")[1]);
  claim(
    "its data folder is a volume",
    Object.keys(Volumes).every((path) => mounted.includes(path)),
  );
  claim(
    "its image is the one that is built",
    image.names.join() === services.site.image,
    services.site.image,
  );
  const address = services.proxy.networks.inside.ipv4_address;
  claim(
    "it trusts the proxy alone",
    services.site.environment.AMWAJ_TRUSTED_PROXIES === address,
    address,
  );
  for (const name of Object.keys(OWN)) {
    const refused = await composed({ ...OWN, [name]: "" }).catch(({ stderr }) => stderr);
    claim(`without ${name} nothing starts`, String(refused).includes("Missing mandatory value"));
  }
}

/** The PostgreSQL that the file describes, as far as the site sees it: its socket, its user and its database. */
async function startDatabase() {
  const postgres = await Postgres.open();
  chmodSync(postgres.folder, 0o755);
  symlinkSync(`.s.PGSQL.${postgres.port}`, join(postgres.folder, ".s.PGSQL.5432"));
  const server = `--host=127.0.0.1 --port=${postgres.port} --username=amwaj`.split(" ");
  await run(join(postgres.programs, "createdb"), [...server, "amwaj"]);
  return postgres;
}

/** A request with a mail of its own is tried again sooner. */
const SUMMARY_MS = 5 * 60_000;

/** Two visitors, and one who makes up an address. @param {Container} site @param {Caddy} proxy */
async function checkVisitors(site, proxy) {
  const [busy, other] = ["127.0.0.2", "127.0.0.3"];
  const first = await proxy.post(busy);
  claim("a request through the proxy is thanked for", isThanks(first), first.status);
  claim("browsers are told to stay with https", "strict-transport-security" in first.headers);
  // Those that the visitor and the site may still have mailed at once.
  for (let more = 0; more < 34; more += 1) await proxy.post(busy);
  const exported = () => JSON.parse(site.exec("leads", "export", "--format", "json"));
  const isSummedUp = async (/** @type {string} */ from, headers = {}) => {
    const { text } = await proxy.post(from, headers);
    const reference = referenceIn(text);
    const lead = exported().find((/** @type {any} */ one) => one.reference === reference);
    const wait =
      Date.parse(lead.mail_next_try_at ?? lead.received_at) - Date.parse(lead.received_at);
    return wait > SUMMARY_MS;
  };
  claim("beyond its limit a visitor's is in the summary mail", await isSummedUp(busy));
  claim("another visitor's is not", !(await isSummedUp(other)));
  const madeUp = { "X-Forwarded-For": "203.0.113.9", Forwarded: "for=203.0.113.9" };
  claim("an address that a visitor makes up isn't believed", await isSummedUp(busy, madeUp));
  const stored = exported().length;
  claim("all are in the database", stored === proxy.posted, { stored, posted: proxy.posted });
  const plain = await fetch(`http://127.0.0.1:${proxy.httpPort}/`, { redirect: "manual" });
  claim("http leads to https", plain.status === 308, plain.headers.get("location"));
}

/** @param {any} file @param {Image} image @param {Postgres} postgres @param {string} data the folder of the volume */
async function serve(file, image, postgres, data) {
  const sitePort = await freePort();
  const { environment: settings, tmpfs } = file.services.site;
  const options = {
    image,
    env: {
      ...settings,
      AMWAJ_LISTEN: `127.0.0.1:${sitePort}`,
      AMWAJ_TRUSTED_PROXIES: "127.0.0.1",
      // Its content is the company's to finish.
      AMWAJ_ALLOW_SAMPLES: "true",
    },
    volumes: { "/var/lib/amwaj": data, "/var/run/postgresql": postgres.folder },
    tmpfs,
  };
  const proxy = await Caddy.start(sitePort);
  let site = new Container(options);
  try {
    await site.ready(`http://127.0.0.1:${sitePort}/healthz`);
    await checkVisitors(site, proxy);
    await site.stop();
    site.remove();
    const waiting = proxy.post("127.0.0.4");
    await pause(1_000);
    site = new Container(options);
    const after = await waiting;
    claim("one that comes while the site restarts waits, and is thanked for", isThanks(after));
    await postgres.kill();
    const meanwhile = await proxy.post("127.0.0.5");
    claim("one that comes while the database is away is thanked for", isThanks(meanwhile));
    await site.stop();
    claim("no password is in the log", site.log !== "" && !site.log.includes(PASSWORD));
  } finally {
    await site.stop();
    site.remove();
    await proxy.stop();
  }
}

const data = newFolder("volume");
chownSync(data, USER, USER);
/** @type {Postgres | undefined} */
let postgres;
try {
  const image = await Image.build(work, OWN.AMWAJ_VERSION);
  const file = await composed(OWN);
  await checkFile(file, image);
  const mistakes = await Caddy.mistakes();
  claim("Caddy finds no mistake in the Caddyfile", mistakes === "", mistakes || undefined);
  postgres = await startDatabase();
  await serve(file, image, postgres, data);
} catch (error) {
  claim("the check came to its end", false, String(error));
} finally {
  await postgres?.stop();
  for (const folder of [work, data]) rmSync(folder, { recursive: true, force: true });
}
end();
