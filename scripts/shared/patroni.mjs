// Three machines under Patroni, as ops/patroni.yml sets them up, the network between them, and HAProxy in front of them.
import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { newFolder, pause, ROOT } from "./amwaj.mjs";
import { Haproxy } from "./haproxy.mjs";
import { BRIDGE, GATEWAY, Machine, PASSWORD } from "./patroni-machine.mjs";

const run = promisify(execFile);
/** Time the three may take to be whole after a start, in milliseconds. */
const WHOLE_MS = 90_000;
/** Debian's Python and not the user's own, which `postgres` may not be allowed to read. */
const PYTHON = "/usr/bin/python3";
/** Debian 12 has Patroni 3.0.2, which starts PostgreSQL twice when the network is back (docs/operations.md). */
const PATRONI = ["patroni[zookeeper]==4.1.5", "psycopg[binary]==3.3.9"];

export class PatroniCluster {
  static async open() {
    for (const [path, package_] of [
      ["/usr/share/java/zookeeper.jar", "zookeeper"],
      ["/usr/bin/java", "default-jre-headless"],
      ["/usr/sbin/haproxy", "haproxy"],
    ])
      if (!existsSync(path))
        throw new Error(`it needs Debian's ${package_}: apt-get install ${package_}`);
    const cluster = new PatroniCluster();
    await cluster.#clear();
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  async #start() {
    const python = join(this.folder, "python");
    await run(PYTHON, ["-m", "venv", python]);
    await run(join(python, "bin/pip"), ["install", "--quiet", ...PATRONI]);
    await run("ip", ["link", "add", BRIDGE, "type", "bridge"]);
    await run("ip", ["addr", "add", `${GATEWAY}/24`, "dev", BRIDGE]);
    await run("ip", ["link", "set", BRIDGE, "up"]);
    chmodSync(this.folder, 0o777);
    copyFileSync(join(ROOT, "ops/patroni.yml"), join(this.folder, "patroni.yml"));
    for (const machine of this.machines) await machine.install();
    for (const machine of this.machines) await machine.powerOn(this.machines);
    const primary = await this.whole(WHOLE_MS);
    for (const sql of [
      `CREATE ROLE amwaj LOGIN PASSWORD '${PASSWORD}'`,
      "GRANT pg_monitor TO amwaj",
      "CREATE DATABASE amwaj OWNER amwaj",
      // A careless administrator's setting for everybody.
      "ALTER ROLE amwaj SET statement_timeout = '2s'",
    ])
      await primary.ask(sql, "postgres");
    const addresses = this.machines.map(({ address }) => address);
    this.haproxy = await Haproxy.open(addresses, this.folder);
    this.url = `postgres://amwaj:${PASSWORD}@127.0.0.1:${this.haproxy.port}/amwaj`;
  }

  constructor() {
    this.folder = newFolder("patroni");
    this.machines = [1, 2, 3].map((number) => new Machine(number, this.folder));
    /** @type {Haproxy | undefined} */
    this.haproxy = undefined;
    /** The one address that the site knows. */
    this.url = "";
    /** Whether a commit waits until a standby has it. */
    this.synchronous = true;
  }

  /** Has commits wait for nobody, against ops/patroni.yml. */
  async waitForNobody() {
    const primary = await this.whole(WHOLE_MS);
    const answer = await fetch(`http://${primary.address}:8008/config`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false }),
    });
    if (!answer.ok) throw new Error(`Patroni says ${answer.status}: ${await answer.text()}`);
    this.synchronous = false;
    const waits = "SELECT setting FROM pg_settings WHERE name = 'synchronous_standby_names'";
    for (let tries = 0; (await primary.ask(waits)) !== ""; tries += 1) {
      if (tries > 100) throw new Error("commits go on waiting for a standby");
      await pause(250);
    }
  }

  /** The machine whose PostgreSQL takes writes, other than `lost`. @param {Machine} [lost] */
  async primary(lost) {
    const others = this.machines.filter((machine) => machine !== lost);
    const lead = await Promise.all(others.map((machine) => machine.leads()));
    return others[lead.indexOf(true)];
  }

  /** Waits until all three run and, where commits wait for one, it is known to have each; the one that takes writes. @param {number} within milliseconds */
  async whole(within) {
    const end = Date.now() + within;
    let last;
    while (Date.now() < end) {
      const primary = await this.primary();
      last = await primary?.members().catch(() => undefined);
      const running = last?.filter(({ state }) => ["running", "streaming"].includes(state)) ?? [];
      const timelines = new Set(running.map(({ timeline }) => timeline));
      const copied = !this.synchronous || running.some(({ role }) => role === "sync_standby");
      if (primary && running.length === 3 && timelines.size === 1 && copied) return primary;
      await pause(250);
    }
    throw new Error(
      `the cluster isn't whole after ${within} ms: ${JSON.stringify(last)}\n${this.log()}`,
    );
  }

  /** The ends of what the machines logged. */
  log() {
    const end = (/** @type {string} */ path) => readFileSync(path, "utf8").slice(-1500);
    return this.machines
      .map(({ name, folder }) => `${name}:\n${end(join(folder, "patroni.log"))}`)
      .join("\n");
  }

  /** Removes the remains of an earlier run. */
  async #clear() {
    for (const machine of this.machines) await machine.remove();
    await run("ip", ["link", "delete", BRIDGE]).catch(() => undefined);
  }

  async close() {
    await this.haproxy?.close();
    await this.#clear();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
