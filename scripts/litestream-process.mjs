// A real Litestream that copies a site's database to a folder, with the very files of docs/operations.md: only paths are
// replaced.
import { execFile, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT, environment } from "./amwaj.mjs";
import { until } from "./authority.mjs";

const run = promisify(execFile);
export const LITESTREAM = join(ROOT, "target/python/bin/litestream");
const GUIDE = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
/** Paths in the guide. */
const DATA = "/var/lib/amwaj/";
const REPLICA = "/mnt/backup/amwaj-litestream";
/** How long at most until it may start. */
const PREPARE_SECONDS = 20;
const CATCH_UP_SECONDS = 60;
/** What SQLite says of a file, and its requests: reference → name. */
const READ = `
import json, sqlite3, sys
db, rows = sqlite3.connect(sys.argv[1]), []
try:
    integrity = db.execute("PRAGMA integrity_check").fetchone()[0]
    rows = db.execute("SELECT reference, name FROM lead NOT INDEXED").fetchall()
except sqlite3.DatabaseError as error:
    integrity = str(error)
print(json.dumps({"integrity": integrity, "rows": rows}))`;
/** Settings that let what Litestream does in a day happen in seconds. */
const FAST = `snapshot: { interval: 3s, retention: 9s }
levels: [{ interval: 1s }, { interval: 5s }]
l0-retention: 2s
l0-retention-check-interval: 1s`;

/** A piece of the guide. @param {RegExp} pattern with one group */
function fromGuide(pattern) {
  const text = pattern.exec(GUIDE)?.[1];
  if (!text) throw new Error(`docs/operations.md has nothing like ${pattern}`);
  return text;
}

/** A whole file that the guide has. @param {string} path under /etc */
export function guideFile(path) {
  return fromGuide(new RegExp(`\`\`\`(?:yaml|ini)\n# /etc/${path}\n([\\s\\S]*?)\`\`\``));
}

const CONFIG = guideFile("litestream.yml");
const BEFORE_START = fromGuide(/^ExecStartPre=\/bin\/sh -c "(sqlite3 .*)"$/m);
/** How often it copies, in milliseconds. */
export const SYNC_MS = 1000 * Number(fromGuide(/ sync-interval: (\d+)s/));

export class Litestream {
  /** @param {string} folder for its copies and its configuration @param {string} database @param {{fast: number, unit: number}} how */
  constructor(folder, database, { fast, unit }) {
    this.config = join(folder, "litestream.yml");
    this.replica = join(folder, "replica");
    this.fast = fast === 1;
    this.asUnit = unit === 1;
    this.log = "";
    this.copied = 0;
    this.database = database;
    if (database) this.follow(database);
  }

  /** Writes a configuration for this database; the copies stay in the same place. @param {string} database */
  follow(database) {
    this.database = database;
    const config = this.fast ? CONFIG.replace(/^snapshot:.*$/m, FAST) : CONFIG;
    writeFileSync(this.config, this.withOwnPaths(config));
  }

  /** What the guide says, with the paths of this database and its copies, and without their user. @param {string} text */
  withOwnPaths(text) {
    return text
      .replaceAll(DATA, `${dirname(this.database)}/`)
      .replaceAll(REPLICA, this.replica)
      .replace("/usr/bin/litestream restore", `${LITESTREAM} restore -config ${this.config}`)
      .replace(/^User=.*\n/m, "");
  }

  get running() {
    return this.process?.exitCode === null && this.process?.signalCode === null;
  }

  /** Starts it as its unit does, which tries again if it may not start yet. */
  async start() {
    const before = this.withOwnPaths(BEFORE_START);
    const prepare = async () => {
      await run("/bin/sh", ["-c", before], { env: environment({}) });
      return true;
    };
    const own = join(dirname(this.database), `.${basename(this.database)}-litestream`);
    this.copied = Math.max(newestIn(own), newestIn(this.replica));
    if (this.asUnit) await until("Litestream may start", prepare, PREPARE_SECONDS);
    const child = spawn(LITESTREAM, ["replicate", "-config", this.config], {
      env: environment({}),
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        this.log += text;
      });
    this.process = child;
    this.ended = new Promise((done) => child.once("exit", done).once("error", done));
    return this;
  }

  /** Waits until it has copied the database as it is, which a start begins with. */
  async caughtUp() {
    const before = this.copied;
    const newer = async () => newestIn(this.replica) > before;
    await until("Litestream has caught up", newer, CATCH_UP_SECONDS);
  }

  /** Ends it as systemd does. */
  async stop() {
    this.process?.kill("SIGTERM");
    await this.ended;
  }

  /** Ends it as a power cut would. */
  async kill() {
    this.process?.kill("SIGKILL");
    await this.ended;
  }

  /** Brings the copy back into a new file. @param {string} file @param {number} [at] an earlier moment, Unix milliseconds */
  async restore(file, at) {
    const moment = at ? ["-timestamp", new Date(at).toISOString()] : [];
    const words = ["restore", "-config", this.config, ...moment, "-o", file, this.database];
    await run(LITESTREAM, words, { env: environment({}) });
    return readDatabase(file);
  }

  /** Which log of SQLite is in use: another value when it has begun again from its start. */
  logNumber() {
    const salts = Buffer.alloc(8);
    const log = openSync(`${this.database}-wal`, "r");
    readSync(log, salts, 0, 8, 16);
    closeSync(log);
    return salts.toString("hex");
  }
}

/** The number of the newest transaction in a folder of Litestream's. @param {string} folder */
function newestIn(folder) {
  const level = join(folder, "ltx/0");
  const files = existsSync(level) ? readdirSync(level) : [];
  // A hyphen is between the first and the last transaction of a file; what isn't whole yet ends otherwise.
  const whole = files.filter((file) => file.endsWith(".ltx"));
  return Math.max(0, ...whole.map((file) => Number.parseInt(file, 16)));
}

/** @param {string} file */
async function readDatabase(file) {
  const { stdout } = await run("python3", ["-c", READ, file], {
    maxBuffer: 1 << 28,
  });
  const { integrity, rows } = JSON.parse(stdout);
  return {
    integrity: String(integrity),
    names: /** @type {Map<string, string>} */ (new Map(rows)),
  };
}
