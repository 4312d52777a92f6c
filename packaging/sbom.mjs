// Writes the software bill of materials (CycloneDX 1.6): what is in the binary, so that whoever hears of a hole in a
// library can look up whether this site has it. The same commit gives the same bytes.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { crates, fromNpm } from "../scripts/parts.mjs";
import { ROOT, sourceDate, workspaceVersion } from "./source.mjs";

/** @typedef {import("../scripts/parts.mjs").Part} Part */
/** @typedef {{alg: string, content: string}} Hash */
/**
 * @typedef {object} Component
 * @property {"application" | "library"} type
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {Hash[]} [hashes]
 * @property {{expression: string}[] | {license: {name: string}}[]} [licenses]
 * @property {string} purl
 */

/** The digests of the crates' archives, as Cargo.lock holds them, by `name version`. @returns {Map<string, Hash>} */
function crateHashes() {
  const lock = readFileSync(join(ROOT, "Cargo.lock"), "utf8");
  const blocks = lock.matchAll(
    /^name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"$/gm,
  );
  return new Map(
    [...blocks].map(([, name, version, content]) => [
      `${name} ${version}`,
      { alg: "SHA-256", content },
    ]),
  );
}

/** The same of the packages from npm. @returns {Map<string, Hash>} */
function npmHashes() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "web/package-lock.json"), "utf8"));
  return new Map(
    Object.entries(packages).flatMap(([path, { version, integrity = "" }]) => {
      const [alg, base64] = integrity.split("-");
      const content = Buffer.from(base64 ?? "", "base64").toString("hex");
      const name = path.replace(/^node_modules\//, "");
      return alg === "sha512" ? [[`${name} ${version}`, { alg: "SHA-512", content }]] : [];
    }),
  );
}

/** A licence as SPDX writes it: crates before 2021 wrote "A/B" for "A OR B". @param {string} licence */
const licences = (licence) =>
  licence.includes(" text")
    ? [{ license: { name: licence } }]
    : [{ expression: licence.replace(/ ?\/ ?/g, " OR ") }];

/** @param {Part} part @param {string} kind of package, as a purl names it @param {Map<string, Hash>} hashes @returns {Component} */
function component({ name, version, licence }, kind, hashes) {
  const hash = hashes.get(`${name} ${version}`);
  const purl = `pkg:${kind}/${name}@${version.replace("+", "%2B")}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    ...(hash ? { hashes: [hash] } : {}),
    licenses: licences(licence),
    purl,
  };
}

/** `more`: what is shipped beside the binary, such as a container's libraries.
 * @param {Component[]} [more] */
export function sbom(more = []) {
  const date = sourceDate();
  const version = workspaceVersion();
  const own = `pkg:generic/amwaj@${version}`;
  /** @type {[Part[], string, Map<string, Hash>][]} */
  const kinds = [
    [crates(), "cargo", crateHashes()],
    [fromNpm(), "npm", npmHashes()],
  ];
  const components = [...more];
  const dependencies = [];
  const direct = more.map(({ purl }) => purl);
  for (const [parts, kind, hashes] of kinds) {
    const made = parts.map((part) => component(part, kind, hashes));
    const purls = new Map(made.map(({ name, version, purl }) => [`${name} ${version}`, purl]));
    components.push(...made);
    for (const [i, { uses, direct: isDirect }] of parts.entries()) {
      const { purl } = made[i];
      if (isDirect) direct.push(purl);
      const dependsOn = new Set(uses.flatMap((use) => purls.get(use) ?? []));
      dependencies.push({ ref: purl, dependsOn: [...dependsOn].toSorted() });
    }
  }
  components.sort((a, b) => (a.purl < b.purl ? -1 : 1));
  dependencies.sort((a, b) => (a.ref < b.ref ? -1 : 1));
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: "",
    version: 1,
    metadata: {
      timestamp: new Date(date * 1000).toISOString(),
      component: { type: "application", "bom-ref": own, name: "amwaj", version, purl: own },
    },
    components,
    dependencies: [{ ref: own, dependsOn: direct.toSorted() }, ...dependencies],
  };
  bill.serialNumber = `urn:uuid:${uuid(JSON.stringify(bill))}`;
  return `${JSON.stringify(bill, undefined, 1)}\n`;
}

/** A number for exactly this text, in the shape of RFC 9562's version 8. @param {string} text */
function uuid(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes("--help")) {
    console.log("node packaging/sbom.mjs [FILE]    writes target/packages/sbom.cdx.json");
    process.exit(0);
  }
  const file = resolve(process.argv[2] ?? join(ROOT, "target/packages/sbom.cdx.json"));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, sbom());
  console.log(file);
}
