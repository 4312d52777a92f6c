// Installs the Debian package in a bare Debian, sets it up against a real mail server and a certificate authority, posts
// requests over https, upgrades and downgrades it meanwhile, and purges it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:https";
import { join } from "node:path";
import { BINARY, ROOT, freePort, newFolder, pause } from "../shared/amwaj.mjs";
import { Authority, ask, HOST, until } from "../shared/authority.mjs";
import { BareDebian, must, run } from "../shared/bare-debian.mjs";
import { claims, commandLine } from "../shared/claims.mjs";
import { MailServer } from "../shared/mail-server.mjs";
import { isThanks, sendMail } from "../shared/send-mail.mjs";
import { keepPosting, tally } from "../shared/visitors.mjs";

commandLine(
  "Install, set up, serve by https, upgrade, downgrade and purge in a bare Debian; needs root.",
  {},
);
if (process.getuid?.() !== 0) {
  console.error("Only root can install a package in a root of its own: run it as root.");
  process.exit(1);
}
/** From `dpkg -i` to a page by https with a request that was mailed, in seconds. */
const MOST_SECONDS = 60;
const PASSWORD = "p@ss: w%40rd/#";
const PASSWORD_FILE = "/root/mail-password";
const INBOX = "office@amwaj.example";
/** Settings that are never written. */
const OTHER = "/root/other.toml";
const SETTINGS = "/etc/amwaj/amwaj.toml";
/** Loopback has millions of addresses: ports 53, 80 and 443 of one are nobody else's. */
const chance = () => 1 + Math.floor(Math.random() * 250);
const ADDRESS = `127.77.${chance()}.${chance()}`;

const { claim, note, end } = claims("packages");
const work = newFolder("packages");
const inbox = new MailServer(await freePort(), "well", {
  user: "leads@amwaj.example",
  password: PASSWORD,
});

/** Checks that need no installation of the package. Makes two versions of it. */
async function look() {
  const deb = async (/** @type {string} */ version, /** @type {string} */ folder = "first") => {
    const script = join(ROOT, "packaging/deb.sh");
    // Not packed: that takes a minute.
    return await must("bash", [script, BINARY, join(work, folder), version, "-Znone"]);
  };
  const [now, later] = [await deb("0.1.0"), await deb("0.2.0")];
  const digest = (/** @type {string} */ file) =>
    createHash("sha256").update(readFileSync(file)).digest("hex");
  claim("two builds are equal bit for bit", digest(now) === digest(await deb("0.1.0", "second")));
  // It takes as long as everything else.
  const lint = run("lintian", [
    "--allow-root",
    "--fail-on=error,warning",
    // A package for a server is packed.
    "--suppress-tags=uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball",
    now,
  ]);
  const { text } = await run("dpkg-deb", ["--contents", now]);
  /** @type {string[]} */
  const pages = text.match(/man1\/amwaj(-\w+)*\.1\.gz/g) ?? [];
  claim(
    "each command has a page of the manual",
    pages.length > 30 && pages.includes("man1/amwaj-setup.1.gz"),
    pages.length,
  );
  const completions = ["completions/amwaj", "_amwaj", "amwaj.fish"];
  claim(
    "three shells complete its commands",
    completions.every((name) => text.includes(name)),
  );
  note(`the package, not packed: ${(readFileSync(now).length / 1e6).toFixed(1)} MB`);
  return { now, later, lint };
}

/** Runs `amwaj setup` with what a person would answer. @param {BareDebian} debian @param {Authority} authority @param {string} more */
function setUp(debian, authority, more = "") {
  debian.write("etc/authority.pem", readFileSync(authority.ca, "utf8"));
  return debian.inside(
    `amwaj setup --domain ${HOST} --mail-server smtp://leads@amwaj.example@127.0.0.1:${inbox.port} \
      --mail-password-file ${PASSWORD_FILE} --send-to ${INBOX} --address ${ADDRESS} \
      --acme-directory ${authority.directory} --acme-root /etc/authority.pem ${more}`,
  );
}

