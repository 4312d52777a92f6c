// HAProxy as ops/haproxy.cfg sets it up, with a port and servers of a test's own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, pause, ROOT } from "./amwaj.mjs";

/** Time in which HAProxy has looked at each server once, in milliseconds. */
const LOOKED_MS = 4000;

export class Haproxy {
  /** @param {string[]} addresses those of db1, db2 and so on @param {string} folder where its configuration goes */
  static async open(addresses, folder) {
    const port = await freePort();
    let text = readFileSync(join(ROOT, "ops/haproxy.cfg"), "utf8");
    const replace = (/** @type {string} */ from, /** @type {string} */ to) => {
      if (!text.includes(from)) throw new Error(`ops/haproxy.cfg has no ${from}`);
      text = text.replace(from, to);
    };
    replace("bind 127.0.0.1:5000", `bind 127.0.0.1:${port}`);
    for (const [at, address] of addresses.entries())
      replace(`server db${at + 1} 10.0.0.${at + 1}:`, `server db${at + 1} ${address}:`);
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, text);
    const log = openSync(join(folder, "haproxy.log"), "a");
    const process = spawn("/usr/sbin/haproxy", ["-db", "-f", file], {
      stdio: ["ignore", log, log],
    });
    await pause(LOOKED_MS);
    if (process.exitCode !== null)
      throw new Error(readFileSync(join(folder, "haproxy.log"), "utf8"));
    return new Haproxy(process, port);
  }

  /** @param {import("node:child_process").ChildProcess} process @param {number} port */
  constructor(process, port) {
    this.process = process;
    this.port = port;
  }

  async close() {
    if (this.process.exitCode !== null) return;
    this.process.kill();
    await once(this.process, "exit");
  }
}
