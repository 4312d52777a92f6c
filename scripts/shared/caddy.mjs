// A real Caddy with packaging/Caddyfile, of which only addresses and the authority are replaced, and visitors of it.
import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT, environment, freePort, newFolder, pause } from "./amwaj.mjs";

const run = promisify(execFile);
export const HOST = "www.amwaj.example";
/** The version that compose.yaml names; Debian's is older. */
export const CADDY = join(ROOT, "target/python/bin/caddy");
export const CADDYFILE = join(ROOT, "packaging/Caddyfile");
// Before anything is started that would be left running.
if (!existsSync(CADDY)) throw new Error(`no ${CADDY}: run bash scripts/install-python.sh`);

export class Caddy {
  /** @param {number} sitePort where the site listens */
  static async start(sitePort) {
    const caddy = new Caddy(await freePort(), await freePort(), await freePort());
    caddy.#launch(sitePort);
    await caddy.#ready();
    return caddy;
  }

  /** @param {number} httpPort @param {number} httpsPort @param {number} healthPort */
  constructor(httpPort, httpsPort, healthPort) {
    this.httpPort = httpPort;
    this.httpsPort = httpsPort;
    this.healthPort = healthPort;
    this.folder = newFolder("caddy");
    this.env = environment({
      AMWAJ_SITE_URL: `https://${HOST}`,
      HOME: this.folder,
      XDG_DATA_HOME: this.folder,
    });
    this.posted = 0;
  }

  /** @param {number} sitePort */
  #launch(sitePort) {
    const options = [
      "local_certs",
      "skip_install_trust",
      `http_port ${this.httpPort}`,
      `https_port ${this.httpsPort}`,
    ];
    const file = join(this.folder, "Caddyfile");
    const text = readFileSync(CADDYFILE, "utf8")
      .replace("admin off", ["admin off", ...options].join("\n"))
      .replace("tcp4/site:8080", `tcp4/127.0.0.1:${sitePort}`)
      .replace("127.0.0.1:8081", `127.0.0.1:${this.healthPort}`);
    writeFileSync(file, text);
    this.process = spawn(CADDY, ["run", "--adapter", "caddyfile", "--config", file], {
      env: this.env,
      stdio: "ignore",
    });
    this.ended = new Promise((done) => this.process?.once("exit", done));
  }

  /** Waits until the address of the health check answers. */
  async #ready() {
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`http://127.0.0.1:${this.healthPort}/`).catch(() => undefined);
      if (answer?.ok) return;
      await pause(100);
    }
    await this.stop();
    throw new Error("Caddy isn't well");
  }

  /** Caddy's own complaints about the file. @returns {Promise<string>} */
  static async mistakes() {
    const env = environment({ AMWAJ_SITE_URL: `https://${HOST}` });
    const words = ["validate", "--adapter", "caddyfile", "--config", CADDYFILE];
    const { code, stderr } = await run(CADDY, words, { env }).catch((error) => error);
    if (code) return stderr.slice(-500);
    const { stdout } = await run(CADDY, ["fmt", CADDYFILE]);
    return stdout === readFileSync(CADDYFILE, "utf8") ? "" : "caddy fmt would change it";
  }

  /** Posts a request of another person each time, as a browser at a loopback address does.
   * @param {string} from @param {Record<string, string>} [headers]
   * @returns {Promise<{status: number, text: string, headers: import("node:http").IncomingHttpHeaders}>} */
  post(from, headers = {}) {
    this.posted += 1;
    const lead = {
      name: `Visitor ${this.posted}`,
      phone: `050 123 ${4000 + this.posted}`,
      service: "Plumbing Services",
    };
    const ca = readFileSync(join(this.folder, "caddy/pki/authorities/local/root.crt"));
    return new Promise((done, fail) => {
      const options = {
        host: "127.0.0.1",
        port: this.httpsPort,
        servername: HOST,
        localAddress: from,
        agent: new Agent({ ca }),
        path: "/sendMail.php",
        method: "POST",
        headers: { Host: HOST, "Content-Type": "application/json", ...headers },
        timeout: 30_000,
      };
      const outgoing = request(options, async (answer) => {
        let text = "";
        for await (const piece of answer.setEncoding("utf8")) text += piece;
        done({ status: answer.statusCode ?? 0, text, headers: answer.headers });
      });
      outgoing.on("timeout", () => outgoing.destroy(new Error("no answer within 30 s")));
      outgoing.on("error", fail).end(JSON.stringify(lead));
    });
  }

  async stop() {
    this.process?.kill("SIGTERM");
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
