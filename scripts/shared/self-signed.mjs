// A certificate that nobody signed, for servers of the tests: whoever asks them is told not to look.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** For two days, ECDSA P-256. @param {string} folder @param {string} name @returns {{certificate: string, key: string}} their files */
export function selfSigned(folder, name) {
  const [certificate, key] = ["certificate.pem", "key.pem"].map((file) => join(folder, file));
  execFileSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", key, "-out", certificate, "-days", "2", "-subj", `/CN=${name}`],
    ...["-addext", `subjectAltName=DNS:${name}`, "-addext", "basicConstraints=critical,CA:FALSE"],
  ]);
  return { certificate, key };
}

/** The settings with which a server uses it. @param {{certificate: string, key: string}} files @param {number} port @param {string} name */
export const tlsSettings = ({ certificate, key }, port, name) => ({
  AMWAJ_SITE_URL: `https://${name}`,
  AMWAJ_TLS_LISTEN: `127.0.0.1:${port}`,
  AMWAJ_TLS_CERTIFICATE: certificate,
  AMWAJ_TLS_KEY: key,
});
