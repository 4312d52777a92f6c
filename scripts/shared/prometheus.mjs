// A Prometheus of its own in a temporary folder, with the configuration of `ops/`, that reads one server's metrics.
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, newFolder, pause } from "./amwaj.mjs";

export class Prometheus {
  /** @param {string} configuration the folder with prometheus.yml */
  constructor(configuration) {
    this.configuration = configuration;
    this.folder = newFolder("prometheus");
    this.url = "";
    this.log = "";
  }

  /** Starts it. @param {string} target host and port of the admin listener, which may come later */
  async start(target) {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const sample = readFileSync(join(this.configuration, "prometheus.yml"), "utf8");
    const own = sample
      .replace("127.0.0.1:9090", target)
      .replace("- prometheus-rules.yml", `- ${join(this.configuration, "prometheus-rules.yml")}`)
      .replace("scrape_interval: 30s", "scrape_interval: 1s");
    const file = join(this.folder, "prometheus.yml");
    writeFileSync(file, own);
    const storage = `--storage.tsdb.path=${join(this.folder, "data")}`;
    this.process = spawn(
      "prometheus",
      [`--config.file=${file}`, storage, `--web.listen-address=127.0.0.1:${port}`],
      { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] },
    );
    this.ended = new Promise((done) => this.process?.once("close", done));
    this.process.on("error", (error) => {
      this.log += error;
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on("data", (text) => {
        this.log += text;
      });
  }

  /** Waits until it has read the server's metrics: it looks for servers five seconds after its start. */
  async ready() {
    const end = Date.now() + 20_000;
    while (Date.now() < end && this.process?.exitCode === null) {
      const up = await this.query('up{job="amwaj"} == 1').catch(() => []);
      if (up.length > 0) return;
      await pause(50);
    }
    throw new Error(`Prometheus has no metrics:\n${this.log.slice(-1500)}`);
  }

  /** @param {string} path @param {Record<string, string>} [parameters] */
  async #ask(path, parameters = {}) {
    const answer = await fetch(`${this.url}${path}?${new URLSearchParams(parameters)}`);
    const { data, error } = /** @type {any} */ (await answer.json());
    if (error) throw new Error(error);
    return data;
  }

  /** The series of a selector, as their labels. @param {string} selector @returns {Promise<Record<string, string>[]>} */
  series(selector) {
    return this.#ask("/api/v1/series", { "match[]": selector });
  }

  /** Present value of an expression. @param {string} query @returns {Promise<any[]>} */
  async query(query) {
    return (await this.#ask("/api/v1/query", { query })).result;
  }

  /** Every alerting rule. @returns {Promise<{name: string, query: string, labels: any, annotations: any}[]>} */
  async alarms() {
    const { groups } = await this.#ask("/api/v1/rules", { type: "alert" });
    return groups.flatMap((/** @type {any} */ { rules }) => rules);
  }

  /** Ends it and removes what was made for it. */
  async stop() {
    if (this.process?.exitCode === null) {
      this.process.kill("SIGTERM");
      await this.ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
