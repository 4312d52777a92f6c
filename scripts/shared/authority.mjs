// Pebble, Let's Encrypt's test authority, with a name server that gives every name one address.
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { freePort, pause } from "./amwaj.mjs";

/** The site's name in these tests. */
export const HOST = "www.amwaj.example";

/** @param {string} command @param {string[]} words */
function start(command, words) {
  const child = spawn(command, words, { stdio: "ignore" });
  const ended = new Promise((done) => child.once("exit", done).once("error", done));
  const stop = () => {
    child.kill("SIGKILL");
    return ended;
  };
  return { stop };
}

/**
 * @typedef {object} AuthorityOptions
 * @property {number} tlsPort where it looks for a site's answer
 * @property {number} life of its certificates, in seconds
 * @property {string} [address] of every name, and of its name server
 * @property {number} [dnsPort]
 */
export class Authority {
  /** Writes what it needs into a folder, and starts its name server. @param {string} folder @param {AuthorityOptions} options */
  static async prepare(folder, { tlsPort, life, address = "127.0.0.1", dnsPort }) {
    const [acme, manage, dnsManage, unused, dns] = await Promise.all(
      Array.from({ length: 5 }, freePort),
    );
    const names = `${address}:${dnsPort ?? dns}`;
    const authority = new Authority(folder, acme, manage, names);
    execFileSync("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-keyout", join(folder, "ca-key.pem"), "-out", authority.ca, "-days", "2"],
      ...["-subj", "/CN=pebble", "-addext", "subjectAltName=IP:127.0.0.1"],
      ...["-addext", "basicConstraints=critical,CA:FALSE"],
    ]);
    const pebble = {
      listenAddress: `127.0.0.1:${acme}`,
      managementListenAddress: `127.0.0.1:${manage}`,
      certificate: authority.ca,
      privateKey: join(folder, "ca-key.pem"),
      httpPort: unused,
      tlsPort,
      ocspResponderURL: "",
      externalAccountBindingRequired: false,
      certificateValidityPeriod: life,
    };
    writeFileSync(join(folder, "pebble.json"), JSON.stringify({ pebble }));
    authority.dns = start("pebble-challtestsrv", [
      ...["-dns01", names, "-management", `127.0.0.1:${dnsManage}`, "-defaultIPv4", address],
      ...["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""],
    ]);
    return authority;
  }

  /** @param {string} folder @param {number} acme @param {number} manage @param {string} names */
  constructor(folder, acme, manage, names) {
    this.folder = folder;
    this.manage = manage;
    this.names = names;
    /** The certificate of its own address. */
    this.ca = join(folder, "ca.pem");
    /** Its name server. @type {ReturnType<typeof start> | undefined} */
    this.dns = undefined;
    this.directory = `https://127.0.0.1:${acme}/dir`;
  }

  /** It rejects one good nonce in twenty, as it does without being asked, and waits before it looks at a name. */
  start() {
    const words = ["-config", join(this.folder, "pebble.json"), "-dnsserver", this.names];
    this.pebble = start("pebble", words);
  }

  stop() {
    return this.pebble?.stop();
  }

  /** Ends everything. */
  async close() {
    await Promise.all([this.stop(), this.dns?.stop()]);
  }

  /** The root of what it issues: each start has a new one. @returns {Promise<string>} */
  root() {
    const asked = async () => (await ask({ port: this.manage, path: "/roots/0" })).text;
    return until("the authority is up", asked, 10);
  }
}

/**
 * Asks for a page by https; `ca` undefined: whoever answers.
 * @param {{port: number, path: string, ca?: string, address?: string}} where
 * @returns {Promise<{status: number, text: string, serial: string}>}
 */
export function ask({ port, path, ca, address = "127.0.0.1" }) {
  const trust = ca ? { ca } : { rejectUnauthorized: false };
  const to = { host: address, port, path, servername: HOST, agent: false, ...trust };
  return new Promise((done, fail) => {
    const asked = request({ ...to, headers: { Host: HOST } }, (answer) => {
      const socket = /** @type {import('node:tls').TLSSocket} */ (answer.socket);
      const serial = socket.getPeerCertificate().serialNumber;
      let text = "";
      answer.on("data", (more) => {
        text += more;
      });
      answer.on("end", () => done({ status: answer.statusCode ?? 0, text, serial }));
    });
    asked.once("error", fail);
    asked.end();
  });
}

/** @template T @param {string} what @param {() => Promise<T | undefined | false>} holds @param {number} seconds */
export async function until(what, holds, seconds) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(100)) {
    const seen = await holds().catch(() => undefined);
    if (seen) return seen;
  }
  throw new Error(`waited in vain until ${what}`);
}
