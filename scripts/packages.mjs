// Installs the Debian package in a bare Debian, posts a request there, upgrades, downgrades and purges it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeDeb } from "../packaging/deb.mjs";
import { BINARY, freePort, newFolder, pause, ROOT } from "./amwaj.mjs";
import { claims, commandLine } from "./claims.mjs";
import { isThanks, sendMail } from "./send-mail.mjs";

commandLine("Install, serve, upgrade, downgrade and purge in a bare Debian; needs root.", {});
const { claim, note, end } = claims("packages");
const work = newFolder("packages");
const bare = join(work, "root");
const BASE = join(ROOT, "target/packages/bookworm.tar");

/** @param {string} command @param {string[]} words */
function run(command, words) {
  const done = spawnSync(command, words, { encoding: "utf8", maxBuffer: 1 << 26 });
  return { code: done.status, text: `${done.stdout}${done.stderr}`.trim() };
}
/** @param {string} command @param {string[]} words */
function must(command, words) {
  const { code, text } = run(command, words);
  if (code !== 0) throw new Error(`${command} ${words.join(" ")}: ${text}`);
  return text;
}
/** Runs a shell's line inside the bare Debian. @param {string} line */
const inside = (line) => run("chroot", [bare, "/bin/sh", "-c", line]);
const AS_AMWAJ = "setpriv --reuid amwaj --regid amwaj --clear-groups --no-new-privs";

/** The server as its unit starts it; systemd doesn't run in a chroot. @param {number} port */
async function serve(port) {
  const server = spawn(
    "chroot",
    [bare, "/bin/sh", "-c", `cd /var/lib/amwaj && exec ${AS_AMWAJ} /usr/bin/amwaj serve`],
    { stdio: "ignore" },
  );
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) break;
    await pause(100);
  }
  return async () => {
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await ended;
  };
}

/** Posts one request to a running server. @param {number} port @param {string} name */
async function thanked(port, name) {
  const lead = { name, phone: "+971501234567", service: "AC repair", message: "The flat is warm." };
  return isThanks(await sendMail(`http://127.0.0.1:${port}`, lead));
}
const stored = () =>
  JSON.parse(inside("amwaj leads export --format json 2>/dev/null").text || "[]").length;

/** What can be said of the unit and the package without installing it. Makes two versions of the package */
function look() {
  const unit = readFileSync(join(ROOT, "packaging/amwaj.service"), "utf8");
  const security = run("systemd-analyze", [
    "security",
    "--offline=true",
    "--threshold=15",
    join(ROOT, "packaging/amwaj.service"),
  ]);
  claim(
    "the unit's exposure is at most 1.5",
    security.code === 0,
    security.text.split("\n").at(-1),
  );
  claim("the unit makes the data folder private", /StateDirectoryMode=0700/.test(unit));

  const deb = (/** @type {string} */ version, /** @type {string} */ folder = "first") =>
    writeDeb({ binary: BINARY, version, folder: join(work, folder), quick: true });
  const [now, later] = [deb("0.1.0"), deb("0.2.0")];
  const digest = (/** @type {string} */ file) =>
    createHash("sha256").update(readFileSync(file)).digest("hex");
  claim("two builds are equal bit for bit", digest(now) === digest(deb("0.1.0", "second")));
  const lint = run("lintian", ["--allow-root", "--fail-on=error,warning", now]);
  claim("lintian finds no error and no warning", lint.code === 0, lint.text);

  note(`the package packed quickly: ${(readFileSync(now).length / 1e6).toFixed(1)} MB`);
  return { now, later };
}

/** Unpacks a bare Debian, made once and kept. */
function makeBare() {
  if (!existsSync(BASE)) {
    mkdirSync(join(ROOT, "target/packages"), { recursive: true });
    const draft = `${BASE}.part.tar`;
    must("mmdebstrap", [
      "--variant=minbase",
      "--include=systemd-standalone-sysusers",
      "bookworm",
      draft,
    ]);
    renameSync(draft, BASE);
  }
  mkdirSync(bare);
  must("tar", ["-xf", BASE, "-C", bare, "--exclude=./dev/*"]);
  // Devices and /proc need rights that containers don't give; these two are all that is used of them.
  must("sh", ["-c", `cd ${bare} && : > dev/null && chmod 666 dev/null`]);
  must("sh", ["-c", `cd ${bare} && mkdir -p proc/self && ln -s /usr/bin/amwaj proc/self/exe`]);
}

/** @param {string} file */
function install(file) {
  must("cp", [file, join(bare, "tmp/amwaj.deb")]);
  return inside("dpkg --force-downgrade -i /tmp/amwaj.deb < /dev/null");
}

/** A package's life: installed, upgraded, downgraded, purged. @param {{now: string, later: string}} packages */
async function live({ now, later }) {
  const installed = install(now);
  claim(
    "a bare Debian installs it and is asked nothing",
    installed.code === 0,
    installed.text.split("\n").at(-1),
  );
  const modes = inside("stat -c '%a %U:%G' /etc/amwaj/amwaj.toml /var/lib/amwaj").text;
  claim("settings and data are private", modes === "640 root:amwaj\n700 amwaj:amwaj", modes);
  const port = await freePort();
  appendFileSync(join(bare, "etc/amwaj/amwaj.toml"), `listen = "127.0.0.1:${port}"\n`);

  for (const [sentence, step, count] of /** @type {const} */ ([
    ["installed", undefined, 1],
    ["after an upgrade", later, 2],
    ["after a downgrade", now, 3],
  ])) {
    if (step) claim(`dpkg goes on, ${sentence}`, install(step).code === 0);
    const stop = await serve(port);
    claim(`a request is thanked for, ${sentence}`, await thanked(port, `Visitor ${count}`));
    claim(`root's command sees every request, ${sentence}`, stored() === count, stored());
    await stop();
    stored();
    const foreign = inside("find /var/lib/amwaj ! -user amwaj").text;
    claim(
      `root's commands leave no file of root's in the data, ${sentence}`,
      foreign === "",
      foreign,
    );
  }
  claim(
    "the settings are still the admin's",
    inside("cat /etc/amwaj/amwaj.toml").text.includes(String(port)),
  );

  claim("it is purged", inside("dpkg --purge amwaj").code === 0);
  const left = inside(
    "find / -xdev -name '*amwaj*' ! -path '/var/lib/amwaj*' ! -path '/tmp/*' ! -path '/proc/*'",
  ).text;
  claim("a purge leaves nothing outside the data folder", left === "", left);
  claim("a purge leaves the requests", existsSync(join(bare, "var/lib/amwaj/amwaj.db")));
}

try {
  const packages = look();
  makeBare();
  await live(packages);
} finally {
  rmSync(work, { recursive: true, force: true });
  end();
}