/** Wrong answers are refused, and nothing is written. @param {BareDebian} debian @param {Authority} authority */
async function refuseWrongAnswers(debian, authority) {
  debian.write(PASSWORD_FILE, "wrong\n");
  const mails = inbox.mails.length;
  const tried = (/** @type {string} */ more) =>
    setUp(debian, authority, `--config ${OTHER} ${more}`);
  for (const [sentence, refused, words] of /** @type {const} */ ([
    ["a wrong password", await tried(""), "password are right"],
    ["options that contradict each other", await tried("--behind-proxy"), "cannot be used with"],
  ])) {
    const isTold = refused.code !== 0 && refused.text.includes(words);
    claim(`setup refuses ${sentence} and says so`, isTold, refused.text);
  }
  const isQuiet = debian.read(OTHER) === "" && inbox.mails.length === mails;
  claim("setup has written nothing then, and mailed nobody", isQuiet);
}

/** @param {BareDebian} debian @param {Authority} authority @param {string} file */
async function installAndSetUp(debian, authority, file) {
  const installed = await debian.install(file);
  claim(
    "a bare Debian installs it and is asked nothing",
    installed.code === 0 && installed.text.includes("Next: amwaj setup"),
    installed.text.split("\n").at(-1),
  );
  debian.write(PASSWORD_FILE, `${PASSWORD}\n`);
  const setup = await setUp(debian, authority);
  claim("setup proves its three answers", setup.code === 0, setup.text);
  return setup;
}

/** Checks the results of setup. @param {BareDebian} debian @param {{text: string}} setup */
async function lookAtSetup(debian, setup) {
  const tested = inbox.mails.filter(
    ({ to, raw }) => to.includes(INBOX) && raw.includes("Test mail"),
  );
  claim("setup has sent one test mail", tested.length === 1, tested.length);
  const isTold = setup.text.includes(PASSWORD) || setup.text.includes(encodeURIComponent(PASSWORD));
  claim("setup never shows the password", !isTold);
  const next = [
    "systemctl enable --now amwaj.socket amwaj",
    "amwaj staff invite NAME --role owner",
  ];
  claim(
    "setup says what to type next",
    next.every((line) => setup.text.includes(line)),
  );
  const { text: modes } = await debian.inside(`stat -c '%a %U:%G' ${SETTINGS} /var/lib/amwaj`);
  claim("settings and data are private", modes === "640 root:amwaj\n700 amwaj:amwaj", modes);
  const before = debian.read(SETTINGS);
  const again = await debian.inside("amwaj setup");
  claim(
    "setup overwrites no settings",
    again.code !== 0 && again.text.includes("--replace") && debian.read(SETTINGS) === before,
    again.text,
  );
}

/** @param {BareDebian} debian @param {Authority} authority @param {string} ca @param {string} file */
async function inAMinute(debian, authority, ca, file) {
  const began = Date.now();
  const since = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const setup = await installAndSetUp(debian, authority, file);
  const proved = since();
  debian.start();
  const page = async () => {
    const answer = await ask({ port: 443, path: "/", ca, address: ADDRESS });
    return answer.status === 200 && answer;
  };
  await until("there is a page by https", page, MOST_SECONDS);
  const shown = since();
  const agent = visitorsAgent(ca);
  const lead = {
    name: "Visitor 0-0",
    phone: "+971501234567",
    service: "AC repair",
    message: "token",
  };
  const thanked = isThanks(await sendMail(`https://${HOST}`, lead, undefined, agent));
  agent.destroy();
  const mailed = async () => inbox.mails.some(({ raw }) => raw.includes(lead.name));
  await until("the request is mailed", mailed, MOST_SECONDS);
  const seconds = (Date.now() - began) / 1000;
  claim(
    `a page by https with the authority's certificate, and a request stored and mailed, within ${MOST_SECONDS} s of dpkg -i`,
    thanked && seconds <= MOST_SECONDS,
    `set up after ${proved}, the page after ${shown}, the mail after ${since()}`,
  );
  await lookAtSetup(debian, setup);
  const health = await debian.inside("amwaj health");
  claim("health says that it runs", health.code === 0, health.text);
}

/** Connections to the site's name. @param {string} ca */
const visitorsAgent = (ca) =>
  new Agent({
    keepAlive: true,
    maxSockets: 1,
    ca,
    lookup: (_name, options, done) =>
      options.all ? done(null, [{ address: ADDRESS, family: 4 }]) : done(null, ADDRESS, 4),
  });

