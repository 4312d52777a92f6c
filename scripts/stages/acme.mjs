// The certificate from a certificate authority, over its whole life, with the real binary and Pebble, Let's Encrypt's test
// authority: issued, kept over a restart without asking, used while the authority is away, and renewed when it is back.
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Amwaj, freePort, newFolder } from "../shared/amwaj.mjs";
import { Authority, ask, HOST, until } from "../shared/authority.mjs";
import { claims } from "../shared/claims.mjs";

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/stages/acme.mjs    needs pebble, pebble-challtestsrv and openssl; takes 70 s",
  );
  process.exit(0);
}

/** Lifetime of a certificate, in seconds: it is renewed when a third of that is left. */
const LIFE = 60;

const folder = newFolder("acme");
const tlsPort = await freePort();
const authority = await Authority.prepare(folder, { tlsPort, life: LIFE });
const page = async (/** @type {string} */ ca) => {
  const answer = await ask({ port: tlsPort, path: "/", ca });
  return answer.status === 200 && answer;
};

const { claim, note, end } = claims("A certificate from an authority, over its whole life");
authority.start();
await authority.root();
const site = await Amwaj.start({
  wait: false,
  env: {
    AMWAJ_SITE_URL: `https://${HOST}`,
    AMWAJ_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
    AMWAJ_ACME_CONTACT: "it@amwaj.example",
    AMWAJ_ACME_DIRECTORY: authority.directory,
    AMWAJ_ACME_ROOT: authority.ca,
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
  const first = await authority.root();
  const issued = await until("a certificate is issued", () => page(first), 45);
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
  const again = await until("the site is up again", () => page(first), 30);
  claim(
    "a restart goes on with that certificate, and asks nobody",
    again.serial === issued.serial && (await metric("renewal_failed")) === 0,
  );

  const failed = async () => (await metric("renewal_failed")) === 1;
  await until("a renewal has failed", failed, LIFE);
  const left = LIFE - (Date.now() - issuedAt) / 1000;
  note(`the renewal began with ${left.toFixed(0)} of ${LIFE} s left`);
  const during = await page(first);
  claim(
    "while the authority is away the certificate is used on",
    during && during.serial === issued.serial,
  );
  const line = await doctor();
  claim(
    "and doctor says so",
    line.startsWith("warn") && line.includes("a new one has failed"),
    line,
  );
  const expires = await metric("expires_timestamp_seconds");
  claim("and metrics do", Math.abs(expires * 1000 - issuedAt - LIFE * 1000) < 5000, expires);

  authority.start();
  // It has new keys, and knows the account no more.
  const second = await authority.root();
  const renewed = await until("the certificate is renewed", () => page(second), 45);
  claim("once it is back the certificate is renewed", renewed.serial !== issued.serial, since());
  claim("and nothing is wrong any more", (await metric("renewal_failed")) === 0, await doctor());
  const stored = readFileSync(join(site.data, "tls/certificate.pem"), "utf8");
  claim(
    "the file says where it was issued",
    stored.startsWith("Issued through https://127.0.0.1:"),
  );
} catch (error) {
  claim("all of it happens in time", false, `${error}\n${site.log.slice(-2000)}`);
} finally {
  await Promise.all([authority.close(), site.stop()]);
  rmSync(folder, { recursive: true, force: true });
  end();
}
