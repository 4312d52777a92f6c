// Writes the software bill of materials (CycloneDX 1.6): what is in the binary, so that whoever hears of a hole in a
// library can look up whether this site has it. The same commit gives the same bytes.
import { writeFileSync } from "node:fs";
import { crates, fromNpm, said } from "../scripts/check/parts.mjs";

/** @typedef {Pick<import("../scripts/check/parts.mjs").Part, "name" | "version" | "licence" | "purl" | "hash">} Listed */

const [file, version, ...packages] = process.argv.slice(2);
if (!version || file === "--help") {
  console.log(
    "node packaging/sbom.mjs FILE VERSION [PACKAGE...]    with these Debian packages, which a container has besides",
  );
  process.exit(file === "--help" ? 0 : 2);
}

/** A Debian package that is installed here. @param {string} name @returns {Listed} */
function debian(name) {
  const format = `\${Version}\t\${Architecture}\n`;
  const [version, architecture] = said("dpkg-query", ["-W", "-f", format, name]).split(/\s/);
  return {
    name,
    version,
    licence: `see the text in /usr/share/doc/${name}/copyright`,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
  };
}

/** @param {Listed} part */
const component = ({ name, version, licence, purl, hash }) => ({
  type: "library",
  "bom-ref": purl,
  name,
  version,
  ...(hash ? { hashes: [hash] } : {}),
  // Crates before 2021 wrote "A/B" for "A OR B".
  licenses: licence.includes(" text")
    ? [{ license: { name: licence } }]
    : [{ expression: licence.replace(/ ?\/ ?/g, " OR ") }],
  purl,
});

const parts = [...crates(), ...fromNpm()];
const beside = packages.map(debian);
const own = `pkg:generic/amwaj@${version}`;
const direct = [...beside, ...parts.filter((part) => part.direct)].map(({ purl }) => purl);
const date = process.env.SOURCE_DATE_EPOCH ?? said("git", ["log", "-1", "--format=%ct"]);
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    timestamp: new Date(Number(date) * 1000).toISOString(),
    component: { type: "application", "bom-ref": own, name: "amwaj", version, purl: own },
  },
  components: [...beside, ...parts].map(component),
  dependencies: [
    { ref: own, dependsOn: direct },
    ...parts.map(({ purl, uses }) => ({ ref: purl, dependsOn: [...new Set(uses)] })),
  ],
};
writeFileSync(file, `${JSON.stringify(bill, undefined, 1)}\n`);
