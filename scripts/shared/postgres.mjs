// A PostgreSQL of its own in a temporary folder, which can be killed as a power cut would, and started again.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, chownSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, pause } from "./amwaj.mjs";

const run = promisify(execFile);
/** Number of attempts at a start. */
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

  /** Output of a statement. @param {string} sql */
  async ask(sql) {
    const words = ["-h", "127.0.0.1", "-p", `${this.port}`, "-U", "amwaj", "-Atc", sql, "postgres"];
    const { stdout } = await run(join(this.programs, "psql"), words, { cwd: "/", timeout: 10_000 });
    return stdout.trim();
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

  /** Ends it with signal 9: nothing is written any more. Only flushed data remains. */
  async kill() {
    const [pid] = readFileSync(join(this.data, "postmaster.pid"), "utf8").split("\n");
    const { stdout } = await run("ps", ["-o", "pid=", "--ppid", pid]).catch(() => ({ stdout: "" }));
    const all = [pid, ...stdout.trim().split(/\s+/)].filter(Boolean).map(Number);
    for (const one of all) {
      try {
        process.kill(one, "SIGKILL");
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
