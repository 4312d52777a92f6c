// A bare Debian in a folder: nothing in it but what the package names, and a stand-in for systemctl, which can't run there.
import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { environment, pause, ROOT } from "./amwaj.mjs";

/** Made once and kept; not in target/packages, where the package for a server is. */
const BASE = join(ROOT, "target/bare-debian/bookworm.tar");
/** As the unit's User= and NoNewPrivileges=. */
const AS_AMWAJ = "setpriv --reuid amwaj --regid amwaj --clear-groups --no-new-privs";
/** Notes what it's asked for, and restarts the server. */
const SYSTEMCTL = `#!/bin/sh
echo "$*" >> /run/systemctl.log
case "$*" in
*is-active*) [ -s /run/server.pid ] ;;
restart*) kill -HUP "$(cat /run/server.pid)" ;;
esac
`;
/** @param {string} command @param {string[]} words @returns {Promise<{code: number, text: string}>} */
export function run(command, words) {
  return new Promise((done) => {
    const options = { maxBuffer: 1 << 26, env: environment({}) };
    const child = execFile(command, words, options, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : error ? 1 : 0;
      done({ code, text: `${out}${err}${child.pid ? "" : error}`.trim() });
    });
    child.stdin?.end();
  });
}

/** @param {string} command @param {string[]} words */
export async function must(command, words) {
  const { code, text } = await run(command, words);
  if (code !== 0) throw new Error(`${command} ${words.join(" ")}: ${text}`);
  return text;
}

export class BareDebian {
  /** Unpacks one. @param {string} folder */
  static async unpack(folder) {
    const began = Date.now();
    const isMade = existsSync(BASE);
    if (!isMade) {
      mkdirSync(join(BASE, ".."), { recursive: true });
      const draft = `${BASE}.part.tar`;
      await must("mmdebstrap", [
        "--variant=essential",
        "--include=systemd-standalone-sysusers",
        // Waiting for the disk after each file takes minutes, for a folder that can be made again.
        "--dpkgopt=force-unsafe-io",
        "bookworm",
        draft,
      ]);
      renameSync(draft, BASE);
    }
    const made = isMade ? undefined : (Date.now() - began) / 1000;
    mkdirSync(folder);
    await must("tar", ["-xf", BASE, "-C", folder, "--exclude=./dev/*"]);
    return new BareDebian(folder, made);
  }

  /** @param {string} root @param {number | undefined} made how many seconds it took to make, where it was made now */
  constructor(root, made) {
    this.root = root;
    this.made = made;
    // Devices and /proc need rights that containers don't give; these two are all that is used of them.
    writeFileSync(join(root, "dev/null"), "");
    chmodSync(join(root, "dev/null"), 0o666);
    mkdirSync(join(root, "run/systemd/system"), { recursive: true });
    writeFileSync(join(root, "usr/bin/systemctl"), SYSTEMCTL, { mode: 0o755 });
  }

  /** /proc/self/exe, which commands of root's start anew as the data folder's owner. */
  async link() {
    await must("sh", [
      "-c",
      `cd ${this.root} && mkdir -p proc/self && ln -sf /usr/bin/amwaj proc/self/exe`,
    ]);
  }

  /** Runs a shell's line inside. @param {string} line */
  inside(line) {
    return run("chroot", [this.root, "/bin/sh", "-c", line]);
  }

  /** @param {string} file of a package, whatever version is there */
  install(file) {
    copyFileSync(file, join(this.root, "tmp/site.deb"));
    return this.inside("dpkg --force-downgrade -i /tmp/site.deb");
  }

  /** @param {string} path @param {string} text */
  write(path, text) {
    writeFileSync(join(this.root, path), text, { mode: 0o644 });
  }

  /** @param {string} path */
  read(path) {
    const file = join(this.root, path);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  /** Calls to systemctl since the last time. */
  askedOfSystemd() {
    const asked = this.read("run/systemctl.log").trim().split("\n");
    this.write("run/systemctl.log", "");
    return asked;
  }

  /** Starts the server as `systemctl start amwaj.socket amwaj` does, on the addresses that setup gave the socket unit. */
  start() {
    const unit = this.read("etc/systemd/system/amwaj.socket.d/addresses.conf");
    const addresses = [...unit.matchAll(/^ListenStream=(.+)$/gm)].map(([, address]) => address);
    const service = readFileSync(join(this.root, "lib/systemd/system/amwaj.service"), "utf8");
    const command = /^ExecStart=(.*)$/m.exec(service)?.[1];
    const line = `cd /var/lib/amwaj && exec ${AS_AMWAJ} ${command}`;
    const words = ["chroot", this.root, "/bin/sh", "-c", line];
    const server = spawn(
      "python3",
      [
        join(ROOT, "scripts/shared/socket-unit.py"),
        String(addresses.length),
        ...addresses,
        ...words,
      ],
      {
        // All visitors of a test come from this machine, as through a proxy that names nobody.
        env: environment({
          AMWAJ_DATA_DIR: "/var/lib/amwaj",
          AMWAJ_TRUSTED_PROXIES: "127.0.0.0/8",
        }),
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    this.log = "";
    server.stderr.on("data", (text) => {
      this.log += text;
    });
    this.write("run/server.pid", String(server.pid));
  }

  /** The processes of this root's server. */
  servers() {
    const isOurs = (/** @type {string} */ pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        return readlinkSync(`/proc/${pid}/root`) === this.root && words.includes("serve");
      } catch {
        return false;
      }
    };
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && isOurs(name))
      .map(Number);
  }

  /** Waits until another process than this one serves. @param {number} before */
  async replaced(before) {
    for (const end = Date.now() + 30_000; Date.now() < end; await pause(50)) {
      const [next, ...more] = this.servers();
      if (next && next !== before && more.length === 0) return true;
    }
    return false;
  }

  async stop() {
    for (const pid of this.servers()) process.kill(pid, "SIGTERM");
    for (let tries = 0; this.servers().length > 0 && tries < 300; tries += 1) await pause(50);
    for (const pid of this.servers()) process.kill(pid, "SIGKILL");
    this.write("run/server.pid", "");
  }
}
