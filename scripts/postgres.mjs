// A PostgreSQL of its own in a temporary folder, which can be killed as a power cut would, and started again.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, chownSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, pause } from "./amwaj.mjs";

const run = promisify(execFile);
/** How often a start is tried. */
const STARTS = 20;
const VERSIONS = "/usr/lib/postgresql";

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const isRoot = process.getuid?.() === 0;

export class Postgres {
  /** Makes an empty one and starts it. It flushes as one in production does. */
  static async open() {
    const postgres = new Postgres(await freePort());
    await postgres.#do("initdb", "-U", "amwaj", "--auth=trust", "--encoding=UTF8", "--no-locale");
    await postgres.start();
    return postgres;
  }

  /** Makes one that follows another, with everything that it has, and starts it. @param {Postgres} primary @param {number} [port] */
  static async follow(primary, port) {
    const postgres = new Postgres(port ?? (await freePort()));
    const from = ["-h", "127.0.0.1", "-p", `${primary.port}`, "-U", "amwaj"];
    await postgres.#do("pg_basebackup", ...from, "--write-recovery-conf", "--checkpoint=fast");
    await postgres.start();
    return postgres;
  }

  /** @param {number} port */
  constructor(port) {
    const newest = readdirSync(VERSIONS)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1);
    this.programs = join(VERSIONS, newest ?? "", "bin");
    this.port = port;
    this.folder = mkdtempSync(join(tmpdir(), "amwaj-postgres-"));
    this.data = join(this.folder, "data");
    this.url = `postgres://amwaj@127.0.0.1:${port}/postgres`;
    if (isRoot) {
      const [, , uid, gid] = (/^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [
        "",
      ])[0].split(":");
      chownSync(this.folder, Number(uid), Number(gid));
    }
  }

  /** @param {string} program @param {...string} words */
  #do(program, ...words) {
    const command = [join(this.programs, program), "-D", this.data, ...words];
    const [first, ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...command] : command;
    return run(first, rest, { cwd: "/" });
  }

  /** What a statement prints. @param {string} sql */
  async ask(sql) {
    const words = ["-h", "127.0.0.1", "-p", `${this.port}`, "-U", "amwaj", "-Atc", sql, "postgres"];
    const { stdout } = await run(join(this.programs, "psql"), words, { cwd: "/", timeout: 10_000 });
    return stdout.trim();
  }

  /** Follows another one from now on, or nobody. @param {Postgres | null} primary */
  async turnTo(primary) {
    const place = primary ? `host=127.0.0.1 port=${primary.port} user=amwaj` : "";
    await this.ask(`ALTER SYSTEM SET primary_conninfo = '${place}'`);
    await this.ask("SELECT pg_reload_conf()");
  }

  /** Follows nobody any more, and takes writes. */
  async promote() {
    await this.#do("pg_ctl", "-w", "promote");
  }

  async start() {
    const options = `-h 127.0.0.1 -p ${this.port} -k ${this.folder} -c max_connections=300`;
    // After a kill its memory is free only when the last of its processes is gone.
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#do("pg_ctl", "-l", join(this.folder, "log"), "-w", "-o", options, "start");
        return;
      } catch (error) {
        if (tries === STARTS) throw error;
        await pause(250);
      }
    }
  }

  /** Ends it with signal 9: nothing is written any more. What it had flushed is all there is afterwards. */
  async kill() {
    await this.#signal("SIGKILL");
  }

  /** Stops it where it is, as a machine that hangs: connections stay open, and nobody answers. */
  async freeze() {
    await this.#signal("SIGSTOP");
  }

  /** @param {NodeJS.Signals} signal */
  async #signal(signal) {
    const [pid] = readFileSync(join(this.data, "postmaster.pid"), "utf8").split("\n");
    const { stdout } = await run("ps", ["-o", "pid=", "--ppid", pid]).catch(() => ({ stdout: "" }));
    const all = [pid, ...stdout.trim().split(/\s+/)].filter(Boolean).map(Number);
    for (const one of all) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended by itself.
      }
    }
  }

  async stop() {
    await this.#do("pg_ctl", "-m", "immediate", "-w", "stop").catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
