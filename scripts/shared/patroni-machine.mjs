// One machine of a cluster under Patroni, on this one: a network namespace with a disk of its own that runs ZooKeeper, Patroni
// and PostgreSQL. It is killed, loses power, hangs, loses its network, or has a full disk.
import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { pause } from "./amwaj.mjs";

const run = promisify(execFile);
const NETWORK = "10.213.77";
export const BRIDGE = "amwaj-patroni";
export const GATEWAY = `${NETWORK}.254`;
export const PASSWORD = "of-the-test-only";
const BIN = `/usr/lib/postgresql/${readdirSync("/usr/lib/postgresql")
  .sort((a, b) => Number(a) - Number(b))
  .at(-1)}/bin`;
/** PostgreSQL keeps up to 1 GiB of its log; the rest is for a million requests. */
const DISK = "3g";
const ZOOKEEPER = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
const JAVA = ["-Xmx96m", "-cp", "/usr/share/java/zookeeper.jar", ZOOKEEPER];
/** Each machine has a folder of its own for sockets; `ip netns exec` gives it a view of the mounts of its own. */
const AS_POSTGRES =
  'mount -t tmpfs -o mode=1777 tmpfs /run/postgresql && exec runuser -u postgres -- "$@"';
const FILLER = "filler";

export class Machine {
  /** @param {number} number from 1 @param {string} folder */
  constructor(number, folder) {
    this.name = `db${number}`;
    this.space = `${BRIDGE}-${number}`;
    this.link = `amwajpg${number}`;
    this.address = `${NETWORK}.${number}`;
    this.folder = join(folder, this.name);
    this.disk = join(this.folder, "disk");
  }

  async install() {
    mkdirSync(this.disk, { recursive: true });
    await run("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=1777`, "tmpfs", this.disk]);
    await run("ip", ["netns", "add", this.space]);
    const veth = ["link", "add", this.link, "type", "veth", "peer", "name", "eth0"];
    await run("ip", [...veth, "netns", this.space]);
    await run("ip", ["link", "set", this.link, "master", BRIDGE, "up"]);
    for (const words of [
      ["addr", "add", `${this.address}/24`, "dev", "eth0"],
      ["link", "set", "eth0", "up"],
      ["link", "set", "lo", "up"],
    ])
      await run("ip", ["-n", this.space, ...words]);
    chmodSync(this.folder, 0o777);
  }

  /** Runs a program on the machine as `postgres`, until the power is cut. @param {string} program @param {string[]} words @param {Record<string, string>} [env] */
  #launch(program, words, env = {}) {
    const log = openSync(join(this.folder, `${basename(program)}.log`), "a");
    const inside = ["netns", "exec", this.space, "bash", "-c", AS_POSTGRES, "bash", program];
    spawn("ip", [...inside, ...words], {
      cwd: this.disk,
      env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", ...env },
      stdio: ["ignore", log, log],
    }).on("error", (error) => console.error(error));
  }

  /** @param {Machine[]} all */
  async powerOn(all) {
    await this.network(true);
    const zookeeper = [
      ...["tickTime=1000", "initLimit=10", "syncLimit=3", "admin.enableServer=false"],
      `dataDir=${join(this.folder, "zookeeper")}`,
      `clientPortAddress=${this.address}`,
      "clientPort=2181",
      ...all.map(({ address }, number) => `server.${number + 1}=${address}:2888:3888`),
    ];
    mkdirSync(join(this.folder, "zookeeper"), { recursive: true });
    chmodSync(join(this.folder, "zookeeper"), 0o777);
    writeFileSync(join(this.folder, "zookeeper/myid"), `${all.indexOf(this) + 1}`);
    writeFileSync(join(this.folder, "zoo.cfg"), zookeeper.join("\n"));
    this.#launch("java", [...JAVA, join(this.folder, "zoo.cfg")]);
    this.#launch(
      join(this.folder, "../python/bin/patroni"),
      [join(this.folder, "../patroni.yml")],
      {
        PATRONI_NAME: this.name,
        PATRONI_RESTAPI_LISTEN: `${this.address}:8008`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${this.address}:8008`,
        PATRONI_POSTGRESQL_LISTEN: `${this.address}:5432`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${this.address}:5432`,
        PATRONI_POSTGRESQL_DATA_DIR: join(this.disk, "data"),
        PATRONI_POSTGRESQL_BIN_DIR: BIN,
        PATRONI_ZOOKEEPER_HOSTS: all.map(({ address }) => `'${address}:2181'`).join(","),
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      },
    );
  }

  /** @param {NodeJS.Signals} signal */
  async #signal(signal) {
    for (let again = 0; again < 2; again += 1) {
      const { stdout } = await run("ip", ["netns", "pids", this.space]);
      for (const pid of stdout.split("\n").filter(Boolean).map(Number)) {
        try {
          process.kill(pid, signal);
        } catch {
          // It has ended by itself.
        }
      }
    }
  }

  /** Ends all its programs; its kernel goes on, and says so to whoever is connected. */
  async kill() {
    await this.#signal("SIGKILL");
  }

  /** The same with its kernel: unsent data stays in it, and nobody is told. */
  async powerOff() {
    await this.network(false);
    await this.kill();
  }

  async hang() {
    await this.#signal("SIGSTOP");
  }

  async goOn() {
    await this.#signal("SIGCONT");
  }

  /** @param {boolean} plugged */
  async network(plugged) {
    await run("ip", ["link", "set", this.link, plugged ? "up" : "down"]);
  }

  async fillDisk() {
    const filler = `of=${join(this.disk, FILLER)}`;
    await run("dd", ["if=/dev/zero", filler, "bs=64k", "status=none"]).catch(() => undefined);
  }

  freeDisk() {
    rmSync(join(this.disk, FILLER), { force: true });
  }

  /** Everything that the database had. */
  loseData() {
    rmSync(join(this.disk, "data"), { recursive: true, force: true });
  }

  /** State of each machine according to Patroni, as this one knows it. @returns {Promise<{name: string, role: string, state: string, timeline: number}[]>} */
  async members() {
    const signal = AbortSignal.timeout(1000);
    const answer = await fetch(`http://${this.address}:8008/cluster`, { signal });
    return /** @type {any} */ (await answer.json()).members;
  }

  /** Whether its PostgreSQL is the one that takes writes. */
  async leads() {
    const signal = AbortSignal.timeout(1000);
    const answer = fetch(`http://${this.address}:8008/primary`, { signal });
    const status = answer.then((answer) => answer.arrayBuffer().then(() => answer.status));
    return (await status.catch(() => undefined)) === 200;
  }

  /** Output of a statement. @param {string} sql @param {string} [database] */
  async ask(sql, database = "amwaj") {
    const words = ["-h", this.address, "-U", "postgres", "-Atc", sql, database];
    const env = { ...process.env, PGPASSWORD: PASSWORD, PGCONNECT_TIMEOUT: "2" };
    const { stdout } = await run(join(BIN, "psql"), words, { env, cwd: "/", timeout: 10_000 });
    return stdout.trim();
  }

  async remove() {
    await this.#signal("SIGKILL").catch(() => undefined);
    await pause(200);
    await run("ip", ["link", "delete", this.link]).catch(() => undefined);
    await run("ip", ["netns", "delete", this.space]).catch(() => undefined);
    await run("umount", [this.disk]).catch(() => undefined);
  }
}
