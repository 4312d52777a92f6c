// A systemd of its own beside the machine's, with the units that it is given: in namespaces, so that it sees no other
// process and nothing of it stays. Needs root, as containers do.
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { until } from "./authority.mjs";

const run = promisify(execFile);
const START_SECONDS = 20;
/** What systemd starts with, instead of all that a machine has. */
const EMPTY_TARGET = "empty.target";
/** Mounts what systemd needs for itself, control groups of either version among it, and becomes it. */
const INIT = `
set -e
mount -t proc proc /proc
mount -t tmpfs tmpfs /run
mount --bind "$1" /etc/systemd/system
umount -R /sys/fs/cgroup
mount -t tmpfs tmpfs /sys/fs/cgroup
mkdir /sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd cgroup /sys/fs/cgroup/systemd 2>/dev/null ||
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
exec env container=test /lib/systemd/systemd --system --unit=${EMPTY_TARGET} --log-target=console --show-status=no`;

export class Systemd {
  /** @param {string} units a folder for unit files */
  constructor(units) {
    this.units = units;
    this.log = "";
    this.write(EMPTY_TARGET, "");
  }

  /** Adds a unit, or a file for one, that needs nothing else of a machine. @param {string} name @param {string} text */
  write(name, text) {
    const file = join(this.units, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n[Unit]\nDefaultDependencies=no\n`);
  }

  async start() {
    const namespaces = ["--mount", "--pid", "--fork", "--kill-child", "--cgroup"];
    const words = [...namespaces, "bash", "-c", INIT, "systemd", this.units];
    const unshare = spawn("unshare", words, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [unshare.stdout, unshare.stderr])
      stream.on("data", (text) => {
        this.log += text;
      });
    this.ended = new Promise((done) => unshare.once("exit", done).once("error", done));
    this.unshare = unshare;
    const answers = () => this.control("list-units").then(() => true);
    await until("systemd answers", answers, START_SECONDS).catch((error) => {
      throw new Error(`${error}\n${this.log}`);
    });
    return this;
  }

  /** Runs systemctl. @param {...string} words @returns {Promise<string>} what it printed */
  async control(...words) {
    const first = execFileSync("pgrep", ["-P", String(this.unshare?.pid)], { encoding: "utf8" });
    const inside = ["-t", first.trim(), "-m", "-p", "env", "SYSTEMD_IGNORE_CHROOT=1"];
    const { stdout } = await run("nsenter", [...inside, "systemctl", ...words]);
    return stdout.trim();
  }

  /** One property of a unit. @param {string} unit @param {string} name */
  property(unit, name) {
    return this.control("show", "--value", "--property", name, unit);
  }

  async stop() {
    this.unshare?.kill("SIGKILL");
    await this.ended;
  }
}
