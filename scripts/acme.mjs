// The certificate from a certificate authority, over its whole life, with the real binary and Pebble, Let's Encrypt's test
// authority: issued, kept over a restart without asking, used while the authority is away, and renewed when it is back.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { Amwaj, freePort, newFolder, pause } from "./amwaj.mjs";
import { claims } from "./claims.mjs";

if (process.argv.includes("--help")) {
  console.log("node scripts/acme.mjs    needs pebble, pebble-challtestsrv and openssl; takes 40 s");
  process.exit(0);
}

const HOST = "www.amwaj.example";
/** How long a certificate lives, in seconds: it is renewed when a third of that is left. */
const LIFE = 30;

const folder = newFolder("acme");
const [acmePort, managePort, tlsPort, dnsPort, dnsManagePort, unused] = await Promise.all(
  Array.from({ length: 6 }, freePort),
);
const file = (/** @type {string} */ name) => join(folder, name);
execFileSync("openssl", [
  ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
  ...["-keyout", file("ca-key.pem"), "-out", file("ca.pem"), "-days", "2", "-subj", "/CN=pebble"],
  ...["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"],
]);
const config = {
  pebble: {
    listenAddress: `127.0.0.1:${acmePort}`,
    managementListenAddress: `127.0.0.1:${managePort}`,
    certificate: file("ca.pem"),
    privateKey: file("ca-key.pem"),
    httpPort: unused,
    tlsPort,
    ocspResponderURL: "",
    externalAccountBindingRequired: false,
    certificateValidityPeriod: LIFE,
  },
};
writeFileSync(file("pebble.json"), JSON.stringify(config));

/** @param {string} command @param {string[]} words */
function start(command, words) {
  const child = spawn(command, words, { stdio: "ignore" });
  const ended = new Promise((done) => child.once("exit", done));
  return { stop: () => (child.kill("SIGKILL"), ended) };
}
// It rejects one good nonce in twenty, as it does without being asked, and waits before it looks at a name.
const startAuthority = () =>
  start("pebble", ["-config", file("pebble.json"), "-dnsserver", `127.0.0.1:${dnsPort}`]);

/**
 * Asks by https; `ca` undefined: whoever answers.
 * @param {number} port @param {string} path @param {string} [ca]
 * @returns {Promise<{status: number, text: string, serial: string}>}
 */
function ask(port, path, ca) {
  const trust = ca ? { ca } : { rejectUnauthorized: false };
  const to = { host: "127.0.0.1", port, path, servername: HOST, agent: false, ...trust };
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
async function until(what, holds, seconds) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(100)) {
    const seen = await holds().catch(() => undefined);
    if (seen) return seen;
  }
  throw new Error(`waited in vain until ${what}`);
}
const root = async () => (await ask(managePort, "/roots/0")).text;
const page = async (/** @type {string} */ ca) => {
  const answer = await ask(tlsPort, "/", ca);
  return answer.status === 200 && answer;
};

const { claim, note, end } = claims("A certificate from an authority, over its whole life");
const dns = start("pebble-challtestsrv", [
  ...["-dns01", `127.0.0.1:${dnsPort}`, "-management", `127.0.0.1:${dnsManagePort}`],
  ...["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""],
]);
let authority = startAuthority();
await until("the authority is up", root, 10);
const site = await Amwaj.start({
  wait: false,
  env: {
    AMWAJ_SITE_URL: `https://${HOST}`,
    AMWAJ_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
    AMWAJ_ACME_CONTACT: "it@amwaj.example",
    AMWAJ_ACME_DIRECTORY: `https://127.0.0.1:${acmePort}/dir`,
    AMWAJ_ACME_ROOT: file("ca.pem"),
  },
});
const metric = async (/** @type {string} */ name) => {
  const text = await (await fetch(`${site.admin}/metrics`)).text();
  return Number(text.match(new RegExp(`^amwaj_certificate_${name} (.*)$`, "m"))?.[1]);
};
const doctor = async () => {
  const { stdout } = await site.command("doctor").catch((error) => error);
  return /** @type {string} */ (stdout).match(/^.*certificate:.*$/m)?.[0] ?? stdout;
};
const began = Date.now();
const since = () => `${((Date.now() - began) / 1000).toFixed(1)} s after the start`;
try {
  const first = await until("the authority is up", root, 10);
  const issued = await until("a certificate is issued", () => page(first), 25);
  claim("a new site gets a certificate and shows its pages over https", true, since());
  const issuedAt = Date.now();
  const modes = ["tls", "tls/certificate.pem"].map((name) =>
    (statSync(join(site.data, name)).mode & 0o777).toString(8),
  );
  claim("only its own user may read the key", modes.join() === "700,600", modes);
  claim("doctor is content", (await doctor()).startsWith("ok"), await doctor());
  const plain = await fetch(`${site.url}/blogs?a=1`, { redirect: "manual" });
  const to = plain.headers.get("location");
  claim("the plain address leads to https", to === `https://${HOST}/blogs?a=1`, to);

  await authority.stop();
  await site.crash();
  site.launch();
  const again = await until("the site is up again", () => page(first), 10);
  claim(
    "a restart goes on with that certificate, and asks nobody",
    again.serial === issued.serial && (await metric("renewal_failed")) === 0,
  );

  const failed = async () => (await metric("renewal_failed")) === 1;
  await until("a renewal has failed", failed, LIFE);
  const left = LIFE - (Date.now() - issuedAt) / 1000;
  note(`the renewal began with ${left.toFixed(0)} of ${LIFE} s left`);
  const during = await page(first);
  claim("while the authority is away the certificate is used on", during && during.serial === issued.serial);
  const line = await doctor();
  claim("and doctor says so", line.startsWith("warn") && line.includes("a new one has failed"), line);
  const expires = await metric("expires_timestamp_seconds");
  claim("and metrics do", Math.abs(expires * 1000 - issuedAt - LIFE * 1000) < 5000, expires);

  authority = startAuthority();
  // It has new keys, and knows the account no more.
  const second = await until("the authority is back", root, 10);
  const renewed = await until("the certificate is renewed", () => page(second), 25);
  claim("once it is back the certificate is renewed", renewed.serial !== issued.serial, since());
  claim("and nothing is wrong any more", (await metric("renewal_failed")) === 0, await doctor());
  const stored = readFileSync(join(site.data, "tls/certificate.pem"), "utf8");
  claim("the file says where it was issued", stored.startsWith("Issued through https://127.0.0.1:"));
} catch (error) {
  claim("all of it happens in time", false, `${error}\n${site.log.slice(-2000)}`);
} finally {
  await Promise.all([dns.stop(), authority.stop(), site.stop()]);
  rmSync(folder, { recursive: true, force: true });
  end();
}
