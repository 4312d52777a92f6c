// What comes from the registries, beside what `make deny` asks of crates: npm packages have a hash and a licence that
// deny.toml allows, and no crate of the binary is a pre-release unless it is named here.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { crates, ROOT } from "./parts.mjs";

/** Of packages that only build or test: nothing of them is in what visitors get. */
const LICENCES_OF_TOOLS = ["MIT-0", "BlueOak-1.0.0", "CC-BY-4.0"];
/** `parse-cache-control`, of Lighthouse, has the MIT text and no field for it. */
const WITHOUT_FIELD = ["node_modules/parse-cache-control"];
/** What webauthn-rs 0.6 stands on (crypto-glue); its next generation takes them away. */
const PRE_RELEASES = ["kbkdf", "kem", "rsa"];

if (process.argv.includes("--help")) {
  console.log(
    "node scripts/check/packages.mjs    names packages that the policy refuses; exit 1 if there is one",
  );
  process.exit(0);
}

const read = (/** @type {string} */ path) => readFileSync(resolve(ROOT, path), "utf8");
const list = /^allow = \[([^\]]*)\]/m.exec(read("deny.toml"))?.[1] ?? "";
const allowed = [...[...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name), ...LICENCES_OF_TOOLS];
/** "(MIT OR CC0-1.0)": one of them is enough. @param {string} licence */
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((one) => allowed.includes(one));

/** @type {string[]} */
const refused = [];
for (const lock of ["web/package-lock.json", "e2e/package-lock.json"]) {
  /** @type {Record<string, {integrity?: string, resolved?: string, license?: string}>} */
  const packages = JSON.parse(read(lock)).packages;
  for (const [name, { integrity, resolved, license }] of Object.entries(packages)) {
    if (name === "" || WITHOUT_FIELD.includes(name)) continue;
    if (!integrity || resolved)
      refused.push(`${lock}: ${name} is not the registry's own, by its hash`);
    if (!isAllowed(license ?? "")) refused.push(`${lock}: ${name} is under "${license}"`);
  }
}
for (const { name, version } of crates())
  if (/^[^+]+-/.test(version) && !PRE_RELEASES.includes(name))
    refused.push(`Cargo.lock: ${name} ${version} is a pre-release`);

for (const line of refused) console.error(line);
if (refused.length > 0) process.exit(1);
