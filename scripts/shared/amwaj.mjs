// Starts the real `amwaj` on a free port with a data folder of its own, and looks at it from outside.
import { spawn, execFile } from "node:child_process";
import { mkdtempSync, rmSync, readdirSync, existsSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

export const ROOT = resolve(import.meta.dirname, "../..");
export const BINARY = resolve(ROOT, process.env.AMWAJ_BIN ?? "target/release/amwaj");
const run = promisify(execFile);

// Below the range from which Linux takes the ports of outgoing connections: one of those could take a port
// between this look and the server's start. Each process counts on from a place of its own.
const FIRST_PORT = 15_000;
const PORTS = 17_000;
let lastPort = Math.floor(Math.random() * PORTS);

/** A port that nothing listens on at this moment, and that this process hasn't been given before. */
export async function freePort() {
  for (let tries = 0; tries < PORTS; tries++) {
    lastPort = (lastPort + 1) % PORTS;
    // Others may ask, and move it, while this one is looked at.
    const port = FIRST_PORT + lastPort;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1}`);
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((done) => {
    const probe = createServer().once("error", () => done(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
  });
}

/** A new empty folder that the caller removes. @param {string} name */
export function newFolder(name) {
  return mkdtempSync(join(tmpdir(), `amwaj-${name}-`));
}

/** The settings of one process: only what is named here, whatever the shell has set. @param {Record<string, string>} own */
export function environment(own) {
  const outside = Object.entries(process.env).filter(([key]) => !key.startsWith("AMWAJ_"));
  return { ...Object.fromEntries(outside), ...own };
}

/**
 * @typedef {object} Start
 * @property {string} [data] data folder to go on with; without it a new one that `stop` removes
 * @property {string} [content] content folder; without it the copy inside the binary
 * @property {number} [port]
 * @property {Record<string, string>} [env] further settings
 * @property {string} [binary] another file than the one that was built
 * @property {string[]} [under] a command to run the binary under, such as strace
 * @property {boolean} [wait] false: return before the first page is up
 */

/** One server process. */
export class Amwaj {
  /** @param {Start} [options] */
  static async start(options = {}) {
    const port = options.port ?? (await freePort());
    const server = new Amwaj(port, await freePort(), options);
    server.launch();
    if (options.wait !== false) await server.ready();
    return server;
  }

  /** @param {number} port @param {number} adminPort @param {Start} options */
  constructor(port, adminPort, options) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.admin = `http://127.0.0.1:${adminPort}`;
    this.ownsData = !options.data;
    this.data = options.data ?? newFolder("data");
    this.binary = options.binary ?? BINARY;
    this.under = options.under ?? [];
    this.log = "";
    this.settings = {
      AMWAJ_LISTEN: `127.0.0.1:${port}`,
      AMWAJ_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
      AMWAJ_DATA_DIR: this.data,
      ...(options.content ? { AMWAJ_CONTENT_DIR: options.content } : {}),
      ...options.env,
    };
  }

  launch() {
    const [command, ...before] = [...this.under, this.binary];
    this.process = spawn(command, [...before, "serve"], {
      env: environment(this.settings),
      cwd: this.data,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.ended = new Promise((done) =>
      this.process?.once("exit", (code, signal) => done({ code, signal })),
    );
    this.process.on("error", (error) => {
      this.log += `\n${error}`;
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on("data", (text) => {
        this.log += text;
      });
    }
  }

  get pid() {
    return this.process?.pid ?? 0;
  }
  get running() {
    return this.process?.exitCode === null && this.process?.signalCode === null;
  }

  /** Waits until the home page is there. @param {number} [within] milliseconds */
  async ready(within = 20_000) {
    const end = Date.now() + within;
    while (Date.now() < end) {
      if (!this.running) throw new Error(`amwaj ended before its first page: ${this.log}`);
      const answer = await fetch(`${this.url}/`, { redirect: "manual" }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return this;
      await pause(10);
    }
    throw new Error(`no first page within ${within} ms:\n${this.log}`);
  }

  /** Waits until every page is packed at brotli 11, as the details on the admin address tell: it gives way to all else. */
  async packed(within = 150_000) {
    const end = Date.now() + within;
    while (Date.now() < end) {
      // Not there yet where `start` did not wait.
      const health = await this.health().catch(() => undefined);
      if (health?.packed === true) return this;
      await pause(100);
    }
    throw new Error(`not packed within ${within} ms:\n${this.log}`);
  }

  /** The details that `/healthz` gives on the admin address. */
  async health() {
    const answer = await fetch(`${this.admin}/healthz`);
    return /** @type {any} */ (await answer.json());
  }

  /** Waits until no request is in the journal any more; after how many milliseconds that was. @param {number} within */
  async journalEmpty(within) {
    const began = performance.now();
    while (performance.now() - began < within) {
      const metrics = await (await fetch(`${this.admin}/metrics`)).text();
      if (/^amwaj_journal_waiting 0(\.0)?$/m.test(metrics)) return performance.now() - began;
      await pause(100);
    }
    return undefined;
  }

  /** Every stored lead, as staff export them. @returns {Promise<any[]>} */
  async leads() {
    const { stdout } = await this.command("leads", "export", "--format", "json");
    return JSON.parse(stdout);
  }

  /** Runs one of the staff's commands beside the server. @param {...string} words */
  command(...words) {
    return run(BINARY, words, {
      env: environment(this.settings),
      cwd: this.data,
      maxBuffer: 1 << 28,
    });
  }

  /** The mails that were written as files because no mail server is set. */
  mailFiles() {
    const folder = join(this.data, "mail");
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(".eml"))
      .map((name) => join(folder, name));
  }

  /** Ends the process as a power cut would. */
  async crash() {
    this.process?.kill("SIGKILL");
    await this.ended;
  }

  /** Ends the process as an update would, and removes what was made for it. */
  async stop() {
    if (this.running) this.process?.kill("SIGTERM");
    const late = setTimeout(() => this.process?.kill("SIGKILL"), 10_000);
    const end = await this.ended;
    clearTimeout(late);
    if (this.ownsData) rmSync(this.data, { recursive: true, force: true });
    return end;
  }
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