/** Other versions are installed while visitors post. @param {BareDebian} debian @param {string} ca @param {{now: string, later: string}} packages */
async function changeVersions(debian, ca, { now, later }) {
  const day = { over: false };
  const nodes = [{ url: `https://${HOST}`, agent: () => visitorsAgent(ca) }];
  const posters = [1, 2, 3, 4].map((poster) => keepPosting(poster, nodes, day, 40));
  await pause(500);
  for (const [sentence, file] of [
    ["upgrade", later],
    ["downgrade", now],
  ]) {
    debian.askedOfSystemd();
    const [before] = debian.servers();
    const done = await debian.install(file);
    const asked = debian.askedOfSystemd();
    const isRestarted = asked.includes("daemon-reload") && asked.includes("restart amwaj.service");
    claim(
      `a running server is restarted for the ${sentence}`,
      done.code === 0 && isRestarted,
      asked,
    );
    claim(`another process serves after the ${sentence}`, await debian.replaced(before));
  }
  await pause(500);
  day.over = true;
  const seen = await Promise.all(posters);
  const exported = await debian.inside("amwaj leads export --format json 2>/dev/null");
  const leads = JSON.parse(exported.text || "[]");
  claim(
    "the first request is there too",
    leads.some((/** @type {any} */ { name }) => name === "Visitor 0-0"),
  );
  const { acknowledged, unanswered } = await tally(seen, leads, inbox, 60, { claim, note });
  claim("requests refused or cut off: 0", unanswered === 0, unanswered);
  claim(
    "visitors posted all the time, so the test means something",
    acknowledged > 40,
    acknowledged,
  );
}

/** @param {BareDebian} debian */
async function stopAndPurge(debian) {
  await debian.inside("amwaj leads list");
  const { text: foreign } = await debian.inside("find /var/lib/amwaj ! -user amwaj");
  claim("root's commands leave no file of root's in the data", foreign === "", foreign);
  await debian.stop();
  const health = await debian.inside("amwaj health");
  claim("health says that it doesn't run any more", health.code === 1, health.text);
  debian.askedOfSystemd();
  claim("it is purged", (await debian.inside("dpkg --purge amwaj")).code === 0);
  const asked = debian.askedOfSystemd();
  claim(
    "a purge stops the units",
    asked.includes("disable --now amwaj.socket amwaj.service"),
    asked,
  );
  const paths = ["/var/lib/amwaj*", "/tmp/*", "/proc/*"].map((path) => `! -path '${path}'`);
  const { text: left } = await debian.inside(`find / -xdev -name '*amwaj*' ${paths.join(" ")}`);
  claim("a purge leaves nothing outside the data folder", left === "", left);
  claim("a purge leaves the requests", existsSync(join(debian.root, "var/lib/amwaj/amwaj.db")));
}

const began = Date.now();
const folder = join(work, "authority");
mkdirSync(folder);
const authority = await Authority.prepare(folder, {
  tlsPort: 443,
  life: 3600,
  address: ADDRESS,
  dnsPort: 53,
});
/** @type {BareDebian | undefined} */
let debian;
let making = 0;
try {
  authority.start();
  const unpacking = BareDebian.unpack(join(work, "root"));
  const [packages, ca] = [await look(), await authority.root()];
  await inbox.open();
  debian = await unpacking;
  making = debian.made ?? 0;
  await debian.link();
  // Resolver for visitors and the authority.
  debian.write("etc/resolv.conf", `nameserver ${ADDRESS}\n`);
  await inAMinute(debian, authority, ca, packages.now);
  await refuseWrongAnswers(debian, authority);
  await changeVersions(debian, ca, packages);
  await stopAndPurge(debian);
  const lint = await packages.lint;
  claim("lintian finds no error and no warning", lint.code === 0, lint.text);
} catch (error) {
  claim("all of it happens in time", false, `${error}\n${debian?.log?.slice(-2000)}`);
} finally {
  await debian?.stop();
  await Promise.all([authority.close(), inbox.close()]);
  rmSync(work, { recursive: true, force: true });
  const seconds = (Date.now() - began) / 1000 - making;
  note(
    `${seconds.toFixed(0)} s${making ? `, and ${making.toFixed(0)} s to make the bare Debian, once` : ""}`,
  );
  end();
}
